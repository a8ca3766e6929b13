#pragma once
#include <optional>
#include <vector>

#include "polyhedral/ir/scop.hpp"
#include "polyhedral/streaming/reuse.hpp"

namespace pom::poly {

/// Where in a window the elements stand that a compute reads, as indices of its loops.
class OffsetIndices {
 public:
  OffsetIndices(const Statement& scheduled, const dsl::Compute& compute, const dsl::Function& program,
                const Reuse& reuse)
      : scheduled_(scheduled), compute_(compute), program_(program), reuse_(reuse) {}

  /// What a load of the array is of the window: one of its elements, or at borders a choice among several. Nothing
  /// where it has no such form.
  std::optional<dsl::ExprPtr> load_from(int window, const dsl::ExprNode& load) const;

 private:
  /// Σ factor·loop + constant, by loops of the nest.
  struct LinearForm {
    std::vector<std::int64_t> factors;
    std::int64_t constant = 0;

    bool operator==(const LinearForm&) const = default;
  };

  /// Iterations in which the load reads at one place of the window.
  struct Place {
    std::vector<LinearForm> forms;  ///< by dimension
    isl::set instances;             ///< { S[…] }
    double size = 0;                ///< of the box around the iterations
  };

  static std::optional<std::vector<LinearForm>> linear_forms(const isl::map& of_loops, unsigned first);
  std::optional<std::vector<Place>> find_places(const dsl::ExprNode& load) const;
  bool add_place(const isl::map& piece, std::vector<Place>& places) const;
  bool is_inside(const std::vector<LinearForm>& forms) const;
  std::optional<std::vector<dsl::ExprPtr>> indices_of(const std::vector<LinearForm>& forms) const;
  isl::map map_of(const std::vector<std::string>& results) const;
  dsl::ExprPtr loop_inside(int level) const;
  dsl::ExprPtr remainder_of(const isl::map& value, int loop, std::int64_t difference) const;

  const Statement& scheduled_;
  const dsl::Compute& compute_;
  const dsl::Function& program_;
  const Reuse& reuse_;
};

}  // namespace pom::poly
