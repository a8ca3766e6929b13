#include "polyhedral/loops/generate_loops.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/loops/ast_expression.hpp"
#include "polyhedral/loops/check_marks.hpp"
#include "polyhedral/loops/check_numbers.hpp"
#include "polyhedral/loops/check_size.hpp"
#include "polyhedral/loops/dependence_facts.hpp"
#include "polyhedral/loops/left_out.hpp"
#include "polyhedral/loops/nest.hpp"
#include "polyhedral/loops/outline.hpp"
#include "polyhedral/loops/outline_regions.hpp"
#include "polyhedral/loops/partial_strips.hpp"
#include "polyhedral/loops/steady_arrays.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom::poly {
namespace {

/// isl's steps for the loops of a nest: what bounds and guards may take, and what each statement adds, of which a step
/// is a small one (400 statements in one loop take less than a second).
unsigned long loop_steps(std::size_t statements) {
  constexpr unsigned long of_nest = 1'000'000, of_statement = 100'000;
  return of_nest + of_statement * statements;
}

/// Builds the loop tree of the whole program, nest by nest.
class TreeBuilder {
 public:
  TreeBuilder(const Scop& scop, AstCache& cache) : scop_(scop), cache_(cache) {
    for (const auto& array : scop.program->arrays) taken_.insert(array->name);
    for (const auto& scalar : scop.program->scalars) taken_.insert(scalar->name);
    taken_.insert(scop.program->name);
    for (const int scalar : scop.program->parameters())
      parameters_[scop.program->scalars[scalar]->name] = AffineExpr::parameter(scalar);
    if (!parameters_.empty()) next_id_ = static_cast<int>(scop.program->scalars.size());
  }

  /// False: the loops take isl too many steps.
  bool add(const Nest& nest, std::vector<LoopNode>& body) {
    if (try_pieces(nest, body)) return true;
    const Nest exact = without_guards(nest);
    return try_pieces(split_into_convex_parts(exact), body) || try_pieces(exact, body) ||
           try_pieces(in_own_iterations(exact), body);
  }

 private:
  /// isl 0.25 gives up on the loops of some unions with divisions, of which it knows each convex part.
  bool try_pieces(const Nest& nest, std::vector<LoopNode>& body) {
    const isl::ctx context = scop_.statements.front().domain.ctx();
    const std::size_t before = body.size();
    const auto names = std::tuple(taken_, labels_, next_id_);
    bool made = false;
    try {
      made = try_within(context, loop_steps(nest.pieces.size()), [&] { add_pieces(nest, body); });
    } catch (const isl::exception&) {
    } catch (const LoopsOutOfOrder&) {
    }
    if (made) return true;
    body.resize(before);
    std::tie(taken_, labels_, next_id_) = names;
    return false;
  }

  void add_pieces(const Nest& nest, std::vector<LoopNode>& body) {
    nest_ = &nest;
    has_guards_ = std::any_of(nest.pieces.begin(), nest.pieces.end(),
                              [](const Piece& piece) { return piece.guarded.has_value(); });
    AstOptions options{{nest.separate.begin(), nest.separate.end()}, {}};
    std::set_difference(nest.whole.begin(), nest.whole.end(), nest.separate.begin(), nest.separate.end(),
                        std::back_inserter(options.whole));
    convert(cache_.build(schedule_of(scop_, nest), nest.dimensions, options, scop_.parameters), parameters_, body);
  }

  /// What stands below a node of isl's tree.
  struct Contents {
    std::set<int> pieces, statements;
    std::set<unsigned> dimensions;  ///< of the for-loops
  };

  void convert(const isl::ast_node& node, const IteratorValues& values, std::vector<LoopNode>& body) {
    if (const auto level = eliminated_pipeline(node, values)) return convert_eliminated(node, *level, values, body);
    if (!node.isa<isl::ast_node_block>()) return convert_part(node, values, body);
    const isl::ast_node_list children = node.as<isl::ast_node_block>().children();
    std::optional<GuardedLoop> open;  // the guard that the body ends with
    for (unsigned n = 0; n < children.size(); ++n) {
      const std::optional<GuardedLoop> guarded = guard_around(children.at(n), values);
      if (!guarded || guarded != open) {
        convert(children.at(n), values, body);
      } else {
        convert_guarded(children.at(n), values, body.back());
      }
      open = guarded;
    }
  }

  void convert_part(const isl::ast_node& node, const IteratorValues& values, std::vector<LoopNode>& body) {
    if (const auto guarded = guard_around(node, values)) {
      LoopNode guard;
      guard.kind = LoopNode::Kind::guard;
      const AffineExpr iterator = values.at(iterator_name(guarded->level));
      guard.when = {{iterator + AffineExpr::constant(-guarded->value), true}};
      convert_guarded(node, values, guard);
      body.push_back(std::move(guard));
      return;
    }
    if (node.isa<isl::ast_node_for>()) return convert_for(node.as<isl::ast_node_for>(), values, body);
    if (node.isa<isl::ast_node_if>()) return convert_if(node.as<isl::ast_node_if>(), values, body);
    convert_user(node.as<isl::ast_node_user>(), values, body);
  }

