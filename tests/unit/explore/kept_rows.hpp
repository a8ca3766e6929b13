#pragma once
#include <pom/pom.hpp>

namespace pom::test {

/// How much of a schedule the program has beside its buffers.
enum class RowSchedule { none, split, beside_copies };

/// Sums of three neighbours, row by row, in buffers that the program asks for: a statement beside a loop.
inline void declare_kept_rows(RowSchedule schedule) {
  var y("y", 0, 32), x("x", 0, 64), c("c", 0, 3), outer("outer"), inner("inner");
  placeholder A("A", {34, 80}, p_int32), B("B", {32, 64}, p_int32);
  A.interface("m_axi", "g0");
  B.interface("m_axi", "g1");
  compute z("z", {y, x}, B(y, x) = 0), s("s", {y, x, c}, B(y, x) += A(y, x + c));
  s.after(z, x);
  A.buffer_at(s, y);
  B.buffer_at(s, y);
  if (schedule == RowSchedule::none) return;
  s.split(x, 8, outer, inner);
  z.split(x, 8, outer, inner);
  s.pipeline(outer);
  if (schedule == RowSchedule::beside_copies) s.double_buffer(y);
}

}  // namespace pom::test
