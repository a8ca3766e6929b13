#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dse/estimate/compose/nest_memo.hpp"
#include "dse/explore/combine.hpp"
#include "dse/explore/explore.hpp"
#include "dse/explore/nest_design.hpp"
#include "polyhedral/loops/ast_cache.hpp"
#include "polyhedral/loops/loop_tree.hpp"

/// The search's state, shared by the files that are its parts: explore.cpp (from program to design) and
/// choose_structures.cpp (nest by nest).
namespace pom::dse {

/// How many estimates a unit is worth. Functions of many different nests get fewer for each: the whole effort grows no
/// faster than the number of nests.
struct Effort {
  long unit = 400;              ///< of the structure that is chosen
  long quick = 16, proof = 80;  ///< of each structure: for a first look, and to show that it is no better
  long part_proof = 8;          ///< `proof` beside other nests: what bounds all of them decides
  std::size_t structures = 8;   ///< alternatives of a nest that are looked at
  long ladder = 400;            ///< points of a unit that are put together with the others'
};

/// What a nest is of all the work.
enum class NestPart {
  nearly_all,
  one_of_few,  ///< what bounds few units together looks again at all structures
  large_of_many,
  small_of_many,  ///< never has more of the device than its part of the work asks for
};

/// Both stages over one program.
class Explorer {
 public:
  /// `as_written` and the graph outlive it.
  Explorer(const poly::Scop& as_written, const graph::DependenceGraph& graph, const Target& target,
           const ExploreOptions& options);

  Result<Exploration> run();

 private:
  struct Lowered {
    poly::LoopTree tree;
    Kernel kernel;
  };

  Result<Lowered> lower(const Schedule&);
  Qor estimate_or_empty(const Kernel&, const EstimateOptions&) const;
  using Alternatives = std::vector<std::shared_ptr<NestDesign>>;

  TransformOptions transform_options();
  void take_ports(Kernel&) const;
  void collect_structures(const std::vector<TransformResult>& fused);
  void choose_structures(const std::vector<TransformResult>& fused);
  void find_shared_arrays();
  /// The structure of a nest, and others that may do better beside the other nests.
  struct Chosen {
    std::size_t best = 0;
    std::vector<std::size_t> rivals;
  };
  Chosen choose(Alternatives&, NestPart);
  std::vector<double> look_at_structures(const Alternatives&);
  /// `estimates`: of the favourite; `proof`: of each of the others.
  void prove_structure(const Alternatives&, std::size_t favourite, long estimates, long proof);
  void search_structure(NestDesign&, const Limits&, UnitSpace::Thoroughness);
  static void take_over(NestDesign&, const NestDesign& model);
  void combine(const Limits&, std::vector<Adders>);
  bool needs_no_dsp_adders() const;
  std::vector<UnitLadder> make_ladders(Adders);
  Schedule make_schedule(const Combination&, const std::vector<UnitLadder>&) const;
  struct Candidate {
    const Combination* combination;
    std::size_t combiner;
  };
  std::vector<Candidate> rank_combinations() const;
  std::optional<Qor> estimate_schedule(const Schedule&);
  void keep(Schedule, Qor);
  void describe_units(const Combination&, const std::vector<UnitLadder>&);
  bool finish_one_of(const std::vector<Candidate>&, int most, Resources& excess);
  bool finish(const std::vector<Adders>&);
  /// Where the time is over: a design is made all the same, or the one that is known has to do.
  enum class WhenLate { finish, give_up };
  /// Stage two in the structures of `designs_`; nothing: no design fits.
  Result<bool> design_structures(const std::vector<Adders>&, WhenLate);
  /// The same in structures that looked nearly as good; the best design stays.
  void try_rivals();
  /// The same with equal nests on one module each, in functions of many units.
  bool try_sharing();
  /// Stage two again, after something about it was changed; the better design stays.
  bool design_again(const std::vector<Adders>&);
  void design_rival(const std::vector<Adders>&);
  Schedule structure() const;
  static std::vector<int> first_statements(const NestDesign&);
  std::string module_key(const NestDesign&, const std::map<std::string, int>& users) const;
  void tie_modules(BankFactors&) const;
  void drop_refused_modules();
  struct Planned {
    Unit unit;
    std::vector<Unit> twins;  ///< UnitLadder::twins
    UnitSpace* space;
    const std::map<std::string, std::string>* renamed;  ///< NestDesign::renamed
    double least = 0;                                   ///< cycles of its fastest choice, or fewer
  };
  std::vector<Planned> planned_units() const;
  /// By unit: cycles that it may take in a design that is faster than `incumbent_`.
  std::vector<double> slowest_that_gain(const std::vector<Planned>&) const;
  void raise_bound();
  bool may_gain(const std::vector<std::shared_ptr<NestDesign>>&) const;
  /// Nests that are fused with their neighbours: structures of what they become. None: all as written.
  std::vector<std::vector<TransformResult>> groupings();
  /// What the search has proved with the nests of one grouping.
  struct Proof {
    double bound = 0;
    std::size_t units = 0;   ///< in the structures that are left and have most of them
    bool exhaustive = true;  ///< of each unit all choices that could be faster were estimated
  };
  Result<Proof> design_grouping(const std::vector<TransformResult>& fused, bool& designed);

  std::shared_ptr<const dsl::Function> program_;
  Target target_;
  ExploreOptions options_;
  Limits limits_;
  Schedule kept_;
  Goal goal_;
  bool fabric_first_;  // sums without DSP blocks are no worse, and all that counts is cycles
  SearchWatch watch_;
  Effort effort_;
  double heaviest_ = 0;  // iterations of the unit that has most
  NestMemo memo_;
  poly::AstCache asts_;
  const poly::Scop& as_written_;
  const graph::DependenceGraph& graph_;
  std::vector<NestProgram> nests_as_written_;
  std::vector<NestProgram> nests_;                    // of the grouping
  std::vector<std::shared_ptr<NestDesign>> designs_;  // by nest
  /// Designs of all nests, one of them in another structure than in `designs_`.
  std::vector<std::vector<std::shared_ptr<NestDesign>>> rivals_;
  std::map<std::string, Array> declared_;    // by name: ports and storage as the user decided
  std::vector<Alternatives> alternatives_;   // by nest
  std::vector<TransformResult> transforms_;  // of the nests as written
  /// By statements: nests that were searched, for another grouping of the others.
  std::map<std::vector<int>, Alternatives> searched_;
  struct Module {
    std::string name;                 ///< of the function that the nest shares with equal ones; empty: none
    std::vector<std::string> arrays;  ///< of the nest, in the order of first use
  };
  std::vector<Module> modules_;                  // by nest; or none
  std::vector<NestBounds> bounds_;               // by nest
  std::optional<Kernel> base_;                   // the whole program in the chosen structures
  std::vector<Combiner> combiners_;              // by kind of adders
  double incumbent_ = INFINITY;                  // cycles of a design in another structure, to be beaten
  std::vector<std::vector<std::string>> steps_;  // by combiner
  Exploration result_;
};

}  // namespace pom::dse
