#include <exception>

#include "bench/qor/judge/accuracy.hpp"
#include "dse/estimate/estimate.hpp"
#include "dse/estimate/stalls/stalls.hpp"

namespace pom::dse::qor {

namespace {

std::optional<std::int64_t> run_processes(const Kernel& kernel, const devices::Target& target, const estimate::Qor& qor,
                                          const estimate::EstimateOptions& options) {
  if (!kernel.top_function().dataflow) return std::nullopt;
  const auto answer = estimate::find_run(kernel, target, qor, options);
  const auto* stalls = std::get_if<estimate::Stalls>(&answer);
  return stalls && stalls->deadlock.empty() ? std::optional(stalls->latency) : std::nullopt;
}

}  // namespace

Judged judge(const Point& point) {
  Judged judged{point.id, point.name, {}, "", point.truth};
  const auto device = devices::find_device_by_part(point.part);
  const auto version = devices::read_version(point.tool_version);
  if (!device) judged.reason = "no device is known for the part " + point.part;
  if (!version) judged.reason = "\"" + point.tool_version + "\" is no release of the tool";
  if (!judged.reason.empty()) return judged;
  const devices::Target target{&*device, point.clock_ns, point.uncertainty_ns, *version};
  const estimate::EstimateOptions options{.unsafe_math = point.unsafe_math};
  try {
    auto answer = estimate::estimate(point.kernel, target, options);
    if (auto* qor = std::get_if<estimate::Qor>(&answer)) {
      // Only where the RTL tells who is right.
      if (point.truth.rtl_latency) judged.run = run_processes(point.kernel, target, *qor, options);
      judged.qor = std::move(*qor);
    } else
      judged.reason = std::get<std::string>(answer);
  } catch (const std::exception& error) {
    judged.reason = std::string("the estimator failed: ") + error.what();
  }
  return judged;
}

}  // namespace pom::dse::qor
