#include "codegen/host_headers/host_headers.hpp"

#include "codegen/host_headers/embedded_headers.hpp"

namespace pom::backend {

namespace {

bool mentions(const std::string& code, std::string_view header) { return code.find(header) != std::string::npos; }

/// The vendor has no counterpart. What ap_int.h here includes is part of it.
bool is_of_project(const HostHeader& header) {
  return header.name.starts_with("pom_") && header.name != "pom_wide_int.h";
}

}  // namespace

std::vector<HostHeader> host_headers_for(const std::string& code) {
  std::vector<HostHeader> headers;
  std::string all = code;
  // A header may need another one that stands before it.
  for (bool found = true; found;) {
    found = false;
    for (const auto& [name, text] : embedded_headers) {
      const bool known = [&] {
        for (const HostHeader& header : headers) {
          if (header.name == name) return true;
        }
        return false;
      }();
      if (known || !mentions(all, name)) continue;
      headers.push_back({std::string(name), std::string(text)});
      all += text;
      found = true;
    }
  }
  return headers;
}

std::vector<HostHeader> vendor_headers_for(const std::string& code) {
  std::vector<HostHeader> headers = host_headers_for(code);
  std::erase_if(headers, is_of_project);
  return headers;
}

std::vector<HostHeader> project_headers_for(const std::string& code) {
  std::vector<HostHeader> headers = host_headers_for(code);
  std::erase_if(headers, [](const HostHeader& header) { return !is_of_project(header); });
  return headers;
}

}  // namespace pom::backend