  void convert_guarded(const isl::ast_node& node, const IteratorValues& values, LoopNode& guard) {
    inside_guard_ = true;
    convert(node, values, guard.body);
    inside_guard_ = false;
  }

  /// Of everything in the node, in a loop that it stands in.
  std::optional<GuardedLoop> guard_around(const isl::ast_node& node, const IteratorValues& values) const {
    if (inside_guard_ || !has_guards_) return std::nullopt;
    const std::set<int> pieces = contents_of(node).pieces;
    const std::optional<GuardedLoop>& first = nest_->pieces[*pieces.begin()].guarded;
    const bool all =
        first && values.contains(iterator_name(first->level)) &&
        std::all_of(pieces.begin(), pieces.end(), [&](int p) { return nest_->pieces[p].guarded == first; });
    return all ? first : std::nullopt;
  }

  /// Calls `make(body, expressions)` for each way through the conditionals in the expressions, under its conditions.
  void for_each_choice(std::vector<isl::ast_expr> expressions, const IteratorValues& values,
                       std::vector<LoopNode>& body, const auto& make) {
    for (const Choice& choice : resolve_conditionals(std::move(expressions))) {
      for (const Conjunction& conjunction : convert_conditions(choice, values)) {
        if (conjunction.empty()) {
          make(choice.expressions, body);
          continue;
        }
        LoopNode guard;
        guard.kind = LoopNode::Kind::guard;
        guard.when = conjunction;
        make(choice.expressions, guard.body);
        body.push_back(std::move(guard));
      }
    }
  }

  void convert_if(const isl::ast_node_if& node, const IteratorValues& values, std::vector<LoopNode>& body) {
    for_each_choice({node.cond()}, values, body, [&](const auto& resolved, std::vector<LoopNode>& into) {
      for (const Conjunction& conjunction : convert_condition(resolved.front(), values)) {
        if (conjunction.empty()) {
          convert(node.then_node(), values, into);
          continue;
        }
        LoopNode guard;
        guard.kind = LoopNode::Kind::guard;
        guard.when = conjunction;
        convert(node.then_node(), values, guard.body);
        into.push_back(std::move(guard));
      }
    });
  }

  void convert_user(const isl::ast_node_user& node, const IteratorValues& values, std::vector<LoopNode>& body) {
    const isl::ast_expr_op call = node.expr().as<isl::ast_expr_op>();
    std::vector<isl::ast_expr> arguments;
    for (unsigned n = 1; n < call.n_arg(); ++n) arguments.push_back(call.arg(n));
    for_each_choice(arguments, values, body, [&](const auto& resolved, std::vector<LoopNode>& into) {
      LoopNode instance;
      const Piece& piece = nest_->pieces[called_piece(node)];
      instance.compute = piece.statement;
      for (const isl::ast_expr& argument : resolved) instance.iterators.push_back(convert_expression(argument, values));
      add_unless_left_out(piece, std::move(instance), parameters_, into);
    });
  }

  void convert_for(const isl::ast_node_for& node, const IteratorValues& values, std::vector<LoopNode>& body) {
    std::vector<isl::ast_expr> bounds = {node.init()};
    if (!node.is_degenerate()) bounds.push_back(node.cond().as<isl::ast_expr_op>().arg(1));
    for_each_choice(bounds, values, body, [&](const auto& resolved, std::vector<LoopNode>& into) {
      convert_loop(node, resolved, values, into);
    });
  }

  /// `bounds`: the first value, and, unless the loop has one iteration, what its condition compares with.
  void convert_loop(const isl::ast_node_for& node, const std::vector<isl::ast_expr>& bounds, IteratorValues values,
                    std::vector<LoopNode>& body) {
    const std::string iterator = node.iterator().as<isl::ast_expr_id>().id().name();
    const unsigned dimension = dimension_of(node);
    const std::vector<int> statements = in_order(contents_of(node.body()).statements);
    LoopNode loop;
    loop.kind = LoopNode::Kind::loop;
    loop.lower = convert_lower_bound(bounds.front(), values);
    set_marks(loop, loop_level(dimension), statements);
    // A loop of one iteration is only its iterator's value, unless a pragma needs it.
    if (is_position(dimension) || (node.is_degenerate() && !loop.pipeline)) {
      if (loop.lower.size() != 1) throw InternalError("a loop of one iteration has several lower bounds");
      values[iterator] = loop.lower.front();
      return convert(node.body(), values, body);
    }
    set_bounds(loop, node, bounds.back(), values);
    name_loop(loop, loop_level(dimension), statements);
    values[iterator] = AffineExpr::iterator(loop.id);
    const bool fresh = taken_.insert(loop.name).second;
    convert(node.body(), values, loop.body);
    if (fresh) taken_.erase(loop.name);
    body.push_back(std::move(loop));
  }

