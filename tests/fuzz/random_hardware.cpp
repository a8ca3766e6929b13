#include <algorithm>

#include "dsl/model/expr_node.hpp"
#include "random_directive.hpp"

/// Directives that move nothing and mark no loop's iterations.
namespace pom::fuzz {

namespace {

using Made = std::optional<Primitive>;
using Words = std::vector<std::string>;

/// Most refused directives are thrown away again (random_case.cpp); of those that are left, one in ten is wrong.
constexpr int mistakes_percent = 35;

const dsl::Array& any_array(const DirectiveContext& at) {
  const auto& arrays = at.scop.program->arrays;
  return *arrays[static_cast<std::size_t>(at.random.pick(0, static_cast<int>(arrays.size()) - 1))];
}

const dsl::Compute& compute_of(const DirectiveContext& at) { return at.scop.program->computes[at.statement]; }

/// An array and its name, or a buffer's that has one.
std::pair<std::string, const dsl::Array*> any_memory(const DirectiveContext& at) {
  std::vector<const poly::BufferMark*> named;
  for (const poly::BufferMark& mark : at.scop.hardware.buffers) {
    if (!mark.name.empty()) named.push_back(&mark);
  }
  if (named.empty() || at.random.chance(40)) {
    const dsl::Array& array = any_array(at);
    return {array.name, &array};
  }
  const poly::BufferMark& buffer =
      *named[static_cast<std::size_t>(at.random.pick(0, static_cast<int>(named.size()) - 1))];
  return {buffer.name, at.scop.program->arrays[buffer.array].get()};
}

template <class Banks>
Made make_banks(const DirectiveContext& at) {
  const auto [name, declared] = any_memory(at);
  const dsl::Array& array = *declared;
  Banks made{name, {}, {}};
  for (std::int64_t extent : array.shape) {
    const int most = static_cast<int>(std::min<std::int64_t>(extent, 4)) + (at.random.chance(2) ? 8 : 0);
    made.factors.push_back(at.random.pick(1, most));
    made.kinds.push_back(at.random.one_of(Words{"cyclic", "cyclic", "block", "complete", "none"}));
  }
  return made;
}

void collect_operations(const dsl::ExprNode& node, Words& operations) {
  if (node.op == dsl::Op::load) return;
  const bool binds = node.op == dsl::Op::add || node.op == dsl::Op::sub || node.op == dsl::Op::mul;
  if (binds) operations.push_back(to_string(node.op));
  for (const dsl::ExprPtr& operand : node.operands) collect_operations(*operand, operations);
}

Made make_bind_op(const DirectiveContext& at) {
  Words operations;
  collect_operations(*compute_of(at).value, operations);
  const bool wrong = operations.empty() || at.random.chance(mistakes_percent);
  if (wrong) operations = {"add", "sub", "mul", "div", "sqrt", "mod"};
  const bool is_float = at.scop.program->arrays[compute_of(at).store.array]->type.is_float();
  const Words implementations = wrong      ? Words{"fabric", "dsp", "meddsp", "fulldsp", "maxdsp", "magic"}
                                : is_float ? Words{"fabric", "fulldsp"}
                                           : Words{"fabric", "dsp"};
  const int latency = at.random.chance(50) ? -1 : at.random.pick(0, wrong ? 20 : 4);
  return BindOp{at.name(), at.random.one_of(operations), at.random.one_of(implementations), latency};
}

Made make_bind_storage(const DirectiveContext& at) {
  const bool wrong = at.random.chance(mistakes_percent);
  const Words types = wrong ? Words{"rom_1p", "rom_np", "fifo", "fifo", "ram", "ram_t2p"}
                            : Words{"ram_1p", "ram_2p", "ram_s2p", "ram_t2p", "ram_1wnr"};
  const Words implementations = wrong ? Words{"auto", "lutram", "srl"} : Words{"auto", "bram", "uram"};
  const int latency = at.random.chance(50) ? -1 : at.random.pick(wrong ? -2 : 0, wrong ? 5 : 3);
  return BindStorage{any_memory(at).first, at.random.one_of(types), at.random.one_of(implementations), latency};
}

Made make_interface(const DirectiveContext& at) {
  const bool wrong = at.random.chance(mistakes_percent), function = at.random.chance(25);
  Interface made{function ? "return" : any_array(at).name, "", ""};
  const Words modes = wrong      ? Words{"s_axilite", "ap_ctrl_none", "axi", "bram", "ap_none"}
                      : function ? Words{"ap_ctrl_hs", "ap_ctrl_chain", "ap_ctrl_none", "s_axilite"}
                                 : Words{"ap_memory", "bram", "m_axi", "m_axi"};
  made.mode = at.random.one_of(modes);
  const bool bundled = made.mode == "m_axi" || made.mode == "s_axilite" || (wrong && at.random.chance(30));
  if (bundled && at.random.chance(70)) made.bundle = "gmem" + std::to_string(at.random.pick(0, 1));
  return made;
}

/// Mostly of the array that the statement writes: about others nothing can be said.
Made make_dependence(const DirectiveContext& at) {
  const int written = compute_of(at).store.array;
  const bool own = at.random.chance(80);
  const dsl::Array& array = own ? *at.scop.program->arrays[written] : any_array(at);
  for (int level = 0; level < at.depth() && at.random.chance(60); ++level) {
    // There the library looks for facts without being asked, too.
    if (at.target().loops[level].pipeline) return DependenceFact{at.name(), at.loop(level), array.name};
  }
  return DependenceFact{at.name(), at.any_loop(), array.name};
}

/// Few names, so that some are shared, by nests that are alike and by others; and names that are in use elsewhere.
Made make_inline_off(const DirectiveContext& at) {
  const int kind = at.random.weighted({20, 55, 25});
  if (kind == 0) return InlineOff{at.name(), ""};
  if (kind == 1) return InlineOff{at.name(), at.random.one_of(Words{"layer", "part"})};
  const Words taken = {"s0_process", "s1_process", "s0_nest", "s1_nest", "i", "j", "t0", "A0", "s0", "local0", "v0"};
  return InlineOff{at.name(), at.random.one_of(taken)};
}

/// Mostly of an argument that the statement accesses.
Made make_buffer_at(const DirectiveContext& at) {
  Words accessed = {at.scop.program->arrays[compute_of(at).store.array]->name};
  for (const dsl::Access& load : compute_of(at).loads) accessed.push_back(at.scop.program->arrays[load.array]->name);
  const std::string array = at.random.chance(90) ? at.random.one_of(accessed) : any_array(at).name;
  const bool argument = at.scop.program->arrays[at.scop.program->find_array(array)]->is_argument();
  if (!argument && !at.random.chance(mistakes_percent)) return {};
  const std::string name = at.random.chance(40) ? "tile" + std::to_string(at.random.pick(0, 4)) : "";
  if (at.random.chance(25)) return BufferAt{array, "", {}, name};
  return BufferAt{array, at.name(), at.any_loop(), name};
}

Made make_stream(const DirectiveContext& at) {
  Words locals;
  for (const auto& array : at.scop.program->arrays) {
    if (array->local) locals.push_back(array->name);
  }
  if (locals.empty() && !at.random.chance(5)) return {};
  const int depth = at.random.chance(5) ? at.random.pick(-1, 0) : at.random.pick(1, 8);
  return Stream{locals.empty() ? any_array(at).name : at.random.one_of(locals), depth};
}

Made make_dataflow(const DirectiveContext& at) {
  const auto& arrays = at.scop.program->arrays;
  const bool likely = std::any_of(arrays.begin(), arrays.end(), [](const auto& array) { return array->local; });
  if (at.scop.hardware.dataflow || (!likely && !at.random.chance(10))) return {};
  return Dataflow{};
}

}  // namespace

const std::vector<DirectiveMaker>& hardware_makers() {
  static const std::vector<DirectiveMaker> all = {
      {"partition", Group::hardware, 6, make_banks<Partition>},  //
      {"reshape", Group::hardware, 6, make_banks<Reshape>},      //
      {"bind_op", Group::hardware, 7, make_bind_op},             //
      {"bind_storage", Group::hardware, 6, make_bind_storage},   //
      {"interface", Group::hardware, 6, make_interface},         //
      {"dependence", Group::hardware, 16, make_dependence},      //
      {"inline_off", Group::hardware, 10, make_inline_off},      //
      {"buffer_at", Group::hardware, 10, make_buffer_at},        //
      {"stream", Group::hardware, 8, make_stream},               //
      {"dataflow", Group::hardware, 8, make_dataflow},           //
  };
  return all;
}

}  // namespace pom::fuzz
