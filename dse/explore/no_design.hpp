#pragma once
#include "dse/explore/context/context.hpp"

namespace pom::dse::explore {

/// A design that was estimated, in words.
struct KnownDesign {
  const char* name;
  const estimate::Qor& qor;
  std::int64_t port_banks = 0;  ///< memories outside
};

/// A program without a schedule: as its loops stand, and as the tool pipelines them by itself. An estimate without
/// cycles: the model cannot say.
struct UnscheduledDesign {
  estimate::Qor plain, automatic;
  std::int64_t port_banks = 0;  ///< memories outside
};
UnscheduledDesign estimate_unscheduled(const Kernel&, const SearchContext&);

/// What a refusal ends with where the time of its search, or an interruption, has ended the search.
constexpr const char* ended_meanwhile = "\nthe time of the search ended meanwhile: more of it may help";

/// `no-design`: the nearest design that is known and, of each resource of which it takes too much, what it needs and
/// what is allowed. `port_banks`: the memories outside that are allowed; infinite: any number.
Diagnostic no_design(const KnownDesign&, const Limits&, double port_banks, const devices::Device&, const Location& at);

/// The same of a program of which only its estimates without a schedule are known. As its loops stand it is no design
/// of the tool's, which pipelines loops by itself.
Diagnostic no_design(const UnscheduledDesign&, const Limits&, double port_banks, const devices::Device&,
                     const Location& at);
/// The same, and where the time of the search is over, that it is.
Diagnostic no_design(const UnscheduledDesign&, const SearchContext&);

}  // namespace pom::dse::explore
