#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `s2.distribute(i)`: cuts loop i in two in front of s2: s2 and what follows it in the loop's body get a loop i of
/// their own, right behind the old one, and with it their own copies of the loops inside i.
///
///     for i              for i
///       s1(i)              s1(i)
///       s2(i)      →     for i
///       s3(i)              s2(i)
///                          s3(i)
///
/// Also called fission. Loops outside i stay shared.
/// Refused: an unknown loop, a loop in which nothing stands before s2, a violated dependence.
/// In hardware: statements that want different loop orders get them (POM, section VI-A: split), and the two loops can
/// run as processes of a `dataflow`.
struct Distribute {
  std::string compute;
  LoopRef loop;
};

}  // namespace pom
