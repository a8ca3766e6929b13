#include "polyhedral/buffers/pack_arguments.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "dsl/model/names.hpp"
#include "dsl/model/port_words.hpp"
#include "dsl/model/ports.hpp"
#include "polyhedral/buffers/whole_words.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "polyhedral/streaming/stream_channels.hpp"

namespace pom::poly {

Diagnostic refuse_words(const Scop& scop, int array, const std::string& reason) {
  const auto& packs = scop.hardware.packs;
  const auto mark = std::find_if(packs.begin(), packs.end(), [&](const PackMark& one) { return one.array == array; });
  return make_error("bad-pack",
                    "\"" + scop.program->arrays[array]->name + "\" gets no words of " + std::to_string(mark->lanes) +
                        " elements: " + reason,
                    mark->at);
}

namespace {

/// The names that the parameters of the kernel and their bundles get where arguments have several ports.
class NamesOfPorts {
 public:
  explicit NamesOfPorts(const Scop& scop) : scop_(scop) {
    for (const PortMark& port : scop.hardware.ports) {
      if (port.mode == "m_axi") bundles_.emplace(bundle_of(port), port.port);
    }
  }

  /// Why the argument's words cannot come from several ports; empty: they can, and have their names.
  std::string take(const PackMark& mark) {
    if (mark.ports == 1) return "";
    const std::string& array = scop_.program->arrays[mark.array]->name;
    for (const std::string& name : dsl::port_names(array, mark.ports)) {
      const auto error = dsl::check_new_name(*scop_.program, "argument", name, mark.at);
      if (error) return "its ports need the name \"" + name + "\": " + error->message;
      const auto [other, is_new] = arguments_.emplace(name, array);
      if (!is_new) return "its ports need the name \"" + name + "\", which a port of \"" + other->second + "\" has";
    }
    const std::string bundle = bundle_of(*scop_.hardware.find_port(array));
    for (const PortMark& port : scop_.hardware.ports) {
      if (port.port != array && port.mode == "m_axi" && bundle_of(port) == bundle)
        return "its ports need bundles of their own, and \"" + port.port + "\" is in \"" + bundle + "\" too";
    }
    for (const std::string& name : dsl::port_names(bundle, mark.ports)) {
      const auto [other, is_new] = bundles_.emplace(name, array);
      if (!is_new) return "its ports need the bundle \"" + name + "\", in which \"" + other->second + "\" is";
    }
    return "";
  }

 private:
  static std::string bundle_of(const PortMark& port) { return dsl::bundle_name(port.mode, port.bundle); }

