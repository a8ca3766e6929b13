#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `s2.fuse(s1, i)`: merges the loop nest of s2 into that of s1, down to and including loop i of s1. All statements that
/// share these loops with s2 come along and keep their order behind what stands in s1's loop.
///
///     for i              for i
///       s1(i)              s1(i)
///     for i        →       s2(i)
///       s2(i)              s3(i)
///       s3(i)
///
/// Loops are merged by position, as in `after`, which moves one statement alone. Bounds may differ: each statement keeps
/// its own domain. `distribute` is the inverse.
/// Refused: an unknown loop of s1, a nest that has fewer loops, nests that share the loop already, a violated dependence.
/// In hardware: one control and one pipeline for both nests, and a value is used in the iteration that makes it, so that
/// the array between them can become a register or a FIFO (POM, section VI-A: merge).
struct Fuse {
  std::string compute;  ///< s2
  std::string other;    ///< s1
  LoopRef loop;         ///< a loop of s1
};

}  // namespace pom
