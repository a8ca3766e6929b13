#include <algorithm>
#include <set>

#include "flow_check.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "reason_checks.hpp"

/// Refusals of buffers, windows, accumulators, processes of several nests, and what lies between processes.
namespace pom::fuzz {

namespace {

bool says(const Refused& refused, const char* words) { return refused.error.message.find(words) != std::string::npos; }

Disproof holds(bool claim, const char* otherwise) { return claim ? std::nullopt : Disproof(otherwise); }

/// The statements that share the loop of the refused mark, whatever its level is behind later directives.
std::vector<int> statements_inside(const Refused& refused, const auto& marks) {
  const poly::Scop& scop = refused.scop;
  std::vector<int> found;
  const auto mark =
      std::find_if(marks.begin(), marks.end(), [&](const auto& one) { return one.at.line == refused.error.at.line; });
  if (mark == marks.end()) return found;
  const poly::Statement& inside = scop.statements[mark->statement];
  LoopRef loop;
  loop.name = mark->loop;
  const int level = poly::level_of(inside, loop);
  for (std::size_t s = 0; s < scop.statements.size(); ++s) {
    if (&scop.statements[s] == &inside || share_loop(scop.statements[s], inside, level))
      found.push_back(static_cast<int>(s));
  }
  return found;
}

/// Some instance does: what a select guards may be read by none.
bool reads(const poly::Scop& scop, int statement, int array) {
  const poly::Statement& reader = scop.statements[statement];
  return std::any_of(reader.reads.begin(), reader.reads.end(), [&](const auto& read) {
    return read.array == array && !read.relation.intersect_domain(reader.domain).is_empty();
  });
}

bool has_loop(const poly::Scop& scop, const std::string& name, auto&& marked) {
  return std::any_of(scop.statements.begin(), scop.statements.end(), [&](const poly::Statement& statement) {
    return std::any_of(statement.loops.begin(), statement.loops.end(),
                       [&](const poly::ScheduledLoop& loop) { return loop.name == name && marked(loop); });
  });
}

/// Of loops that hold copies, and of arrays that have none to hold.
Disproof disprove_buffer(const Refused& refused) {
  const auto* directive = std::get_if<BufferAt>(&refused.directive.primitive);
  if (!directive) return "it blames another directive";
  const poly::Scop& scop = refused.scop;
  const int array = scop.program->find_array(directive->array);
  if (says(refused, "it is no argument")) return holds(!scop.program->arrays[array]->is_argument(), "it is one");
  if (says(refused, "it is one value")) return holds(scop.program->arrays[array]->shape.empty(), "it has dimensions");
  if (says(refused, "has what is used there")) {
    const auto& marks = scop.hardware.buffers;
    const bool another = std::any_of(marks.begin(), marks.end(), [&](const poly::BufferMark& mark) {
      return mark.array == array && mark.at.line != refused.error.at.line;
    });
    return holds(another, "there is no other buffer");
  }
  if (says(refused, "as processes of a dataflow")) return holds(scop.hardware.dataflow.has_value(), "there is no dataflow");
  const auto marks_of = [&](const std::string& name, const auto& mark) {
    // Statements may call a loop that they share by different names.
    for (const poly::Statement& named : scop.statements) {
      for (const poly::Statement& marked : scop.statements) {
        for (std::size_t d = 0; in_same_loop(named, marked, d); ++d) {
          if (named.loops[d].name == name && (marked.loops[d].*mark).has_value()) return true;
        }
      }
    }
    return false;
  };
  if (const auto loop = match(refused.error.message, "loop \"([^\"]+)\" is pipelined"))
    return holds(marks_of((*loop)[0], &poly::ScheduledLoop::pipeline), "it is not pipelined");
  if (const auto loop = match(refused.error.message, "loop \"([^\"]+)\" is unrolled"))
    return holds(marks_of((*loop)[0], &poly::ScheduledLoop::unroll), "it is not unrolled");
  // What a select guards may be read by no instance.
  const auto uses = [&](const poly::Statement& statement) {
    const auto touches = [&](const poly::AccessRelation& access) {
      return access.array == array && !access.relation.intersect_domain(statement.domain).is_empty();
    };
    return touches(statement.write) || std::any_of(statement.reads.begin(), statement.reads.end(), touches);
  };
  const auto& buffers = scop.hardware.buffers;
  if (says(refused, "no iteration accesses it")) {
    const std::vector<int> inside = statements_inside(refused, buffers);
    return holds(std::none_of(inside.begin(), inside.end(), [&](int s) { return uses(scop.statements[s]); }),
                 "one does");
  }
  const bool none = says(refused, "no statement accesses it");
  if (!none && !says(refused, "no statement in the loop accesses it"))
    return says(refused, "begins at a quotient") ? std::nullopt : unclear(refused);
  // Another buffer of the array may stand in its place, or a window.
  const auto& windows = scop.hardware.reuses;
  const auto is_own = [&](const auto& mark) { return mark.array == array; };
  const bool again =
      std::count_if(buffers.begin(), buffers.end(), is_own) > 1 || std::any_of(windows.begin(), windows.end(), is_own);
  const bool used = none ? std::any_of(scop.statements.begin(), scop.statements.end(), uses)
                         : uses(scop.statements[scop.program->find_compute(directive->compute)]);
  return holds(!used || again, "a statement does");
}

/// What the window's shape is refused for, execution of those that are accepted judges.
Disproof disprove_reuse(const Refused& refused) {
  const auto* directive = std::get_if<ReuseAt>(&refused.directive.primitive);
  if (!directive) return "it blames another directive";
  const poly::Scop& scop = refused.scop;
  const int array = scop.program->find_array(directive->array);
  if (says(refused, "it is one value")) return holds(scop.program->arrays[array]->shape.empty(), "it has dimensions");
  const std::vector<int> inside = statements_inside(refused, scop.hardware.reuses);
  const auto some = [&](auto&& is) { return std::any_of(inside.begin(), inside.end(), is); };
  if (const auto writer = match(refused.error.message, "\"(\\w+)\" writes it there"))
    return holds(
        some([&](int s) { return scop.statements[s].name == (*writer)[0] && scop.statements[s].write.array == array; }),
        "it does not");
  // Another window may stand in its place.
  const auto& marks = scop.hardware.reuses;
  const bool again =
      std::count_if(marks.begin(), marks.end(), [&](const auto& mark) { return mark.array == array; }) > 1;
  if (says(refused, "no statement in the loop reads it"))
    return holds(again || !some([&](int s) { return reads(scop, s, array); }), "one does");
  if (says(refused, "gives it the window that its channel asks for"))
    return holds(scop.hardware.automatic_channels, "channels are declared");
  if (const auto loop = match(refused.error.message, "inside of loop \"(\\w+)\", which is pipelined"))
    return holds(
        has_loop(poly::with_shared_pipelines(scop), (*loop)[0], [](const auto& l) { return l.pipeline.has_value(); }),
        "it is not");
  for (const char* shape :
       {"takes too much work", "only the run knows", "depend on parameters", "depends on parameters",
        "copies run at once", "it has one element", "at constant steps", "no pattern that moves", "are no box",
        "finds what an earlier one read", "its window has more than", "is no place in a window"}) {
    if (says(refused, shape)) return std::nullopt;
  }
  return unclear(refused);
}

Disproof disprove_accumulator(const Refused& refused) {
  const auto* directive = std::get_if<AccumulateAt>(&refused.directive.primitive);
  if (!directive) return "it blames another directive";
  const poly::Scop& scop = refused.scop;
  const int array = scop.program->find_array(directive->array);
  if (says(refused, "it is one value")) return holds(scop.program->arrays[array]->shape.empty(), "it has dimensions");
  const auto& marks = scop.hardware.buffers;
  const std::vector<int> inside = statements_inside(refused, marks);
  const bool again =
      std::count_if(marks.begin(), marks.end(), [&](const auto& mark) { return mark.array == array; }) > 1;
  if (says(refused, "has what is used there")) return holds(again, "there is no other buffer");
  const bool writes =
      std::any_of(inside.begin(), inside.end(), [&](int s) { return scop.statements[s].write.array == array; });
  const bool uses = writes || std::any_of(inside.begin(), inside.end(), [&](int s) { return reads(scop, s, array); });
  if (says(refused, "no statement in the loop writes it")) return holds(again || !writes, "one does");
  if (says(refused, "no statement in the loop accesses it")) return holds(again || !uses, "one does");
  if (says(refused, "finds what its processes keep"))
    return holds(scop.hardware.automatic_channels, "channels are declared");
  if (says(refused, "hands over words")) {
    const auto& packs = scop.hardware.packs;
    return holds(std::any_of(packs.begin(), packs.end(), [&](const auto& mark) { return mark.array == array; }),
                 "it does not");
  }
  for (const char* form :
       {"no iteration accesses it", "begins at a quotient", "is no expression of the loops", "would copy more than"}) {
    if (says(refused, form)) return std::nullopt;
  }
  return unclear(refused);
}

Disproof disprove_process(const Refused& refused) {
  const auto* directive = std::get_if<ProcessGroup>(&refused.directive.primitive);
  if (!directive) return "it blames another directive";
  const poly::Scop& scop = refused.scop;
  if (says(refused, "has no compute")) return holds(directive->computes.empty(), "it has one");
  if (says(refused, "no dataflow")) return holds(!scop.hardware.dataflow, "it is one");
  const auto between = match(refused.error.message, "the nest of \"(\\w+)\" stands between");
  if (!between) return unclear(refused);
  std::set<int> nests;
  for (const std::string& compute : directive->computes)
    nests.insert(scop.statements[scop.program->find_compute(compute)].position.front());
  const int nest = scop.statements[scop.program->find_compute((*between)[0])].position.front();
  return holds(!nests.contains(nest) && *nests.begin() < nest && nest < *nests.rbegin(), "it does not");
}

Disproof disprove_dataflow(const Refused& refused) {
  if (const auto shared = match(refused.error.message, "^bundle \"(\\w+)\" is the port of two .* (reads|writes) ")) {
    const std::string why = why_no_bundle(refused.scop, (*shared)[0], (*shared)[1] == "writes");
    return holds(!why.empty(), "one process uses it");
  }
  const auto claim = match(refused.error.message, "^array \"(\\w+)\" is no channel");
  if (!claim) return unclear(refused);
  poly::Scop scop = refused.scop;
  // What several processes read may be a channel only if each can be sent what it needs.
  if (says(refused, "cannot be sent")) scop.hardware.automatic_channels = false;
  return holds(!why_no_channel(scop, scop.program->find_array((*claim)[0])).empty(), "it is a channel");
}

}  // namespace

const DisproofsByCode& storage_disproofs() {
  static const DisproofsByCode all = {
      {"bad-accumulator", disprove_accumulator}, {"bad-buffer", disprove_buffer},
      {"bad-process", disprove_process},         {"bad-reuse", disprove_reuse},
      {"not-a-dataflow", disprove_dataflow},
  };
  return all;
}

}  // namespace pom::fuzz
