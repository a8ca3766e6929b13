#include "dsl/record/check_memory_directive.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "dsl/model/added_names.hpp"
#include "dsl/model/names.hpp"
#include "dsl/model/port_words.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom::dsl {
namespace {

using Finding = std::optional<Diagnostic>;
using Words = std::vector<std::string>;

bool contains(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Diagnostic unknown_array(const Function& function, const std::string& name, const Location& at) {
  if (const Directive* lost = find_buffer(function.replaced, name); lost && !find_buffer(function.schedule, name)) {
    Diagnostic error = make_error("unknown-array", "the schedule has no buffer \"" + name + "\" any more", at);
    error.notes.push_back({"transform_loops() or auto_DSE() put others in the place of " + to_string(*lost), lost->at});
    error.help = "ask for it again in front of this";
    return error;
  }
  const std::string array = memory_of(function.schedule, name);
  const std::string what = array == name ? "there is no array \"" + name + "\""
                                         : "\"" + name + "\" is a buffer of \"" + array +
                                               "\", no array: partition, reshape and bind_storage speak of it";
  return make_error("unknown-array", what, at);
}

/// Partition and reshape take the same arguments.
template <class Banks>
class BankCheck {
 public:
  BankCheck(const Function& function, const char* verb, const Location& at)
      : function_(function), verb_(verb), at_(at) {}

  Finding check(const Banks& d) const {
    const int array = function_.find_array(memory_of(function_.schedule, d.array));
    if (array < 0) return unknown_array(function_, d.array, at_);
    const std::vector<std::int64_t>& shape = function_.arrays[array]->shape;
    if (d.factors.size() != shape.size() || d.kinds.size() != shape.size()) {
      return refuse(d, "it has " + counted(shape.size(), "dimension") + ", but " + counted(d.factors.size(), "factor") +
                           " and " + counted(d.kinds.size(), "kind") + " are given");
    }
    // How many elements a buffer has is known once it is placed (polyhedral/buffers/check_buffer.hpp).
    const bool is_buffer = function_.find_array(d.array) < 0;
    for (std::size_t dimension = 0; dimension < shape.size(); ++dimension) {
      const std::int64_t extent = is_buffer ? std::numeric_limits<std::int64_t>::max() : shape[dimension];
      if (auto error = check_dimension(d, dimension, extent)) return error;
    }
    return {};
  }

 private:
  Diagnostic refuse(const Banks& d, const std::string& reason) const {
    return make_error("bad-partition", std::string("cannot ") + verb_ + " \"" + d.array + "\": " + reason, at_);
  }

  Finding check_dimension(const Banks& d, std::size_t dimension, std::int64_t extent) const {
    const std::string& kind = d.kinds[dimension];
    const std::int64_t factor = d.factors[dimension];
    const Words kinds = {"cyclic", "block", "complete", "none"};
    if (!contains(kinds, kind)) {
      return misspelt(refuse(d, "\"" + kind + "\" is not a kind; the kinds are cyclic, block, complete and none"), kind,
                      kinds);
    }
    const std::string what = "factor " + std::to_string(factor) + " of dimension " + std::to_string(dimension);
    if (factor < 1) return refuse(d, what + " is less than 1");
    const bool factor_counts = kind == "cyclic" || kind == "block";
    if (!factor_counts || factor <= extent) return {};
    Diagnostic error = refuse(d, what + " is above its extent, " + std::to_string(extent));
    error.fix = {std::to_string(factor), std::to_string(extent)};
    return error;
  }

  const Function& function_;
  const char* verb_;
  const Location& at_;
};

bool is_written(const Function& function, int array) {
  return std::any_of(function.computes.begin(), function.computes.end(),
                     [&](const Compute& compute) { return compute.store.array == array; });
}

bool is_read(const Function& function, int array) {
  return std::any_of(function.computes.begin(), function.computes.end(), [&](const Compute& compute) {
    return std::any_of(compute.loads.begin(), compute.loads.end(),
                       [&](const Access& load) { return load.array == array; });
  });
}

enum class PortKind { none, array, output, scalar, control };

PortKind kind_of_port(const Function& function, const std::string& port) {
  if (port == "return") return PortKind::control;
  if (const int array = function.find_array(port); array >= 0)
    return function.arrays[array]->shape.empty() ? PortKind::output : PortKind::array;
  const bool is_scalar = std::any_of(function.scalars.begin(), function.scalars.end(),
                                     [&](const auto& scalar) { return !scalar->value && scalar->name == port; });
  return is_scalar ? PortKind::scalar : PortKind::none;
}

Words modes_of(PortKind kind) {
  if (kind == PortKind::array) return {"ap_memory", "bram", "m_axi", "axis", "ap_fifo"};
  if (kind == PortKind::output) return {"ap_vld", "ap_none", "s_axilite", "m_axi"};
  if (kind == PortKind::scalar) return {"ap_none", "ap_stable", "ap_vld", "s_axilite"};
  return {"ap_ctrl_hs", "ap_ctrl_chain", "ap_ctrl_none", "s_axilite"};
}

}  // namespace

Finding check_memory_directive(const Function& function, const Partition& d, const Location& at) {
  return BankCheck<Partition>(function, "partition", at).check(d);
}

Finding check_memory_directive(const Function& function, const Reshape& d, const Location& at) {
  return BankCheck<Reshape>(function, "reshape", at).check(d);
}

Finding check_memory_directive(const Function& function, const BindStorage& d, const Location& at) {
  const int array = function.find_array(memory_of(function.schedule, d.array));
  if (array < 0) return unknown_array(function, d.array, at);
  const auto refuse = [&](const std::string& reason) {
    return make_error("bad-binding", "cannot bind the storage of \"" + d.array + "\": " + reason, at);
  };
  const Words memories = {"ram_1p", "ram_2p", "ram_s2p", "ram_t2p", "ram_1wnr", "rom_1p", "rom_2p", "rom_np"};
  if (!contains(memories, d.type) && d.type != "fifo") {
    return misspelt(refuse("\"" + d.type + "\" is not a type; the types are " + join(memories) + " and fifo"), d.type,
                    memories);
  }
  const Words implementations = d.type == "fifo"       ? Words{"auto", "bram", "lutram", "uram", "memory", "srl"}
                                : d.type == "ram_1wnr" ? Words{"auto", "bram", "lutram", "uram"}
                                : d.type == "ram_t2p"  ? Words{"auto", "bram", "uram"}
                                : d.type[1] == 'o'     ? Words{"auto", "bram", "lutram"}
                                                       : Words{"auto", "bram", "lutram", "uram"};
  if (!contains(implementations, d.implementation)) {
    return misspelt(
        refuse("\"" + d.implementation + "\" does not implement " + d.type + "; what does is " + join(implementations)),
        d.implementation, implementations);
  }
  if (d.type[1] != 'o' && function.arrays[array]->is_table())
    return refuse("it is a table, which is built from rom_1p, rom_2p or rom_np");
  if (d.type[1] == 'o' && is_written(function, array))
    return refuse("a compute writes it, but " + d.type + " is read only");
  if (d.latency < -1 || d.latency > 3) {
    return refuse("a latency of " + std::to_string(d.latency) + " is outside [-1, 3]; -1 is the tool's choice");
  }
  return {};
}

Finding check_memory_directive(const Function& function, const Interface& d, const Location& at) {
  const auto refuse = [&](const std::string& reason) {
    const std::string what = d.port == "return" ? "the function" : "\"" + d.port + "\"";
    return make_error("bad-interface", "cannot give " + what + " the interface \"" + d.mode + "\": " + reason, at);
  };
  const PortKind kind = kind_of_port(function, d.port);
  if (kind == PortKind::none) return refuse("it is no port of the function");
  const Words modes = modes_of(kind);
  if (!contains(modes, d.mode)) return misspelt(refuse("what it can have is " + join(modes)), d.mode, modes);
  if (!d.bundle.empty() && d.mode != "m_axi" && d.mode != "s_axilite") return refuse("only AXI ports have bundles");
  if (!d.bundle.empty() && check_identifier("bundle", d.bundle, at))
    return refuse("\"" + d.bundle + "\" is no name for a bundle");
  const bool stores = kind == PortKind::array || kind == PortKind::output;
  const Array* array = stores ? function.arrays[function.find_array(d.port)].get() : nullptr;
  if (array && array->returned)
    return refuse("it is the return value; what it goes through is the function's interface");
  if (array && !array->is_argument()) {
    if (kind == PortKind::output && array->local)
      return refuse("it is local, not a port; output() makes it a result of the function");
    return refuse(array->local ? "it is a local array, not a port" : "it is a table, not a port");
  }
  return {};
}

Finding check_memory_directive(const Function& function, const Stream& d, const Location& at) {
  const int array = function.find_array(d.array);
  if (array < 0) return unknown_array(function, d.array, at);
  const auto refuse = [&](const std::string& reason) {
    return make_error("not-a-stream", "\"" + d.array + "\" cannot be a FIFO: " + reason, at);
  };
  if (d.depth < 1) return refuse("a depth of " + std::to_string(d.depth) + " holds no element");
  const std::int64_t elements = std::max<std::int64_t>(function.arrays[array]->elements(), 2);
  if (d.depth > elements)
    return refuse("a depth of " + std::to_string(d.depth) + " is more than the " + std::to_string(elements) +
                  " elements that ever wait in it");
  constexpr int deepest = 1 << 20;
  if (d.depth > deepest)
    return refuse("a depth of " + std::to_string(d.depth) + " is more than " + std::to_string(deepest));
  if (function.arrays[array]->is_table()) return refuse("it is a table, which nothing writes");
  if (!function.arrays[array]->local)
    return refuse("it is an argument; " + d.array + ".local() makes it a local array");
  return {};
}

Finding check_memory_directive(const Function& function, const BufferAt& d, const Location& at) {
  const int array = function.find_array(d.array);
  if (array < 0) return unknown_array(function, d.array, at);
  std::string reason;
  if (!function.arrays[array]->is_argument() || function.arrays[array]->returned)
    reason = "it is no argument, but lies on the chip already";
  else if (function.arrays[array]->shape.empty())
    reason = "it is one value, which a local scalar keeps";
  if (reason.empty() && !d.name.empty()) return check_new_name(function, "buffer", d.name, at);
  if (reason.empty()) return {};
  return make_error("bad-buffer", "\"" + d.array + "\" has no buffer: " + reason, at);
}

namespace {

bool is_power_of_two(std::int64_t number) { return number > 0 && (number & (number - 1)) == 0; }

/// A port has no more than `most` elements of the type.
template <class Refuse>
Diagnostic refuse_width(const Refuse& refuse, const Pack& d, std::int64_t most, const std::string& type) {
  Diagnostic error = refuse("a port has at most " + std::to_string(most_word_bits) + " bits, " + std::to_string(most) +
                            " elements of " + type);
  if (d.lanes / most > most_ports) return error;
  error.help = d.array + ".pack(" + std::to_string(d.lanes) + ", \"" + d.rows + "\", " +
               std::to_string(d.lanes / most) + ") takes a word from " + std::to_string(d.lanes / most) + " ports";
  return error;
}

}  // namespace

Finding check_memory_directive(const Function& function, const Pack& d, const Location& at) {
  const int array = function.find_array(d.array);
  if (array < 0) return unknown_array(function, d.array, at);
  const auto refuse = [&](const std::string& reason) {
    return make_error("bad-pack",
                      "\"" + d.array + "\" gets no words of " + std::to_string(d.lanes) + " elements: " + reason, at);
  };
  const Array& declared = *function.arrays[array];
  if (!declared.is_argument() || declared.returned) return refuse("it is no argument in memory");
  if (declared.shape.empty()) return refuse("it is one element");
  if (!declared.extents.empty()) return refuse("parameters decide its extents");
  if (d.rows != "whole" && d.rows != "padded")
    return misspelt(refuse("its rows are \"whole\" or \"padded\", not \"" + d.rows + "\""), d.rows,
                    {"whole", "padded"});
  if (!has_word_layout(declared.type))
    return refuse("elements of words are C++'s own integers and floats, or half, of 8, 16, 32 or 64 bits, not " +
                  to_string(declared.type));
  if (!is_power_of_two(d.lanes)) return refuse("their number is no power of two");
  if (!is_power_of_two(d.ports) || d.ports > most_ports || (d.ports > 1 && d.lanes / d.ports < 2))
    return refuse("the number of its ports is a power of two, at most " + std::to_string(most_ports) +
                  " and half of that of the elements, not " + std::to_string(d.ports));
  const std::int64_t most = most_word_bits / declared.type.bits, row = declared.shape.back();
  if (d.lanes / d.ports > most) return refuse_width(refuse, d, most, to_string(declared.type));
  if (row % d.lanes == 0 || d.rows == "padded") return {};
  Diagnostic error = refuse("its rows of " + std::to_string(row) + " elements are no whole words");
  std::int64_t fits = d.lanes;
  while (row % fits != 0) fits /= 2;
  error.help = (fits > 1 ? d.array + ".pack(" + std::to_string(fits) + "), or " : "") + d.array + ".pack(" +
               std::to_string(d.lanes) + ", \"padded\"), with rows of " +
               std::to_string((row + d.lanes - 1) / d.lanes * d.lanes) + " on the host";
  return error;
}

Finding check_memory_directive(const Function& function, const Broadcast& d, const Location& at) {
  const int array = function.find_array(d.array);
  if (array < 0) return unknown_array(function, d.array, at);
  std::string reason;
  if (!function.arrays[array]->is_argument())
    reason = "it is no argument: every nest may read it";
  else if (function.arrays[array]->shape.empty())
    reason = "it is one value";
  else if (is_written(function, array))
    reason = "the function writes it; let one nest copy what others read";
  else if (!is_read(function, array))
    reason = "nothing reads it";
  if (reason.empty()) return {};
  return make_error("bad-broadcast", "\"" + d.array + "\" is not handed on: " + reason, at);
}

Finding check_memory_directive(const Function& function, const Convert& d, const Location& at) {
  const int array = function.find_array(d.array);
  if (array < 0) return unknown_array(function, d.array, at);
  const Array& declared = *function.arrays[array];
  std::string reason;
  if (declared.shape.empty())
    reason = "it is one value";
  else if (declared.is_table())
    reason = "it is a table, of which every nest has its own";
  if (reason.empty()) return {};
  return make_error("bad-convert", "\"" + d.array + "\" is not brought into another order: " + reason, at);
}

Finding check_memory_directive(const Function&, const Dataflow&, const Location&) { return {}; }

}  // namespace pom::dsl
