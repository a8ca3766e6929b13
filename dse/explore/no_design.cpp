#include "dse/explore/no_design.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "dse/estimate/qor/upper_bound.hpp"
#include "dse/explore/banks/banking.hpp"
#include "support/classic_stream.hpp"
#include "support/findings.hpp"
#include "support/number_text.hpp"

namespace pom::dse::explore {

namespace {

struct Need {
  const char* resource;
  double needed, allowed;
  double available = 0;  ///< of the device; 0: it has no number of them

  double excess() const { return needed <= allowed ? 0 : needed / std::max(allowed, 1.0); }
};

std::array<Need, 6> needs(const KnownDesign& design, const Limits& limits, double port_banks,
                          const devices::Device& device) {
  const estimate::Qor& qor = design.qor;
  const estimate::Resources needed = limits.upper_bound(qor.resources, estimate::kind_of(qor).interval),
                            &most = limits.most(), all = resources_of(device);
  return {Need{"DSP", needed.dsp, most.dsp, all.dsp},
          Need{"LUT", needed.lut, most.lut, all.lut},
          Need{"FF", needed.ff, most.ff, all.ff},
          Need{"BRAM18", needed.bram_18k, most.bram_18k, all.bram_18k},
          Need{"URAM", needed.uram, most.uram, all.uram},
          Need{"memories outside (port_banks)", static_cast<double>(design.port_banks), port_banks}};
}

}  // namespace

Diagnostic no_design(const KnownDesign& design, const Limits& limits, double port_banks, const devices::Device& device,
                     const Location& at) {
  ClassicStream text;
  text << "no design of the program fits the limits";
  const std::array<Need, 6> all = needs(design, limits, port_banks, device);
  const bool exceeds = std::any_of(all.begin(), all.end(), [](const Need& need) { return need.excess() > 0; });
  // A design without an estimate, or one that keeps all limits listed here, explains nothing.
  if (design.qor.latency_average <= 0 || !exceeds) return make_error("no-design", text.str(), at);
  text << "\nthe one that exceeds them least, " << design.name << ", takes "
       << number_text(std::round(design.qor.latency_average), 12) << " cycles and too much of ("
       << (limits.confidence() > 0 ? "upper bounds of " : "") << "estimates)";
  for (const Need& need : all) {
    if (need.excess() == 0) continue;
    text << "\n  " << need.resource << ": " << number_text(std::ceil(need.needed), 12) << " needed, "
         << number_text(std::floor(need.allowed), 12) << " allowed";
    if (need.available > 0) text << " of the " << number_text(need.available, 12) << " of " << device.name;
  }
  return make_error("no-design", text.str(), at);
}

UnscheduledDesign estimate_unscheduled(const Kernel& kernel, const SearchContext& search) {
  return {estimate_kernel(kernel, search, {.automatic_pipelining = false}).value_or(estimate::Qor{}),
          estimate_kernel(kernel, search).value_or(estimate::Qor{}), count_port_banks(kernel.top_function())};
}

Diagnostic no_design(const UnscheduledDesign& design, const Limits& limits, double port_banks,
                     const devices::Device& device, const Location& at) {
  return no_design(KnownDesign{"the program with the tool's own pipelining", design.automatic, design.port_banks},
                   limits, port_banks, device, at);
}

Diagnostic no_design(const UnscheduledDesign& design, const SearchContext& search) {
  Diagnostic refusal =
      no_design(design, search.limits, search.options.port_banks, *search.target.device, search.program().at);
  if (search.watch.over()) refusal.message += ended_meanwhile;
  return refusal;
}

}  // namespace pom::dse::explore