  static void set_bounds(LoopNode& loop, const isl::ast_node_for& node, const isl::ast_expr& end,
                         const IteratorValues& values) {
    if (node.is_degenerate()) {
      loop.upper = {loop.lower.front() + AffineExpr::constant(1)};
      return;
    }
    loop.step = to_integer(node.inc().as<isl::ast_expr_int>().val());
    loop.upper = convert_upper_bound(end, values);
    if (!node.cond().as<isl::ast_expr_op>().isa<isl::ast_expr_op_le>()) return;
    for (AffineExpr& bound : loop.upper) bound = bound + AffineExpr::constant(1);
  }

  std::vector<int> in_order(const std::set<int>& statements) const {
    std::vector<int> ordered(statements.begin(), statements.end());
    std::stable_sort(ordered.begin(), ordered.end(),
                     [&](int a, int b) { return scop_.statements[a].position < scop_.statements[b].position; });
    return ordered;
  }

  Contents contents_of(const isl::ast_node& node) const {
    Contents contents;
    collect(node, contents);
    return contents;
  }

  void collect(const isl::ast_node& node, Contents& contents) const {
    if (node.isa<isl::ast_node_for>()) {
      contents.dimensions.insert(dimension_of(node.as<isl::ast_node_for>()));
      return collect(node.as<isl::ast_node_for>().body(), contents);
    }
    if (node.isa<isl::ast_node_if>()) return collect(node.as<isl::ast_node_if>().then_node(), contents);
    if (node.isa<isl::ast_node_user>()) {
      const int piece = called_piece(node.as<isl::ast_node_user>());
      contents.pieces.insert(piece);
      contents.statements.insert(nest_->pieces[piece].statement);
      return;
    }
    const isl::ast_node_list children = node.as<isl::ast_node_block>().children();
    for (unsigned n = 0; n < children.size(); ++n) collect(children.at(n), contents);
  }

  /// isl leaves out loops of one iteration. The level of a pipelined one that `node` is the whole body of, if any: the
  /// pragma needs a loop to stand in.
  std::optional<int> eliminated_pipeline(const isl::ast_node& node, const IteratorValues& values) const {
    const Contents contents = contents_of(node);
    const Statement& first = scop_.statements[*contents.statements.begin()];
    for (int level = 0; level < static_cast<int>(first.loops.size()); ++level) {
      if (contents.dimensions.contains(loop_dimension(level)) || values.contains(iterator_name(level))) continue;
      // Loops further out come first: inside a pipelined loop they would be unrolled.
      if (!contents.dimensions.empty() && *contents.dimensions.begin() < loop_dimension(level)) continue;
      const bool marked = std::any_of(contents.statements.begin(), contents.statements.end(), [&](int s) {
        const Statement& statement = scop_.statements[s];
        return level < static_cast<int>(statement.loops.size()) && statement.loops[level].pipeline;
      });
      if (marked && share_loop(contents.statements, level)) return level;
    }
    return std::nullopt;
  }

  bool share_loop(const std::set<int>& statements, int level) const {
    const std::vector<int>& first = scop_.statements[*statements.begin()].position;
    return std::all_of(statements.begin(), statements.end(), [&](int s) {
      const Statement& other = scop_.statements[s];
      return static_cast<int>(other.loops.size()) > level &&
             std::equal(first.begin(), first.begin() + level + 1, other.position.begin());
    });
  }

  void convert_eliminated(const isl::ast_node& node, int level, IteratorValues values, std::vector<LoopNode>& body) {
    const Contents contents = contents_of(node);
    // Parts of one iteration each may stand here one after the other, and which of them a guard means is not known.
    const auto asks_for_it = [&](int p) {
      return nest_->pieces[p].guarded && nest_->pieces[p].guarded->level == level;
    };
    if (std::any_of(contents.pieces.begin(), contents.pieces.end(), asks_for_it)) throw LoopsOutOfOrder();
    const std::vector<int> statements = in_order(contents.statements);
    // The only value, where it is a constant; nothing in the body refers to it.
    const isl::set range = nest_->pieces[*contents.pieces.begin()].loop_map.range();
    const auto low = minimum(range, level), high = maximum(range, level);
    const std::int64_t value = low && low == high ? *low : 0;
    LoopNode loop;
    loop.kind = LoopNode::Kind::loop;
    loop.lower = {AffineExpr::constant(value)};
    loop.upper = {AffineExpr::constant(value + 1)};
    set_marks(loop, level, statements);
    name_loop(loop, level, statements);
    values[iterator_name(level)] = AffineExpr::iterator(loop.id);
    convert(node, values, loop.body);
    body.push_back(std::move(loop));
  }

