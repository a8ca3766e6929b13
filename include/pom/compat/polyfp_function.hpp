#pragma once
#include <memory>
#include <source_location>
#include <string>
#include <vector>

#include "../compile.hpp"
#include "../function.hpp"
#include "polyfp_compute.hpp"

namespace polyfp {

/// The implicit function as the first release showed it: pom::function and the list of its top-level nests.
class function : public pom::function {
  using where = std::source_location;

 public:
  explicit function(const pom::function& same) : pom::function(same) {}

  /// One compute per top-level nest, in order of declaration: the one that the others of the nest came after.
  std::vector<compute*> leader_computations;

  /// The first stage of auto_DSE on its own: loops are put into an order after which strategies pay. Replaces the
  /// schedule so far and prints its steps to the standard error output.
  void auto_DSE_loop_transformation(where at = where::current());
  /// Compiles the program with the schedule that it has now and writes the result to `path`.
  pom::Report dump_schedule(const std::string& path, where at = where::current());

  /// Enters a new compute, as a nest of its own.
  void enter(const compute& declared);
  /// `follower` shares loops with `other` from now on: it belongs to that nest.
  void join(const std::string& follower, const std::string& other);
  /// Every compute of the nest that `member` belongs to, in order of declaration.
  std::vector<compute*> nest_of(const std::string& member) const;

 private:
  struct Member {
    std::unique_ptr<compute> handle;
    std::string leader;  ///< its own name: it leads
  };
  std::string leader_of(const std::string& name) const;

  std::vector<Member> members_;
};

/// Starts a new implicit function under the rules of the first release: an access outside an array is a warning. A name
/// that is no C++ identifier, like "2mm", becomes one, "f_2mm". Nothing is left of the function before.
void init(const std::string& name, std::source_location at = std::source_location::current());

namespace global {
/// The implicit function. Valid until the next `init`. Throws pom::CompileError when there is none.
function* get_implicit_function(std::source_location at = std::source_location::current());
}  // namespace global

}  // namespace polyfp
