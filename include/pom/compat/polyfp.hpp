#pragma once
// Namespace polyfp: the names of the first public release of POM on top of libpom, so that its programs compile and run
// unchanged with this directory on their include path and -lpom. New programs include <pom/pom.hpp>.
#include "../pom.hpp"
#include "polyfp_compute.hpp"
#include "polyfp_function.hpp"
#include "polyfp_inline.hpp"

namespace polyfp {

using pom::constant;
using pom::expr;
using pom::p_max;
using pom::p_min;
using pom::placeholder;
using pom::var;

using pom::p_float32;
using pom::p_float64;
using pom::p_int16;
using pom::p_int32;
using pom::p_int64;
using pom::p_int8;
using pom::p_uint16;
using pom::p_uint32;
using pom::p_uint64;
using pom::p_uint8;

using pom::abs;
using pom::cast;
using pom::exp;
using pom::log;
using pom::pow;
using pom::select;
using pom::sqrt;
using pom::tanh;

using pom::auto_DSE;
using pom::codegen;
using pom::verify;

}  // namespace polyfp