  static std::string iterator_name(int level) { return iterator_prefix + std::to_string(loop_dimension(level)); }

  /// isl 0.25 names an innermost loop itself where its only value is a choice between expressions of the outer ones.
  unsigned dimension_of(const isl::ast_node_for& node) const {
    const std::string name = node.iterator().as<isl::ast_expr_id>().id().name();
    return name.starts_with(iterator_prefix) ? std::stoul(name.substr(iterator_prefix.size()))
                                             : nest_->dimensions.back();
  }

  static int called_piece(const isl::ast_node_user& node) {
    const isl::ast_expr_op call = node.expr().as<isl::ast_expr_op>();
    return std::stoi(call.arg(0).as<isl::ast_expr_id>().id().name().substr(1));
  }

  /// The marks of the statements inside; that they agree is check_marks' business.
  void set_marks(LoopNode& loop, int level, const std::vector<int>& statements) const {
    for (int s : statements) {
      if (level >= static_cast<int>(scop_.statements[s].loops.size())) continue;
      const ScheduledLoop& scheduled = scop_.statements[s].loops[level];
      if (scheduled.pipeline) loop.pipeline = scheduled.pipeline;
      if (scheduled.unroll) loop.unroll = scheduled.unroll;
      if (scheduled.flatten_off) loop.flatten_off = scheduled.flatten_off;
      if (scheduled.region >= 0) loop.region = scheduled.region;
    }
  }

  /// The name that the first statement inside gives the loop, told apart from what is visible around it.
  void name_loop(LoopNode& loop, int level, const std::vector<int>& statements) {
    loop.id = next_id_++;
    loop.level = level;
    const Statement& first = scop_.statements[statements.front()];
    const std::string wanted =
        level < static_cast<int>(first.loops.size()) ? first.loops[level].name : "c" + std::to_string(level);
    loop.name = wanted;
    for (int n = 2; taken_.contains(loop.name); ++n) loop.name = join_names({wanted, std::to_string(n)});
    const std::string label = loop.label = join_names({first.name, wanted});
    for (int n = 2; !labels_.insert(loop.label).second; ++n) loop.label = join_names({label, std::to_string(n)});
  }

  const Scop& scop_;
  AstCache& cache_;
  const Nest* nest_ = nullptr;
  bool has_guards_ = false, inside_guard_ = false;
  IteratorValues parameters_;
  std::set<std::string> taken_, labels_;
  int next_id_ = 0;
};

Diagnostic too_hard(const Scop& scop, int statement) {
  const dsl::Compute& compute = scop.program->computes[statement];
  return make_error("analysis-too-hard",
                    "the loops of the nest of \"" + compute.name +
                        "\" take too much work to generate\nsimpler bounds and guards help: fewer divisions and "
                        "remainders, fewer alternatives joined by ||",
                    compute.at);
}

}  // namespace

Result<LoopTree> generate_loops(const Scop& scop, AstCache* cache) {
  std::map<int, std::vector<int>> nests;
  for (std::size_t s = 0; s < scop.statements.size(); ++s)
    nests[scop.statements[s].position.front()].push_back(static_cast<int>(s));
  LoopTree tree{scop.program, {}, {}, scop.hardware, {}};
  for (const Statement& statement : scop.statements) tree.bindings.push_back(statement.bindings);
  AstCache own;
  TreeBuilder builder(scop, cache ? *cache : own);
  for (auto& [position, statements] : nests) {
    const int first = statements.front();
    try {
      Nest nest;
      const auto make = [&] { nest = make_nest(scop, statements); };
      const bool made = try_within(scop.statements[first].domain.ctx(), loop_steps(statements.size()), make);
      if (!made || !builder.add(nest, tree.roots)) return too_hard(scop, first);
    } catch (const TooManyConditions&) {
      return too_hard(scop, first);
    } catch (const NumberTooLarge&) {
      return counts_too_far(*scop.program, first);
    }
  }
  drop_empty(tree.roots);
  guard_partial_strips(scop, tree);
  std::vector<Diagnostic> errors = check_numbers(tree);
  if (errors.empty()) errors = check_marks(scop, tree);
  if (errors.empty()) errors = check_size(tree);
  if (errors.empty()) find_steady_arrays(scop, tree);
  for (auto&& stage : {add_dependence_facts, outline_regions, outline_nests}) {
    if (errors.empty()) errors = stage(scop, tree);
  }
  return errors.empty() ? Result<LoopTree>(std::move(tree)) : Result<LoopTree>(std::move(errors));
}

}  // namespace pom::poly
