#pragma once
#include <string>
#include <vector>

#include "polyhedral/streaming/reuse.hpp"
#include "polyhedral/streaming/streamed_program.hpp"

namespace pom::poly {

/// Puts a window (Reuse) in the place of what one process reads of an array: registers for all of its offsets, which
/// move in front of everything else in the pipelined loop, and lines between iterations of outer loops. The statements
/// stand there in the order in which the members below are called last to first.
class WindowBuilder {
 public:
  /// `process`: that reads; `reader`: one of its statements that do; `name`: of the new arrays, "x_window_of_conv".
  WindowBuilder(StreamedProgram& program, int process, const Statement& reader, const Reuse& reuse, int array,
                const std::string& name);

  /// In these statements. False: one of their indices has no form as an offset; nothing is changed.
  bool replace_reads(const std::vector<int>& statements);

  void keep_lines();
  /// The fresh elements, from `from`, as far as that has them: { [element] }.
  void load_fresh(int from, const isl::set& elements);
  void load_lines();
  void move();

  int window() const { return window_; }
  /// Registers and cells of lines.
  std::int64_t kept() const;

 private:
  struct Lines {
    const ReuseLevel* level;
    int array = -1;
    std::vector<std::int64_t> least, extents;  ///< of handed-on offsets, and of the loops in between
  };

  void add_lines(const ReuseLevel&, const std::string& name);
  void add(const std::string& name, const isl::set& offsets, const Element& to, const Element& from,
           const isl::set& instances, bool backwards);
  std::vector<isl::set> parts_apart(const isl::set& offsets, const isl::set& instances) const;
  isl::set instances_of(const isl::set& offsets) const;
  std::vector<dsl::ExprPtr> loops_at(std::size_t first, const std::vector<std::int64_t>& plus_) const;
  Element in_window(const std::vector<std::int64_t>& moved) const;
  Element in_lines(const Lines&, const std::vector<std::int64_t>& moved) const;
  std::vector<std::int64_t> zeros() const { return std::vector<std::int64_t>(reuse_.least.size(), 0); }

  StreamedProgram& program_;
  const int process_;
  const Statement& reader_;
  const Reuse& reuse_;
  const int array_;
  int window_ = -1;
  std::vector<Lines> lines_;
  std::vector<dsl::Loop> loops_;  ///< of the statements: the nest's, and the offset's coordinates
};

}  // namespace pom::poly
