#include "codegen/hls/stream_text.hpp"

#include "codegen/pragmas/pragmas.hpp"
#include "dsl/print/stream_call.hpp"

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

std::string beat(const std::string& type, const std::string& value, const std::string& is_last, Helpers& helpers) {
  helpers.insert("pom_beat");
  return "pom_beat<" + type + ">(" + value + ", " + is_last + ")";
}

std::string stream_port_parameter(const std::string& type, const std::string& name, ir::StreamPort port) {
  return "hls::stream<" + (port == ir::StreamPort::beats ? dsl::beat_type(type) : type) + ">& " + name;
}

std::string vendor_includes(const std::string& code) {
  const auto uses = [&](const char* name) { return code.find(name) != std::string::npos; };
  return std::string(uses("hls::axis<") ? "#include <ap_axi_sdata.h>\n" : "") +
         (uses("hls::stream<") ? "#include <hls_stream.h>\n" : "") +
         (uses("hls::vector<") ? "#include <hls_vector.h>\n" : "");
}

std::string stream_parameter(const std::string& type, const std::string& name, ir::StreamAttr mark) {
  const std::string lanes = lanes_of(mark);
  return "hls::stream<" + type + ">" + (lanes.empty() ? "& " : " ") + name + lanes;
}

}  // namespace pom::backend
