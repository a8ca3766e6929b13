#include "fact_check.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "dsl/model/ports.hpp"
#include "polyhedral/loops/check_marks.hpp"
#include "routine_calls.hpp"

namespace pom::fuzz {

namespace {

std::string claim_text(const poly::CarriedFact& fact) {
  switch (fact.kind) {
    case poly::CarriedFact::Kind::none:
      return "no conflict";
    case poly::CarriedFact::Kind::no_flow:
      return "no flow";
    case poly::CarriedFact::Kind::distance:
      break;
  }
  return "distance " + std::to_string(fact.distance);
}

}  // namespace

FactCheck::FactCheck(const Instances& instances) : accesses_(instances.all.size()) {
  for (const auto& [element, touches] : instances.touches) {
    for (const Touch& touch : touches) {
      accesses_[touch.instance].emplace_back(&element, touch.writes);
    }
  }
}

/// Whether the vendor's tool may make one loop of this one and the one around it.
bool FactCheck::runs_on(const poly::LoopNode& loop) const {
  if (open_.empty()) return false;
  const std::vector<poly::LoopNode>& body = open_.back().loop->body;
  return body.size() == 1 && &body.front() == &loop && poly::has_fixed_trip_count(loop);
}

void FactCheck::enter(const poly::LoopNode& loop, const std::map<int, int>* arrays) {
  std::map<const poly::LoopNode*, Run> inside;
  if (runs_on(loop)) inside = std::move(open_.back().inside);
  OpenLoop& open = open_.emplace_back();
  open.loop = &loop;
  if (const auto before = inside.find(&loop); before != inside.end()) {
    open.run = std::move(before->second);
    inside.erase(before);
  }
  open.inside = std::move(inside);
  for (const poly::CarriedFact& fact : loop.facts) {
    const auto passed = arrays ? arrays->find(fact.array) : std::map<int, int>::const_iterator();
    const bool unknown = arrays && passed == arrays->end();
    if (unknown && error_.empty()) {
      error_ = "loop " + loop.name + " of a routine claims something of array " + std::to_string(fact.array) +
               ", which the routine does not have";
    }
    open.arrays.push_back(arrays && !unknown ? passed->second : fact.array);
  }
}

void FactCheck::iterate() { ++open_.back().run.iteration; }

void FactCheck::run(int instance) {
  for (OpenLoop& open : open_) {
    if (open.arrays.empty()) continue;
    for (const auto& [element, writes] : accesses_[instance]) {
      if (std::find(open.arrays.begin(), open.arrays.end(), element->first) == open.arrays.end()) continue;
      Use& use = open.run.uses[*element][open.run.iteration];
      (writes ? use.writes : use.reads) = true;
    }
  }
}

void FactCheck::leave() {
  OpenLoop open = std::move(open_.back());
  open_.pop_back();
  if (!open.arrays.empty()) {
    open.run.arrays = open.arrays;
    open.inside.emplace(open.loop, std::move(open.run));
  }
  if (runs_on(*open.loop)) {
    open_.back().inside = std::move(open.inside);
    return;
  }
  for (const auto& [loop, run] : open.inside) {
    for (std::size_t n = 0; n < run.arrays.size(); ++n) {
      for (const auto& [element, uses] : run.uses) {
        if (element.first == run.arrays[n]) judge(*loop, loop->facts[n], element, uses);
      }
    }
  }
}

void FactCheck::judge(const poly::LoopNode& loop, const poly::CarriedFact& fact, const Element& element,
                      const std::map<std::int64_t, Use>& uses) {
  using Kind = poly::CarriedFact::Kind;
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  bool written = false;
  std::int64_t least = none, last_write = -1;
  for (const auto& [iteration, use] : uses) {
    if (use.reads && last_write >= 0) least = std::min(least, iteration - last_write);
    if (use.writes) last_write = iteration;
    written = written || use.writes;
  }
  const bool conflict = written && uses.size() > 1;
  const bool holds = fact.kind == Kind::none      ? !conflict
                     : fact.kind == Kind::no_flow ? least == none
                                                  : fact.distance >= 1 && least >= fact.distance;
  if (holds || !error_.empty()) return;
  error_ = "loop " + loop.name + " claims " + claim_text(fact) + " of array " + std::to_string(element.first) +
           ", but element";
  for (std::int64_t index : element.second) error_ += " " + std::to_string(index);
  error_ += least == none ? " is written and used by several iterations"
                          : " is read " + std::to_string(least) + " iterations after it was written";
}

namespace {

/// Whether each loop that a request is about, and that writes the array, has a fact of it. A loop that the schedule cut
/// has pieces without the statement that writes: nothing is carried there, and the tool sees that. Of streams there is
/// nothing to say, and the driver warns of the directive.
class RequestSearch {
 public:
  RequestSearch(const poly::LoopTree& tree, const poly::Scop& scheduled) : tree_(tree), scheduled_(scheduled) {
    for (const poly::Statement& statement : scheduled.statements) {
      for (const poly::FactRequest& request : statement.fact_requests) {
        if (!is_stream(request.array)) unanswered_[&request] = statement.name;
      }
    }
  }

  void walk(const poly::LoopNode& node) {
    if (node.kind == poly::LoopNode::Kind::loop) inspect(node);
    for (const poly::LoopNode& child : node.body) walk(child);
  }

  std::optional<std::string> forgotten() const {
    if (forgotten_ || unanswered_.empty()) return forgotten_;
    const auto& [request, statement] = *unanswered_.begin();
    return text(*request, statement);
  }

 private:
  void inspect(const poly::LoopNode& loop) {
    std::set<int> inside, written;
    collect_statements(loop, inside);
    for (int s : inside) written.insert(scheduled_.statements[s].write.array);
    for (int s : inside) {
      const poly::Statement& statement = scheduled_.statements[s];
      if (loop.level >= static_cast<int>(statement.loops.size())) continue;
      for (const poly::FactRequest& request : statement.fact_requests) {
        if (statement.loops[loop.level].name != request.loop) continue;
        if (!written.contains(request.array) || is_stream(request.array)) continue;
        const bool answered = std::any_of(loop.facts.begin(), loop.facts.end(),
                                          [&](const auto& fact) { return fact.array == request.array; });
        if (answered) {
          unanswered_.erase(&request);
        } else {
          forgotten_ = text(request, statement.name);
        }
      }
    }
  }

  bool is_stream(int array) const {
    return scheduled_.hardware.find_stream(array) || dsl::is_stream_port(*tree_.program, array);
  }

  std::string text(const poly::FactRequest& request, const std::string& statement) const {
    return "nothing is said about " + tree_.program->arrays[request.array]->name + " in loop " + request.loop + " of " +
           statement + ", though it was asked for and not refused";
  }

  const poly::LoopTree& tree_;
  const poly::Scop& scheduled_;
  std::map<const poly::FactRequest*, std::string> unanswered_;  ///< the statement's name; those of no loop so far
  std::optional<std::string> forgotten_;
};

}  // namespace

std::optional<std::string> find_forgotten_request(const poly::LoopTree& tree, const poly::Scop& scheduled) {
  RequestSearch search(tree, scheduled);
  for (const poly::LoopNode& root : tree.roots) search.walk(root);
  for (const poly::Routine& routine : tree.routines) {
    for (const poly::LoopNode& node : routine.body) search.walk(node);
  }
  return search.forgotten();
}

}  // namespace pom::fuzz
