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
/// Each nest is named by one of its computes. What only they use is an array inside of the process, and no channel.
/// Refused (`bad-process`): no compute, a function without `dataflow`, nests between which another one stands; a name
/// that is taken (`duplicate-name`), a nest that is a function or in a process already (`conflicting-mark`). In
/// hardware: fewer functions and channels; the interval of the process is the sum of its nests' latencies.
struct ProcessGroup {
  std::string name;
  std::vector<std::string> computes;
};

}  // namespace pom