  const Scop& scop_;
  std::map<std::string, std::string> arguments_, bundles_;  ///< whose they are
};

}  // namespace

Status make_words(Scop& scop) {
  auto program = std::make_shared<dsl::Function>(*scop.program);
  NamesOfPorts names(scop);
  for (const PackMark& mark : scop.hardware.packs) {
    auto array = std::make_shared<dsl::Array>(*program->arrays[mark.array]);
    if (outside_mode(scop, array->name) != "m_axi") return refuse_words(scop, mark.array, "its port is not m_axi");
    if (const std::string reason = names.take(mark); !reason.empty()) return refuse_words(scop, mark.array, reason);
    array->lanes = mark.lanes;
    array->ports = mark.ports;
    array->shape.back() = array->row_at_port();
    program->arrays[mark.array] = std::move(array);
  }
  if (!scop.hardware.packs.empty()) scop.program = std::move(program);
  return std::nullopt;
}

namespace {

/// Processes of a dataflow have no buffers.
std::string help_with_elements(const Scop& placed, const dsl::Array& array, std::int64_t lanes) {
  const std::string in_loop =
      "a statement whose innermost loop runs over the " + std::to_string(lanes) + " elements of a word takes words";
  return placed.hardware.dataflow ? in_loop
                                  : array.name + ".buffer() keeps all of it on the chip; " + in_loop + " without";
}

/// Why the loop of the program's statement has no whole words, and what helps: what another statement sends in it
/// where its process's consumer does not want every element, or what it takes.
std::pair<std::string, std::string> explain_streamed(const Streaming& streaming, std::size_t statements, int statement,
                                                     std::int64_t lanes) {
  const Scop& scop = streaming.scop;
  const std::string name = "\"" + scop.statements[statement].name + "\"";
  const std::optional<int> partial = find_partial_words(scop, statements, statement, lanes);
  const int written = partial ? scop.statements[*partial].write.array : -1;
  for (const StreamedChannel& channel : streaming.channels) {
    if (written < 0 || scop.program->arrays[written]->name != channel.fifo) continue;
    return {"the loop of " + name + " that runs over them sends \"" + channel.array + "\", and \"" + channel.consumer +
                "\" does not read what each of its iterations writes",
            "let a nest of its own copy the argument into a local array of which " + name +
                " reads every element, or leave pack() out"};
  }
  return {"the loop of " + name + " that runs over them has to take more from its channels",
          "give " + name + " a loop of its own, or leave pack() out"};
}

}  // namespace

Status check_words(const Scop& placed, std::size_t statements, const std::vector<PlacedBuffer>& buffers) {
  for (const PackMark& mark : placed.hardware.packs) {
    if (const auto s = find_single_access(placed, statements, mark.array, mark.lanes)) {
      const dsl::Array& array = *placed.program->arrays[mark.array];
      Diagnostic error = refuse_words(
          placed, mark.array, "\"" + placed.statements[*s].name + "\" accesses single elements, outside of a buffer");
      error.notes.push_back({"accessed here", placed.program->computes[*s].at});
      const bool has_buffer = std::any_of(buffers.begin(), buffers.end(),
                                          [&](const PlacedBuffer& buffer) { return buffer.array == array.name; });
      if (!has_buffer) error.help = help_with_elements(placed, array, mark.lanes);
      return error;
    }
  }
  return std::nullopt;
}

std::optional<int> find_without_words(const Streaming& streaming, std::size_t statements) {
  const dsl::Function& program = *streaming.scop.program;
  for (const int array : program.array_arguments()) {
    const std::int64_t lanes = program.arrays[array]->lanes;
    if (lanes > 1 && find_single_access(streaming.scop, statements, array, lanes)) return array;
  }
  return std::nullopt;
}

Status check_streamed_words(const Streaming& streaming, std::size_t statements) {
  const Scop& streamed = streaming.scop;
  for (const Directive& directive : streamed.program->schedule) {
    const auto* pack = std::get_if<Pack>(&directive.primitive);
    const int array = pack ? streamed.program->find_array(pack->array) : -1;
    if (array < 0) continue;
    const std::int64_t lanes = streamed.program->arrays[array]->lanes;
    const auto s = lanes > 1 ? find_single_access(streamed, statements, array, lanes) : std::nullopt;
    if (!s) continue;
    auto [reason, help] = explain_streamed(streaming, statements, *s, lanes);
    Diagnostic error = make_error(
        "bad-pack", "\"" + pack->array + "\" gets no words of " + std::to_string(lanes) + " elements: " + reason,
        directive.at);
    error.notes.push_back({"accessed here", streamed.program->computes[*s].at});
    error.help = std::move(help);
    return error;
  }
  return std::nullopt;
}

std::shared_ptr<const dsl::Function> with_words(std::shared_ptr<const dsl::Function> as_written,
                                                const dsl::Function& placed) {
  auto program = std::make_shared<dsl::Function>(*as_written);
  bool any = false;
  for (const auto& array : placed.arrays) {
    const int own = program->find_array(array->name);
    if (array->lanes == 1 || own < 0) continue;
    auto with_lanes = std::make_shared<dsl::Array>(*program->arrays[own]);
    with_lanes->lanes = array->lanes;
    with_lanes->ports = array->ports;
    program->arrays[own] = std::move(with_lanes);
    any = true;
  }
  return any ? program : as_written;
}

}  // namespace pom::poly
