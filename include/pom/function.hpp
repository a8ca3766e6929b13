#pragma once
#include <functional>
#include <memory>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

#include "primitives.hpp"
#include "report.hpp"

namespace pom {

namespace dsl {
struct Function;
}
struct CompileOptions;
struct DseOptions;
class compute;

/// A program: arrays, constants, computes in order, and a schedule. A handle: copies name the same program.
class function {
  using where = std::source_location;

 public:
  /// Moves copy, so that what was moved from still names what it named.
  function(const function&) = default;
  function& operator=(const function&) = default;
  explicit function(std::string name, where at = where::current());

  /// Declarations made while `body` runs belong to this function. Throws CompileError where there is no body.
  void scope(const std::function<void()>& body, where at = where::current());

  Report codegen(where at = where::current());
  Report codegen(const std::string& path, where at = where::current());
  Report codegen(const CompileOptions&, where at = where::current());
  Report auto_DSE(where at = where::current());
  Report auto_DSE(const std::string& path, where at = where::current());
  Report auto_DSE(const std::string& path, const CompileOptions&, where at = where::current());
  Report auto_DSE(const DseOptions&, where at = where::current());
  /// The first stage of auto_DSE alone: the schedule becomes one of loop transformations after which pipelining and
  /// unrolling pay. Gives the steps with their reasons. Throws CompileError.
  std::vector<std::string> transform_loops(where at = where::current());
  Verification verify(where at = where::current());

  /// Turns an access outside an array's bounds from an error into a warning.
  function& allow_out_of_bounds();
  /// Lets a schedule change the order in which a reduction (`A(i) = A(i) + …`, also - * max min) takes its operands.
  /// Floating-point results may then differ in rounding; the report says which computes were reassociated, and they are
  /// verified within a bound.
  function& allow_reassociation();

  /// The top-level nests run as concurrent processes; see primitives/dataflow.hpp.
  function& dataflow(where at = where::current());
  function& dataflow(Channels, where at = where::current());
  /// The nests of these computes are one process of it; see primitives/process.hpp.
  function& process(const std::string& name, const std::vector<compute>& computes, where at = where::current());
  /// The function's own control protocol; see primitives/interface.hpp.
  function& interface(const std::string& mode, const std::string& bundle = "", where at = where::current());

  const std::string& name() const;
  /// The directives so far. `after` calls that are part of the program are not among them.
  const Schedule& schedule() const;
  /// Replaces the schedule, for example by one that was printed or found before.
  void set_schedule(Schedule);

  bool is_same_program(const function& other) const { return record_ == other.record_; }
  /// Hands the program over to the caller; libpom no longer minds whether it is compiled.
  const std::shared_ptr<dsl::Function>& record() const;

 protected:
  explicit function(std::shared_ptr<dsl::Function> record) : record_(std::move(record)) {}

  std::shared_ptr<dsl::Function> record_;
  friend void process(const std::string& name, const std::vector<compute>& computes, where at);
};

/// Starts a new implicit function: declarations go there until the next `init`. Nothing is left of the one before.
void init(const std::string& name, std::source_location at = std::source_location::current());

/// `first_release`: as `pom/compat` needs it, accesses out of bounds are warnings.
enum class LanguageRules { current, first_release };

/// `init` for headers that offer another style of the language; returns the new program's record.
std::shared_ptr<dsl::Function> start_implicit_function(const std::string& name, const Location& at,
                                                       LanguageRules rules);

/// The same for the function that declarations belong to now: that of the open scope, else the implicit one.
void dataflow(std::source_location at = std::source_location::current());
void dataflow(Channels, std::source_location at = std::source_location::current());
void process(const std::string& name, const std::vector<compute>& computes,
             std::source_location at = std::source_location::current());
void allow_out_of_bounds(std::source_location at = std::source_location::current());
void allow_reassociation(std::source_location at = std::source_location::current());

namespace global {
/// The implicit function. Valid until the next `init`. Throws CompileError when there is none.
function* get_implicit_function(std::source_location at = std::source_location::current());
}  // namespace global

}  // namespace pom
