#pragma once
#include <string>
#include <utility>
#include <vector>

namespace pom::backend {

struct HostHeader {
  std::string name, text;
};

/// The headers that `code` needs when the vendor's tool is not there, with those that they include: ap_int.h …
std::vector<HostHeader> host_headers_for(const std::string& code);

/// Those of them that stand for the vendor's.
std::vector<HostHeader> vendor_headers_for(const std::string& code);

/// Those that `code` includes and for which the vendor has no counterpart, pom_bfloat16.h and pom_inputs.h: part of the
/// project.
std::vector<HostHeader> project_headers_for(const std::string& code);

}  // namespace pom::backend
