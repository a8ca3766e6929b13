#pragma once
#include <cstdint>
#include <source_location>
#include <string>
#include <vector>

#include "../compute.hpp"
#include "../function.hpp"

namespace polyfp {

/// A statement of the first release: pom::compute that knows its nest.
class compute : public pom::compute {
  using where = std::source_location;

 public:
  compute(std::string name, std::vector<pom::var> loops, const pom::expr& value, const pom::expr& destination,
          where at = where::current());

  compute& after(const pom::compute& other, pom::LoopRef loop, where at = where::current());
  compute& after(const pom::compute* other, pom::LoopRef loop, where at = where::current());

  /// Tiles the last loops by these factors (at most three; 1 = not), pipelines the innermost loop outside the tile and
  /// unrolls the tile's loops, in this compute and in those of its nest; replaces an earlier strategy. A strategy that
  /// would break a dependence is taken back with a warning.
  void apply_opt_strategy(std::vector<int> factors, where at = where::current());

 private:
  void drop_strategy();
  void add_strategy(const std::vector<int>& factors, where at);

  pom::function owner_;
};

}  // namespace polyfp
