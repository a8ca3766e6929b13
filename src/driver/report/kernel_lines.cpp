#include "driver/report/kernel_lines.hpp"

#include <algorithm>
#include <sstream>

#include "support/words.hpp"

namespace pom::driver {

namespace {

void place(const std::vector<poly::LoopNode>& body, const std::string& parent, std::map<std::string, PlacedLoop>& all) {
  for (const poly::LoopNode& node : body) {
    using Kind = poly::LoopNode::Kind;
    if (node.kind == Kind::loop) {
      all[node.label] = {&node, parent, {}};
      place(node.body, node.label, all);
    } else if (node.kind == Kind::guard) {
      place(node.body, parent, all);
    } else if (node.kind == Kind::instance) {
      for (std::string loop = parent; !loop.empty(); loop = all[loop].parent) {
        std::vector<int>& inside = all[loop].computes;
        if (std::find(inside.begin(), inside.end(), node.compute) == inside.end()) inside.push_back(node.compute);
      }
    }
  }
}

std::size_t indentation(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

}  // namespace

std::map<std::string, PlacedLoop> place_loops(const poly::LoopTree& tree) {
  std::map<std::string, PlacedLoop> all;
  place(tree.roots, "", all);
  for (const poly::Routine& routine : tree.routines) place(routine.body, "", all);
  return all;
}

KernelLines::KernelLines(const std::string& text) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines_.push_back(line);
}

std::optional<std::string> KernelLines::label_of(const std::string& line) {
  const std::size_t colon = line.find(": for (");
  if (colon == std::string::npos) return std::nullopt;
  return line.substr(indentation(line), colon - indentation(line));
}

int KernelLines::find_loop(const std::string& label) const {
  for (int line = 1; line <= count(); ++line) {
    if (label_of(at(line)) == label) return line;
  }
  return 0;
}

int KernelLines::end_of(int line) const {
  const std::string closing = std::string(indentation(at(line)), ' ') + "}";
  for (int end = line + 1; end <= count(); ++end) {
    if (at(end) == closing) return end;
  }
  return count();
}

int KernelLines::find_access(int line, const std::string& array, Touch touch) const {
  const int end = end_of(line);
  for (int inside = line + 1; inside < end; ++inside) {
    const std::string& text = at(inside);
    if (text.starts_with("#pragma")) continue;
    const std::size_t place = find_word(text, array);
    if (place == std::string::npos) continue;
    if (touch == Touch::any || (place == indentation(text) && text.find(" = ") != std::string::npos)) return inside;
  }
  return 0;
}

std::string pragma_value(std::string_view pragma, std::string_view key) {
  const std::string start = " " + std::string(key) + "=";
  const std::size_t at = pragma.find(start);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = pragma.substr(at + start.size());
  return std::string(rest.substr(0, rest.find(' ')));
}

std::string pragma_kind(std::string_view pragma) {
  constexpr std::string_view start = "#pragma HLS ";
  if (!pragma.starts_with(start)) return "";
  const std::string_view rest = pragma.substr(start.size());
  return std::string(rest.substr(0, rest.find(' ')));
}

}  // namespace pom::driver
