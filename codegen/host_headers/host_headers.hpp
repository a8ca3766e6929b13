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

/// pom_bfloat16.h, for which the vendor has no counterpart, when `code` includes it: part of every project.
std::vector<HostHeader> project_headers_for(const std::string& code);

}  // namespace pom::backend
