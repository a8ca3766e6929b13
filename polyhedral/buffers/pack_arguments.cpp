#include "polyhedral/buffers/pack_arguments.hpp"

#include <algorithm>

#include "dsl/model/names.hpp"
#include "dsl/model/port_words.hpp"
#include "dsl/model/ports.hpp"
#include "polyhedral/buffers/whole_words.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "polyhedral/streaming/streamed_program.hpp"

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

/// Why the argument's words cannot come from several ports: what the kernel has for each of them needs names of its
/// own. Empty: they can.
std::string obstacle_to_ports(const Scop& scop, const PackMark& mark) {
  if (mark.ports == 1) return "";
  const dsl::Function& program = *scop.program;
  const dsl::Array& array = *program.arrays[mark.array];
  for (const std::string& name : dsl::port_names(array.name, mark.ports)) {
    if (auto error = dsl::check_new_name(program, "argument", name, mark.at))
      return "its ports need the name \"" + name + "\": " + error->message;
  }
  const auto bundle_of = [](const PortMark& port) { return dsl::bundle_name(port.mode, port.bundle); };
  const std::string bundle = bundle_of(*scop.hardware.find_port(array.name));
  std::vector<std::string> own = dsl::port_names(bundle, mark.ports);
  own.push_back(bundle);
  for (const PortMark& port : scop.hardware.ports) {
    if (port.port != array.name && port.mode == "m_axi" &&
        std::find(own.begin(), own.end(), bundle_of(port)) != own.end())
      return "its bundle \"" + bundle + "\" gives its ports their own, and \"" + port.port + "\" is in \"" +
             bundle_of(port) + "\" too";
  }
  return "";
}

}  // namespace

Status make_words(Scop& scop) {
  auto program = std::make_shared<dsl::Function>(*scop.program);
  for (const PackMark& mark : scop.hardware.packs) {
    auto array = std::make_shared<dsl::Array>(*program->arrays[mark.array]);
    if (outside_mode(scop, array->name) != "m_axi") return refuse_words(scop, mark.array, "its port is not m_axi");
    if (const std::string reason = obstacle_to_ports(scop, mark); !reason.empty())
      return refuse_words(scop, mark.array, reason);
    array->lanes = mark.lanes;
    array->ports = mark.ports;
    array->shape.back() = array->row_at_port();
    program->arrays[mark.array] = std::move(array);
  }
  if (!scop.hardware.packs.empty()) scop.program = std::move(program);
  return std::nullopt;
}

Status check_words(const Scop& placed, std::size_t statements, const std::vector<PlacedBuffer>& buffers) {
  for (const PackMark& mark : placed.hardware.packs) {
    if (const auto s = find_single_access(placed, statements, mark.array, mark.lanes)) {
      const dsl::Array& array = *placed.program->arrays[mark.array];
      Diagnostic error = refuse_words(
          placed, mark.array, "\"" + placed.statements[*s].name + "\" accesses single elements, outside of a buffer");
      error.notes.push_back({"accessed here", placed.program->computes[*s].at});
      const bool has_buffer = std::any_of(buffers.begin(), buffers.end(),
                                          [&](const PlacedBuffer& buffer) { return buffer.array == array.name; });
      if (!has_buffer)
        error.help = array.name +
                     ".buffer() keeps all of it on the chip; a statement whose innermost loop runs over the " +
                     std::to_string(mark.lanes) + " elements of a word takes words without";
      return error;
    }
  }
  return std::nullopt;
}

Status check_streamed_words(const Scop& streamed, std::size_t statements) {
  for (const Directive& directive : streamed.program->schedule) {
    const auto* pack = std::get_if<Pack>(&directive.primitive);
    const int array = pack ? streamed.program->find_array(pack->array) : -1;
    if (array < 0) continue;
    const std::int64_t lanes = streamed.program->arrays[array]->lanes;
    const auto s = lanes > 1 ? find_single_access(streamed, statements, array, lanes) : std::nullopt;
    if (!s) continue;
    const std::string& name = streamed.statements[*s].name;
    Diagnostic error =
        make_error("bad-pack",
                   "\"" + pack->array + "\" gets no words of " + std::to_string(lanes) + " elements: the loop of \"" +
                       name + "\" that runs over them has to take more from its channels",
                   directive.at);
    error.notes.push_back({"accessed here", streamed.program->computes[*s].at});
    error.help = "give \"" + name + "\" a loop of its own, or leave pack() out";
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
