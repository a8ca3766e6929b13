#include <algorithm>
#include <optional>
#include <set>

#include "dsl/model/added_names.hpp"
#include "flow_check.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "reason_checks.hpp"

/// Refusals of directives on arrays, operations, ports and the whole function.
namespace pom::fuzz {

namespace {

bool says(const Refused& refused, const char* words) { return refused.error.message.find(words) != std::string::npos; }

/// The nests of the array's producer and consumer are joined by other local arrays, and the FIFO does not hold all of
/// it.
Disproof disprove_deadlock(const poly::Scop& scop, int array, std::int64_t depth) {
  const auto& arrays = scop.program->arrays;
  if (depth >= arrays[array]->elements()) return "it holds the whole array";
  std::set<int> ends, reached;
  const std::vector<poly::Process> processes = poly::find_processes(scop);
  const auto users_of = [&](int used, bool writes, bool reads) {
    std::set<int> users;
    for (std::size_t p = 0; p < processes.size(); ++p) {
      for (const int s : processes[p].statements) {
        const poly::Statement& statement = scop.statements[s];
        const bool uses = (writes && statement.write.array == used) ||
                          (reads && std::any_of(statement.reads.begin(), statement.reads.end(),
                                                [&](const auto& read) { return read.array == used; }));
        if (uses) users.insert(static_cast<int>(p));
      }
    }
    return users;
  };
  reached = users_of(array, true, false);
  ends = users_of(array, false, true);
  for (std::size_t round = 0; round < scop.statements.size(); ++round) {
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      if (!arrays[a]->local || static_cast<int>(a) == array) continue;
      const std::set<int> users = users_of(static_cast<int>(a), true, true);
      if (std::any_of(users.begin(), users.end(), [&](int user) { return reached.contains(user); }))
        reached.insert(users.begin(), users.end());
    }
  }
  const bool joined = std::any_of(ends.begin(), ends.end(), [&](int end) { return reached.contains(end); });
  return joined ? std::nullopt : Disproof("nothing else joins its processes");
}

bool is_outside(const std::string& mode) { return mode == "m_axi" || mode == "axis" || mode == "ap_fifo"; }

/// Of a port: its elements are accessed once each, in the order of their addresses, and only read or only written.
Disproof disprove_stream_port(const Refused& refused, int array) {
  const auto& buffers = refused.scop.hardware.buffers;
  const bool buffered =
      std::any_of(buffers.begin(), buffers.end(), [&](const poly::BufferMark& mark) { return mark.array == array; });
  if (buffered || says(refused, "only the run knows") || says(refused, "run-time size") ||
      says(refused, "at an index that is computed"))
    return std::nullopt;
  const Instances instances(*refused.scop.program);
  const Ranks ranks = rank_instances(instances, refused.scop);
  std::set<std::pair<int, Vector>> order;  // by rank; what one instance does twice with one element counts once
  std::size_t touched = 0;
  std::set<bool> ways;
  for (const auto& [element, touches] : instances.touches) {
    if (element.first != array) continue;
    for (const Touch& touch : touches) {
      ways.insert(touch.writes);
      order.insert({ranks.of[static_cast<std::size_t>(touch.instance)], element.second});
    }
    ++touched;
  }
  const bool all = static_cast<std::int64_t>(touched) == refused.scop.program->arrays[array]->elements();
  if (!all || ways.size() != 1 || order.size() != touched) return std::nullopt;
  const Vector* before = nullptr;
  std::optional<int> last;
  for (const auto& [rank, element] : order) {
    // What one instance reads in two places has no order.
    if (before && (element <= *before || rank == last)) return std::nullopt;
    before = &element;
    last = rank;
  }
  return "each element is accessed once, in the order of the addresses: " + refused.error.message;
}

/// By the array and, where it is a number's fault, by the number.
Disproof disprove_stream(const Refused& refused) {
  if (const auto port = match(refused.error.message, "^\"(\\w+)\" cannot be a stream: "))
    return disprove_stream_port(refused, refused.scop.program->find_array((*port)[0]));
  if (const auto fifo = match(refused.error.message, "^\"(\\w+)\" cannot be a FIFO of (\\d+) elements")) {
    return disprove_deadlock(refused.scop, refused.scop.program->find_array((*fifo)[0]), std::stoll((*fifo)[1]));
  }
  const auto claim = match(refused.error.message, "^\"(\\w+)\" cannot be a FIFO: ");
  if (!claim) return unclear(refused);
  const int array = refused.scop.program->find_array((*claim)[0]);
  if (const auto depth = match(refused.error.message, "a depth of (-?\\d+) holds")) {
    return std::stoi((*depth)[0]) < 1 ? std::nullopt : Disproof("the depth is good");
  }
  if (says(refused, "it is an argument")) {
    return refused.scop.program->arrays[array]->local ? Disproof("it is local") : std::nullopt;
  }
  if (says(refused, "it is a table"))
    return refused.scop.program->arrays[array]->is_table() ? std::nullopt : Disproof("it has no contents");
  const Instances instances(*refused.scop.program);
  const Ranks ranks = rank_instances(instances, refused.scop);
  if (!why_no_stream(instances, ranks, refused.scop, array).empty()) return std::nullopt;
  return "each element is written once and read once, in the same order: " + refused.error.message;
}

bool is_written(const poly::Scop& scop, const std::string& array) {
  const auto& computes = scop.program->computes;
  return std::any_of(computes.begin(), computes.end(), [&](const dsl::Compute& compute) {
    return compute.store.array == scop.program->find_array(array);
  });
}

/// Of operations and of storage. Which implementations exist is the vendor's table, and not looked up again.
Disproof disprove_binding(const Refused& refused) {
  if (const auto latency = match(refused.error.message, "a latency of (-?\\d+) is outside \\[-1, (\\d+)\\]")) {
    const int asked = std::stoi((*latency)[0]);
    return asked < -1 || asked > std::stoi((*latency)[1]) ? std::nullopt : Disproof("the latency is good");
  }
  if (const auto name = match(refused.error.message, "\"(\\w+)\": a compute writes it")) {
    const std::string array = dsl::memory_of(refused.scop.program->schedule, (*name)[0]);
    return is_written(refused.scop, array) ? std::nullopt : Disproof("nothing writes it");
  }
  if (const auto name = match(refused.error.message, "\"(\\w+)\": a copy fills the buffer")) {
    const bool buffered =
        poly::find_named_buffer(refused.scop, (*name)[0]) >= 0 || poly::is_buffered(refused.scop, (*name)[0]);
    return buffered ? std::nullopt : Disproof("it has no buffer");
  }
  if (const auto name = match(refused.error.message, "\"(\\w+)\": it is a table")) {
    const int array = refused.scop.program->find_array((*name)[0]);
    return refused.scop.program->arrays[array]->is_table() ? std::nullopt : Disproof("it has no contents");
  }
  if (const auto name = match(refused.error.message, "\"(\\w+)\": it is no FIFO")) {
    const int array = refused.scop.program->find_array((*name)[0]);
    for (const poly::StreamMark& mark : refused.scop.hardware.streams) {
      if (mark.array == array) return "it is a stream";
    }
    return std::nullopt;
  }
  const bool outside = says(refused, "lies outside the design"), streamed = says(refused, "a stream is a fifo");
  if (outside || streamed || says(refused, "cannot be a stream: its storage")) {
    const auto name = match(refused.error.message, "\"(\\w+)\"");
    const int array = refused.scop.program->find_array((*name)[0]);
    const poly::HardwareMarks& marks = refused.scop.hardware;
    const auto has = [&](const auto& list) {
      return std::any_of(list.begin(), list.end(), [&](const auto& mark) { return mark.array == array; });
    };
    const bool port = std::any_of(marks.ports.begin(), marks.ports.end(), [&](const poly::PortMark& mark) {
      return mark.port == (*name)[0] && is_outside(mark.mode);
    });
    return (outside    ? port || has(marks.storages)
            : streamed ? has(marks.streams)
                       : has(marks.storages))
               ? std::nullopt
               : Disproof("the other directive is not there");
  }
  const bool known = says(refused, "does not implement") || says(refused, "is not a type") ||
                     says(refused, "it has no such operation");
  return known ? std::nullopt : unclear(refused);
}

Disproof disprove_interface(const Refused& refused) {
  const auto* directive = std::get_if<Interface>(&refused.directive.primitive);
  if (!directive) return "it blames another directive";
  if (says(refused, "it is a local array")) {
    const int array = refused.scop.program->find_array(directive->port);
    const bool local = refused.scop.program->arrays[array]->local;
    return local ? std::nullopt : Disproof("it is an argument");
  }
  if (says(refused, "it is a table")) {
    const int array = refused.scop.program->find_array(directive->port);
    return refused.scop.program->arrays[array]->is_table() ? std::nullopt : Disproof("it has no contents");
  }
  if (says(refused, "only AXI ports")) {
    const bool axi = directive->mode == "m_axi" || directive->mode == "s_axilite";
    return axi || directive->bundle.empty() ? Disproof("it has a right to a bundle, or none") : std::nullopt;
  }
  if (says(refused, "what it can have is")) {
    const auto list = match(refused.error.message, "what it can have is (.*)$");
    return (", " + (*list)[0] + ",").find(", " + directive->mode + ",") == std::string::npos
               ? std::nullopt
               : Disproof("the list has the mode");
  }
  return unclear(refused);
}

/// Of loops without buffers, of loads that would run ahead of the stores before them, of bundles.
Disproof disprove_double_buffer(const Refused& refused) {
  const auto* directive = std::get_if<DoubleBuffer>(&refused.directive.primitive);
  if (!directive) return "it blames another directive";
  const poly::Scop& scop = refused.scop;
  const std::string& message = refused.error.message;
  const poly::Statement& inside = scop.statements[scop.program->find_compute(directive->compute)];
  const int level = poly::level_of(inside, directive->loop);
  const auto marks_here = [&](const auto& marks) {
    return std::count_if(marks.begin(), marks.end(), [&](const auto& mark) {
      if constexpr (requires { mark.accumulates; }) {
        if (mark.accumulates) return false;
      }
      if (mark.statement < 0 || mark.at.line == refused.error.at.line) return false;
      const poly::Statement& other = scop.statements[mark.statement];
      LoopRef loop;
      loop.name = mark.loop;
      return (&other == &inside || share_loop(other, inside, level)) && poly::level_of(other, loop) == level;
    });
  };
  if (says(refused, "no buffer is placed"))
    return marks_here(scop.hardware.buffers) == 0 ? std::nullopt : Disproof("there is one");
  if (says(refused, "it has them already"))
    return marks_here(scop.hardware.regions) > 0 ? std::nullopt : Disproof("it has not");
  if (const auto pair = match(message, "which iteration \\((.*)\\) stores, is loaded by iteration \\((.*)\\), which")) {
    const auto numbers_in = [](const std::string& text) {
      Vector numbers;
      for (std::size_t at = text.find("= "); at != std::string::npos; at = text.find("= ", at + 1))
        numbers.push_back(std::stoll(text.substr(at + 2)));
      return numbers;
    };
    const Vector first = numbers_in((*pair)[0]), second = numbers_in((*pair)[1]);
    const bool in_order = first.size() == second.size() && static_cast<int>(first.size()) == level + 1 &&
                          std::equal(first.begin(), first.end() - 1, second.begin()) && first.back() < second.back();
    return in_order ? std::nullopt : Disproof("these are no iterations of which one follows the other");
  }
  if (const auto work = match(message, "\"(\\w+)\" works on \"(\\w+)\", whose bundle"))
    return poly::outside_mode(scop, (*work)[1]) == "m_axi" ? std::nullopt : Disproof("it lies behind no bus");
  const bool form = says(refused, "does not begin with 0") || says(refused, "counts in steps of") ||
                    says(refused, "no constant and no argument") || says(refused, "stands outside of the loop");
  return form ? std::nullopt : unclear(refused);
}

/// Of words that the array cannot have, and of accesses that take none. Where tiles begin, execution judges.
Disproof disprove_pack(const Refused& refused) {
  const auto* directive = std::get_if<Pack>(&refused.directive.primitive);
  if (!directive) return "it blames another directive";
  const poly::Scop& scop = refused.scop;
  const dsl::Array& array = *scop.program->arrays[scop.program->find_array(directive->array)];
  const std::int64_t lanes = directive->lanes;
  const auto holds = [](bool claim, const char* otherwise) { return claim ? std::nullopt : Disproof(otherwise); };
  if (says(refused, "already")) return std::nullopt;  // conflicting marks are counted elsewhere
  if (says(refused, "no argument in memory")) return holds(!array.is_argument() || array.returned, "it is one");
  if (says(refused, "it is one element")) return holds(array.shape.empty(), "it has several");
  if (says(refused, "parameters decide")) return holds(!array.extents.empty(), "they do not");
  if (says(refused, "elements of words are C++'s own"))
    return holds(array.type.bits != 32 || array.type.is_fixed(), "they are");
  if (says(refused, "no power of two")) return holds(lanes <= 0 || (lanes & (lanes - 1)) != 0, "it is one");
  const std::int64_t ports = directive->ports;
  if (says(refused, "the number of its ports is"))
    return holds(ports <= 0 || ports > 32 || (ports & (ports - 1)) != 0 || lanes / ports < 2, "it is");
  if (says(refused, "has at most")) return holds(lanes / ports * array.type.bits > 512, "it has fewer");
  if (says(refused, "no whole words")) return holds(array.shape.back() % lanes != 0, "they are");
  if (says(refused, "its rows are"))
    return holds(directive->rows != "whole" && directive->rows != "padded", "they are");
  if (const auto shared =
          match(refused.error.message,
                "its ports need (?:bundles of their own, and|the bundle \"\\w+\", in which) \"(\\w+)\" is"))
    return holds(ports > 1 && poly::outside_mode(scop, (*shared)[0]) == "m_axi", "it is not behind a bus");
  if (const auto port = match(refused.error.message, "its ports need the name \"(\\w+)\""))
    return holds(ports > 1 && scop.program->find_array((*port)[0]) >= 0, "nothing has this name");
  if (const auto sent = match(refused.error.message, "sends \"(\\w+)\", and \"(\\w+)\" does not read"))
    return holds(poly::reads_array(scop.statements[scop.program->find_compute((*sent)[1])],
                                   scop.program->find_array((*sent)[0])),
                 "it takes none of it");
  if (says(refused, "is not m_axi")) return holds(poly::outside_mode(scop, directive->array) != "m_axi", "it is");
  // Those of the buffers and the channels that are made of the schedule.
  for (const char* of_made : {"begins at different places", "accesses single elements", "more from its channels"}) {
    if (says(refused, of_made)) return std::nullopt;
  }
  return unclear(refused);
}

/// The routines' names stand beside those of arrays, computes and the function.
Disproof disprove_duplicate_name(const Refused& refused) {
  const auto claim = match(refused.error.message, "^the name \"(\\w+)\" is used twice");
  if (!claim) return unclear(refused);
  const dsl::Function& program = *refused.scop.program;
  const std::string& name = (*claim)[0];
  const bool taken = name == program.name || dsl::find_buffer(program.schedule, name) ||
                     program.find_array(name) >= 0 || program.find_compute(name) >= 0;
  return taken ? std::nullopt : Disproof("nothing has this name");
}

}  // namespace

