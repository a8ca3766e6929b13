#include "driver/board/off_chip.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "dse/boards/tables/place_buffers.hpp"
#include "dsl/model/port_words.hpp"
#include "dsl/model/ports.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom::driver {

namespace {

using dse::boards::Board;
using dse::boards::Buffer;

/// What lies behind a master port, and where that was asked for.
struct MasterPort {
  Buffer buffer;
  std::string argument;  ///< of the kernel
  Location at;
};

/// Bytes of an element in memory: the tool rounds its bits up to a power of two of whole bytes.
std::int64_t element_bytes(const dsl::Array& array) {
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<unsigned>(array.type.bits + 7) / 8));
}

/// Bytes behind each of the argument's ports; rows at several ports are whole words.
std::int64_t bytes_of(const dsl::Array& array) {
  if (array.ports == 1) return array.elements() * element_bytes(array);
  return array.elements() / array.shape.back() * array.row_at_port() / array.ports * element_bytes(array);
}

/// The array with the ports that the schedule gives it, unless they are refused later.
dsl::Array at_ports(const dsl::Function& program, const dsl::Array& declared) {
  dsl::Array array = declared;
  for (const Directive& directive : program.schedule) {
    const auto* pack = std::get_if<Pack>(&directive.primitive);
    const bool is_own = pack && pack->array == array.name && array.ports == 1 && dsl::may_have_words(array);
    if (!is_own || pack->ports < 2 || pack->ports > dsl::most_ports || pack->lanes % pack->ports != 0) continue;
    if (pack->lanes < 2 * pack->ports || pack->lanes > dsl::most_ports * dsl::most_word_bits) continue;
    array.lanes = pack->lanes;
    array.ports = pack->ports;
  }
  return array;
}

/// The arguments with an m_axi interface, in the order of the directives. Directives that are wrong, and are refused
/// later, name none.
std::vector<MasterPort> master_ports(const dsl::Function& program) {
  std::vector<MasterPort> ports;
  for (const Directive& directive : program.schedule) {
    const auto* interface = std::get_if<Interface>(&directive.primitive);
    if (!interface || interface->mode != "m_axi") continue;
    const int found = program.find_array(interface->port);
    if (found < 0 || !program.arrays[found]->is_argument()) continue;
    const bool known = std::any_of(ports.begin(), ports.end(),
                                   [&](const MasterPort& port) { return port.buffer.array == interface->port; });
    if (known) continue;
    const dsl::Array array = at_ports(program, *program.arrays[found]);
    const auto arguments = dsl::port_names(array.name, array.ports),
               bundles = dsl::port_names(dsl::bundle_name(interface->mode, interface->bundle), array.ports);
    for (std::size_t n = 0; n < arguments.size(); ++n)
      ports.push_back({{array.name, bundles[n], bytes_of(array), ""}, arguments[n], directive.at});
  }
  return ports;
}

std::vector<std::string> names_of(const std::vector<MasterPort>& ports) {
  std::vector<std::string> names;
  for (const MasterPort& port : ports) names.push_back(port.buffer.array);
  return names;
}

/// Enters the banks that the options ask for. False: something is wrong with them.
bool take_wishes(const dsl::Function& program, const CompileOptions& options, const Board& board, const Location& at,
                 std::vector<MasterPort>& ports, std::vector<Diagnostic>& wrong) {
  const std::size_t before = wrong.size();
  const std::vector<std::string> tags = port_tags(board);
  std::map<std::string, const MasterPort*> asked;  // by bundle
  for (const auto& [array, tag] : options.banks) {
    const auto port =
        std::find_if(ports.begin(), ports.end(), [&](const MasterPort& one) { return one.buffer.array == array; });
    const auto refuse = [&](const std::string& reason) {
      return make_error("bad-bank", "cannot put \"" + array + "\" behind \"" + tag + "\": " + reason, at);
    };
    if (program.find_array(array) < 0) {
      wrong.push_back(misspelt(refuse("there is no such array"), array, names_of(ports)));
    } else if (port == ports.end()) {
      wrong.push_back(refuse("it has no interface m_axi"));
    } else if (std::find(tags.begin(), tags.end(), tag) == tags.end()) {
      const std::string reason = "\"" + board.name + "\" has no such port; it has " + join(tags);
      wrong.push_back(misspelt(refuse(reason), tag, tags));
    } else {
      for (auto each = port; each != ports.end(); ++each) {
        if (each->buffer.array != array) continue;
        each->buffer.tag = tag;
        const auto [other, is_first] = asked.emplace(each->buffer.bundle, &*each);
        if (!is_first && other->second->buffer.tag != tag)
          wrong.push_back(refuse("its bundle \"" + each->buffer.bundle + "\" is one port, and \"" +
                                 other->second->buffer.array + "\" asks for \"" + other->second->buffer.tag + "\""));
      }
    }
  }
  return wrong.size() == before;
}

}  // namespace

void place_off_chip(const dsl::Function& program, const CompileOptions& options, const Location& at,
                    ChosenTarget& target, std::vector<Diagnostic>& wrong) {
  if (!target.board) {
    if (!options.banks.empty() && options.board.empty())
      wrong.push_back(make_error("bad-bank", "banks are those of a board, but options.board names none", at));
    return;
  }
  std::vector<MasterPort> ports = master_ports(program);
  if (!take_wishes(program, options, *target.board, at, ports, wrong)) return;
  std::vector<Buffer> buffers;
  for (const MasterPort& port : ports) buffers.push_back(port.buffer);
  const dse::boards::Placed placed = place_buffers(*target.board, buffers);
  if (placed.failed) {
    const MasterPort& port = ports[placed.failed->buffer];
    wrong.push_back(make_error("larger-than-bank",
                               "\"" + port.buffer.array + "\" has " + std::to_string(port.buffer.bytes) +
                                   " bytes, for which \"" + target.board->name + "\" has no room\n" +
                                   placed.failed->description,
                               port.at));
    return;
  }
  target.off_chip.clear();
  for (std::size_t n = 0; n < buffers.size(); ++n) {
    const dsl::Array array = at_ports(program, *program.arrays[program.find_array(buffers[n].array)]);
    target.off_chip.push_back({buffers[n].array, ports[n].argument, static_cast<int>(array.ports), buffers[n].bundle,
                               buffers[n].bytes, element_bytes(array), placed.ports[n]});
  }
}

ChosenTarget with_ports_of(const dsl::Function& made, const CompileOptions& options, const Location& at,
                           const ChosenTarget& chosen) {
  ChosenTarget target = chosen;
  std::vector<Diagnostic> wrong;
  if (std::any_of(made.arrays.begin(), made.arrays.end(), [](const auto& array) { return array->ports > 1; }))
    place_off_chip(made, options, at, target, wrong);
  if (!wrong.empty()) throw CompileError(std::move(wrong));
  return target;
}

}  // namespace pom::driver
