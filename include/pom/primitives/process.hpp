#pragma once
#include <string>
#include <vector>

namespace pom {

/// `process("name", {s, t})`: the nests of s and t run as one process of a `dataflow`, one after the other.
///
///     for i … a[i] = f(A[i])          void name(A, c) {          // a: an array of the process
///     for i … c[i] = g(a[i])    →       for i … a[i] = f(A[i]);
///     for i … C[i] = h(c[i])            for i … c[i] = g(a[i]); }
///                                     void h_process(c, C) { for i … C[i] = h(c[i]); }
///
/// Each nest is named by one of its computes. What only they use is an array of the process, and no channel. With
/// `dataflow(Channels::automatic)` nests that write one array are one by themselves, with those between them. Refused
/// (`bad-process`): no compute, no `dataflow`, another nest between them; (`duplicate-name`) a name that is taken;
/// (`conflicting-mark`) a nest that is a function or in a process. In hardware: fewer functions; the intervals add up.
struct ProcessGroup {
  std::string name;
  std::vector<std::string> computes;
};

}  // namespace pom