/// Marks that stand once: on an operation, an array, a port, a nest.
Disproof disprove_second_mark(const Refused& refused) {
  const poly::Scop& scop = refused.scop;
  const std::string& message = refused.error.message;
  const auto has_array = [&](const auto& marks, const std::string& name) {
    return std::any_of(marks.begin(), marks.end(),
                       [&](const auto& mark) { return mark.array == scop.program->find_array(name); });
  };
  bool holds = false;
  if (const auto bound = match(message, "^\"(\\w+)\" of \"(\\w+)\" is already bound")) {
    const auto& marks = scop.statements[scop.program->find_compute((*bound)[1])].bindings;
    holds = std::any_of(marks.begin(), marks.end(), [&](const auto& mark) { return mark.operation == (*bound)[0]; });
  } else if (const auto storage = match(message, "^the storage of \"(\\w+)\" is already bound")) {
    const int buffer = poly::find_named_buffer(scop, (*storage)[0]);
    holds = buffer < 0 ? has_array(scop.hardware.storages, (*storage)[0])
                       : scop.hardware.buffers[buffer].storage.has_value();
  } else if (const auto stream = match(message, "^\"(\\w+)\" is already a stream")) {
    holds = has_array(scop.hardware.streams, (*stream)[0]);
  } else if (const auto port = match(message, "^(?:\"(\\w+)\"|the function) has an interface already")) {
    const std::string name = (*port)[0].empty() ? "return" : (*port)[0];
    holds = scop.hardware.find_port(name) != nullptr;
  } else if (const auto nest = match(message, "^the nest of \"(\\w+)\" is already function (\\w+)")) {
    const auto& own = scop.statements[scop.program->find_compute((*nest)[0])];
    holds = std::any_of(scop.statements.begin(), scop.statements.end(), [&](const auto& other) {
      return other.position.front() == own.position.front() && other.function && other.function->name == (*nest)[1];
    });
  } else if (const auto part = match(message, "^the nest of \"(\\w+)\" is already part of process \"(\\w+)\"")) {
    const auto& processes = scop.hardware.processes;
    holds = std::any_of(processes.begin(), processes.end(), [&](const auto& mark) { return mark.name == (*part)[1]; });
  } else if (const auto two = match(message, "two functions \"(\\w+)\" and \"(\\w+)\"")) {
    const auto names = [&](const std::string& name) {
      return std::any_of(scop.statements.begin(), scop.statements.end(),
                         [&](const auto& s) { return s.function && s.function->name == name; });
    };
    holds = (*two)[0] != (*two)[1] && names((*two)[0]) && names((*two)[1]);
  } else {
    return unclear(refused);
  }
  return holds ? std::nullopt : Disproof("there is no such mark yet: " + message);
}

const DisproofsByCode& hardware_disproofs() {
  static const DisproofsByCode all = {
      {"bad-binding", disprove_binding},
      {"bad-double-buffer", disprove_double_buffer},
      {"bad-pack", disprove_pack},
      {"bad-interface", disprove_interface},
      {"duplicate-name", disprove_duplicate_name},
      {"not-a-stream", disprove_stream},
  };
  return all;
}

}  // namespace pom::fuzz
