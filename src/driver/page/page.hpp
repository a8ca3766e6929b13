#pragma once
#include <string>

namespace pom::driver {

/// The text of report.html: one page that needs no network and no other file, made from what report.json holds and
/// nothing else. Graphs are laid out by Graphviz's `dot` where it is installed, else they are lists.
std::string make_page(const std::string& report_json);

}  // namespace pom::driver
