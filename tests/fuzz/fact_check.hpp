#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "brute_force.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::fuzz {

/// Compares what a loop tree claims about arrays between iterations (CarriedFact) with what the iterations touch, while
/// the loops are being walked.
class FactCheck {
 public:
  explicit FactCheck(const Instances&);

  /// `arrays`: of the loop's routine → of its call; null: outside of routines.
  void enter(const poly::LoopNode& loop, const std::map<int, int>* arrays);
  void iterate();
  void leave();
  void run(int instance);

  /// The first claim that does not hold.
  const std::string& error() const { return error_; }

 private:
  /// Per iteration that touches an element: whether it reads and writes it.
  struct Use {
    bool reads = false, writes = false;
  };
  /// What the iterations of a loop touched, those of one loop with the loops around that the tool may flatten it into.
  struct Run {
    std::vector<int> arrays;  ///< of each fact
    std::int64_t iteration = -1;
    std::map<Element, std::map<std::int64_t, Use>> uses;
  };
  struct OpenLoop {
    const poly::LoopNode* loop = nullptr;
    std::vector<int> arrays;                      ///< of each fact
    Run run;                                      ///< its own iterations so far
    std::map<const poly::LoopNode*, Run> inside;  ///< of loops in it, which go on in its next iteration
  };

  bool runs_on(const poly::LoopNode&) const;
  void judge(const poly::LoopNode&, const poly::CarriedFact&, const Element&, const std::map<std::int64_t, Use>&);

  std::vector<std::vector<std::pair<const Element*, bool>>> accesses_;  ///< per instance; true: writes
  std::vector<OpenLoop> open_;
  std::string error_;
};

/// A request for a fact (`dependence`) that was accepted and left no fact on one of its loops.
std::optional<std::string> find_forgotten_request(const poly::LoopTree&, const poly::Scop& scheduled);

}  // namespace pom::fuzz
