#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dse/estimate/estimate.hpp"
#include "dse/explore/space/unit_space.hpp"
#include "nest_fixture.hpp"

/// Small functions of which every design is estimated.
namespace pom::test {

/// All choices of a unit that can be built, with both kinds of adders.
inline std::vector<dse::Configuration> all_choices(const dse::Unit& unit) {
  std::vector<dse::Configuration> all{dse::one_copy(unit)};
  for (std::size_t n = 0; n < unit.loops.size(); ++n) {
    for (std::size_t known = 0, end = all.size(); known < end; ++known) {
      for (std::int64_t factor = 2; unit.loops[n].cuttable && factor <= unit.loops[n].trip; ++factor) {
        all.push_back(all[known]);
        all.back().factors[n] = factor;
      }
    }
  }
  std::erase_if(all, [&](const dse::Configuration& choice) { return !dse::is_buildable(unit, choice); });
  for (std::size_t n = all.size(); n-- > 0;) {
    all.push_back(all[n]);
    all.back().fabric_adders = true;
  }
  return all;
}

/// The same, and each with longer intervals asked for.
inline std::vector<dse::Configuration> all_choices_and_intervals(const dse::Unit& unit) {
  constexpr int longest_interval = 16;
  std::vector<dse::Configuration> all = all_choices(unit);
  for (std::size_t n = all.size(); n-- > 0;) {
    for (int interval = 2; interval <= longest_interval; ++interval) {
      all.push_back(all[n]);
      all.back().interval = interval;
    }
  }
  return all;
}

/// `dsp_share` 0: like that of LUTs. `confidence`: of upper bounds; 0: estimates themselves have to fit.
inline dse::explore::Limits part_of_device(double share, double dsp_share = 0, double confidence = 0) {
  const dse::devices::Device& device = small_device();
  dse::estimate::Resources most;
  most.dsp = std::max(share, dsp_share) * static_cast<double>(device.dsp);
  most.lut = share * static_cast<double>(device.lut);
  most.ff = share * static_cast<double>(device.ff);
  most.bram_18k = static_cast<double>(device.bram_18k);
  return dse::explore::Limits(most, confidence);
}

/// Those of up to eight copies, in powers of two.
inline std::vector<dse::Configuration> few_choices(const dse::Unit& unit) {
  std::vector<dse::Configuration> few = all_choices(unit);
  std::erase_if(few, [](const dse::Configuration& choice) {
    const std::int64_t copies = choice.copies();
    return copies > 8 || (copies & (copies - 1)) != 0;
  });
  return few;
}

using ListChoices = std::vector<dse::Configuration>(const dse::Unit&);

/// Nests as written, each of one unit: all combinations of their choices against the bound of the whole function.
struct Whole : Compiled {
  dse::Kernel kernel;
  std::vector<std::unique_ptr<dse::explore::NestDesign>> nests;
  std::vector<std::unique_ptr<dse::explore::UnitSpace>> spaces;
  dse::explore::SearchWatch watch{1000, {}, {}};
  ListChoices* choices_ = all_choices_and_intervals;
  int less_than_units = 0;  ///< combinations that take less beside operators than their units alone

  explicit Whole(const std::function<void()>& body) : Compiled(body) {
    kernel = dse::make_kernel(*poly::generate_loops(as_written));
    std::set<std::string> arrays;
    for (const dse::Array& array : kernel.top_function().arrays) arrays.insert(array.name);
    const auto infos = dse::transform::inspect_nests(as_written, as_written, graph(), {});
    for (const dse::transform::NestProgram& nest : dse::transform::split_into_nests(as_written, graph())) {
      dse::transform::TransformResult result;
      result.statements = nest.statements;
      for (const dse::transform::NestInfo& info : infos) {
        if (std::count(nest.statements.begin(), nest.statements.end(), info.statement)) result.nests.push_back(info);
      }
      nests.push_back(std::move(dse::explore::prepare_all(nest, result).front()));
      spaces.push_back(std::make_unique<dse::explore::UnitSpace>(nests.back()->kernel, nests.back()->units.at(0),
                                                                 arrays, small_target(), watch));
    }
  }

  /// All nests cut as chosen. Nothing: their banks do not go together, which is no part of the space.
  std::optional<dse::Kernel> make_design(const std::vector<dse::Configuration>& chosen) {
    dse::Kernel design = kernel;
    dse::Function& function = design.top_function();
    dse::explore::BankFactors banks;
    bool serve_all = true;
    for (std::size_t n = 0; n < chosen.size(); ++n) {
      dse::cut_unit(function, nests[n]->units[0], chosen[n]);
      serve_all = dse::explore::merge_banks(banks, spaces[n]->estimates.evaluate(chosen[n]).banks) && serve_all;
    }
    dse::explore::set_banks(function, banks);
    return serve_all ? std::optional(std::move(design)) : std::nullopt;
  }

  /// Cycles of the fastest combination that fits, with a unit's choices alone within the limits.
  double fastest(const dse::explore::Limits& limits, ListChoices* choices = all_choices_and_intervals) {
    choices_ = choices;
    std::vector<dse::Configuration> none;
    double best = INFINITY;
    extend(none, limits, best);
    return best;
  }

 private:
  void extend(std::vector<dse::Configuration>& chosen, const dse::explore::Limits& limits, double& best) {
    if (chosen.size() == nests.size()) {
      best = std::min(best, estimate_whole(chosen, limits));
      return;
    }
    const dse::Unit& unit = nests[chosen.size()]->units[0];
    for (const dse::Configuration& choice : choices_(unit)) {
      if (!is_member(chosen, choice, limits)) continue;
      chosen.push_back(choice);
      extend(chosen, limits, best);
      chosen.pop_back();
    }
  }

  /// Of the space: sums of all units are built alike.
  bool is_member(const std::vector<dse::Configuration>& chosen, const dse::Configuration& choice,
                 const dse::explore::Limits& limits) const {
    dse::explore::UnitSpace& space = *spaces[chosen.size()];
    if (choice.fabric_adders && !space.work.has_sums()) return false;
    for (std::size_t n = 0; n < chosen.size(); ++n) {
      const bool both_have = spaces[n]->work.has_sums() && space.work.has_sums();
      if (both_have && chosen[n].fabric_adders != choice.fabric_adders) return false;
    }
    const dse::explore::UnitPoint& point = space.estimates.evaluate(choice);
    return space.choices.has(choice, limits) && limits.may_hold(point.resources, point.interval);
  }

  double estimate_whole(const std::vector<dse::Configuration>& chosen, const dse::explore::Limits& limits) {
    const std::optional<dse::Kernel> design = make_design(chosen);
    if (!design) return INFINITY;
    const auto answer = dse::estimate::estimate(*design, small_target());
    const dse::estimate::Qor* qor = std::get_if<dse::estimate::Qor>(&answer);
    if (!qor) return INFINITY;
    double units_beside = 0;
    for (std::size_t n = 0; n < chosen.size(); ++n) {
      const dse::explore::UnitPoint& least = spaces[n]->least.find(chosen[n]);
      if (!least.may_be_faster) units_beside += least.beside_lut;
    }
    if (beside_operators(*qor) < units_beside) ++less_than_units;
    return limits.hold(*qor) ? qor->latency_average : INFINITY;
  }

  static double beside_operators(const dse::estimate::Qor& qor) {
    double lut = -qor.functions.back().state_lut;
    for (const dse::estimate::ResourceShare& share : qor.shares) {
      if (share.cause == "registers" || share.cause == "expressions" || share.cause == "control")
        lut += share.resources.lut;
    }
    return lut;
  }
};

}  // namespace pom::test
