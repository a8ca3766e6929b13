#pragma once
// For programs written for the first release of POM: any of these headers brings all of namespace polyfp.
#include "polyfp.hpp"
