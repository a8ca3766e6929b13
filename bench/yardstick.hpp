#pragma once

/// Seconds that one core takes for a fixed task of the kind a compiler does: numbers are sorted, and small vectors put
/// into maps and found again. Machines differ, and one that is shared differs from hour to hour; beside this, seconds
/// of other measurements compare.
double yardstick_seconds();
