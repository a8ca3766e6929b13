#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `s2.after(s1, i)`: s2 runs after s1 and shares its loops down to and including i (level -1: none).
///
///     for i            for i
///       s1(i)     →      s1(i)
///     for i              s2(i)
///       s2(i)
///
/// Loops are shared by position. Behind s1, computes keep their order of declaration. A second `after` of s2 replaces
/// the first one. Before the first transformation of the function `after` is part of the program's meaning; from then
/// on it is a directive that must respect every dependence.
/// Refused: an unknown loop of s1, a level that s2 does not have, s1 = s2, a violated dependence.
/// In hardware: shared loops share one control and one pipeline; two nests become one (POM, section IV-B).
struct After {
  std::string compute;  ///< s2
  std::string other;    ///< s1
  LoopRef loop;         ///< a loop of s1, or -1
};

}  // namespace pom
