#include "codegen/hls/stream_text.hpp"

#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

namespace {

/// "[3][8]"; "" for one FIFO.
std::string lanes_of(ir::StreamAttr mark) {
  std::string text;
  for (const std::int64_t lanes : mark.getLanes()) text += lanes > 1 ? "[" + std::to_string(lanes) + "]" : "";
  return text;
}

}  // namespace

std::vector<std::string> stream_declaration(const std::string& type, const std::string& name, ir::StreamAttr mark,
                                            Helpers& helpers) {
  const std::string depth = std::to_string(mark.getDepth()), lanes = lanes_of(mark);
  if (lanes.empty()) return {"  hls::stream<" + type + ", " + depth + "> " + name + "(\"" + name + "\");"};
  helpers.insert("POM_LANES");
  return {"  hls::stream<" + type + "> " + name + lanes + ";", stream_pragma(name, mark),
          "  POM_LANES(" + name + ", " + depth + ");"};
}

std::string stream_parameter(const std::string& type, const std::string& name, ir::StreamAttr mark) {
  const std::string lanes = lanes_of(mark);
  return "hls::stream<" + type + ">" + (lanes.empty() ? "& " : " ") + name + lanes;
}

}  // namespace pom::backend
