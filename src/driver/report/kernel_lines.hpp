#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "polyhedral/loops/loop_tree.hpp"

namespace pom::driver {

/// A loop of the tree, and what stands around it.
struct PlacedLoop {
  const poly::LoopNode* node = nullptr;
  std::string parent;         ///< label of the loop outside it; empty: there is none
  std::vector<int> computes;  ///< whose instances run inside it, in LoopTree::program
};

/// All loops of the tree by their labels.
std::map<std::string, PlacedLoop> place_loops(const poly::LoopTree&);

/// The kernel's text by lines; line n of an editor is at(n).
class KernelLines {
 public:
  explicit KernelLines(const std::string& text);

  int count() const { return static_cast<int>(lines_.size()); }
  const std::string& at(int line) const { return lines_[static_cast<std::size_t>(line - 1)]; }

  /// The line of "label: for (…"; 0: the kernel has no such loop.
  int find_loop(const std::string& label) const;
  /// The label of the loop that the line opens, if it opens one.
  static std::optional<std::string> label_of(const std::string& line);
  /// The last line of the loop that begins at `line`.
  int end_of(int line) const;
  /// The first line of the loop beginning at `line` that stores to the array, or (`store` empty) touches it; 0: none.
  enum class Touch { store, any };
  int find_access(int line, const std::string& array, Touch) const;

 private:
  std::vector<std::string> lines_;
};

/// "A" of "#pragma HLS array_partition variable=A type=cyclic": the word behind `key` and "="; empty: there is none.
std::string pragma_value(std::string_view pragma, std::string_view key);
/// "array_partition": the word behind "#pragma HLS".
std::string pragma_kind(std::string_view pragma);

}  // namespace pom::driver
