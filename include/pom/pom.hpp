#pragma once
// libpom: describe a computation, schedule it, get verified HLS C++. All that a user's program needs.
#include "compile.hpp"
#include "compute.hpp"
#include "constant.hpp"
#include "diagnostic.hpp"
#include "expr.hpp"
#include "function.hpp"
#include "placeholder.hpp"
#include "primitives.hpp"
#include "report.hpp"
#include "scalar.hpp"
#include "type.hpp"
#include "var.hpp"
