#include "driver/explore/hand_over.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/streaming/lanes.hpp"
#include "polyhedral/streaming/take_time.hpp"

namespace pom::driver {

namespace {

bool is_in_pipeline(const RateChoice& choice, const poly::Statement& statement) {
  return std::any_of(choice.shared.begin(), choice.shared.end(),
                     [&](const auto& shared) { return shared.first == statement.name; });
}

Widths widest(Widths all, const Widths& more) {
  for (std::size_t d = 0; d < all.size(); ++d) all[d] = std::max(all[d], more[d]);
  return all;
}

class HandOverList {
 public:
  HandOverList(const poly::Scop& scop, const std::vector<std::vector<RateChoice>>& rates)
      : scop_(scop), rates_(rates), processes_(poly::find_processes(scop)) {}

  std::vector<HandOver> list() const {
    std::vector<HandOver> all;
    for (std::size_t p = 0; p < processes_.size(); ++p) {
      for (const int array : written_by(p)) {
        for (std::size_t c = p + 1; c < processes_.size(); ++c) {
          if (poly::uses_array(scop_, processes_[c], array)) add(p, c, array, all);
        }
      }
    }
    return all;
  }

 private:
  std::set<int> written_by(std::size_t process) const {
    std::set<int> arrays;
    for (const int s : processes_[process].statements) arrays.insert(scop_.statements[s].write.array);
    return arrays;
  }

  void add(std::size_t producer, std::size_t consumer, int array, std::vector<HandOver>& all) const {
    std::vector<AccessSteps> writes, reads;
    for (const int s : processes_[producer].statements) {
      const dsl::Compute& compute = scop_.program->computes[s];
      if (compute.store.array == array) writes.emplace_back(scop_.statements[s], compute.store.indices);
    }
    for (const int s : processes_[consumer].statements) {
      for (const dsl::Access& load : scop_.program->computes[s].loads) {
        if (load.array == array) reads.emplace_back(scop_.statements[s], load.indices);
      }
    }
    if (writes.empty() || reads.empty() || writes.front().dimensions() == 0) return;
    // What several nests write goes behind the last of them, and comes in front of the first one that reads it.
    const int sender = nest_of(writes.back()), taker = nest_of(reads.front());
    std::erase_if(writes, [&](const AccessSteps& write) { return nest_of(write) != sender; });
    std::erase_if(reads, [&](const AccessSteps& read) { return nest_of(read) != taker; });
    HandOver over{static_cast<int>(producer), static_cast<int>(consumer), sender, taker, {}, {}, {}};
    for (const RateChoice& process : rates_[producer]) over.sent.push_back(sent(process.part_of(sender), writes));
    const std::vector<std::size_t> order = writes.back().order(writes.back().statement().loops.size());
    for (const RateChoice& process : rates_[consumer]) {
      const RateChoice& choice = process.part_of(taker);
      over.taken.push_back(taken(choice, reads, order));
      // A read in front of the pipelined loop has fewer loops than that.
      const bool counts = is_in_pipeline(choice, reads.front().statement()) && reads.size() == 1 &&
                          !reads.front().overlaps(static_cast<std::size_t>(choice.level));
      over.standing_still.push_back(
          counts ? reads.front().standing_still(static_cast<std::size_t>(choice.level), choice.at_once) : 1);
    }
    all.push_back(std::move(over));
  }

  static int nest_of(const AccessSteps& access) { return access.statement().position.front(); }

  static Widths sent(const RateChoice& choice, const std::vector<AccessSteps>& writes) {
    Widths widths(writes.front().dimensions(), 1);
    for (const AccessSteps& write : writes) {
      if (is_in_pipeline(choice, write.statement()))
        widths = widest(widths, write.met(static_cast<std::size_t>(choice.level), choice.at_once));
    }
    return widths;
  }

  /// Nothing where the consumer's loops go through the array in another order than the producer's.
  static Widths taken(const RateChoice& choice, const std::vector<AccessSteps>& reads,
                      const std::vector<std::size_t>& producers_order) {
    Widths widths(reads.front().dimensions(), 1);
    for (const AccessSteps& read : reads) {
      if (!is_in_pipeline(choice, read.statement())) continue;
      const auto level = static_cast<std::size_t>(choice.level);
      const std::vector<std::size_t> order = read.order(level + 1);
      if (order.size() > producers_order.size() || !std::equal(order.begin(), order.end(), producers_order.begin()))
        return {};
      widths = widest(widths, read.fresh(level, choice.at_once));
    }
    return widths;
  }

  const poly::Scop& scop_;
  const std::vector<std::vector<RateChoice>>& rates_;
  const std::vector<poly::Process> processes_;
};

}  // namespace

namespace {

/// What is needed for some iterations as a whole comes during those before in the bundles in which it is sent, one a
/// cycle; where they are more than the iterations, some more of these do nothing else. The cycles of one iteration, on
/// average. Nothing where it comes otherwise: in one dimension of several elements, or in many more iterations.
std::optional<double> cycles_in_bundles(const Widths& push, const Widths& take, double iterations) {
  double bundles = 1;
  std::int64_t lanes = 1;
  for (std::size_t d = 0; d < take.size(); ++d) {
    lanes *= push[d];
    if (lanes > poly::most_lanes) return std::nullopt;
    if (push[d] == take[d]) continue;
    if (bundles > 1 || push[d] > take[d]) return std::nullopt;
    bundles = std::ceil(static_cast<double>(take[d]) / static_cast<double>(push[d]));
  }
  const double each = std::ceil(bundles / (poly::most_longer * iterations));  // bundles in one iteration
  return each * std::max(1.0, std::ceil(bundles / each) / iterations);
}

}  // namespace

std::pair<double, double> HandOver::intervals(std::size_t of_producer, std::size_t of_consumer) const {
  const Widths &push = sent[of_producer], &take = taken[of_consumer];
  const double still = standing_still[of_consumer];
  double pushes = 1, takes = 1;
  std::int64_t all = 1;
  for (std::size_t d = 0; d < take.size(); ++d) {
    const std::int64_t both = std::gcd(push[d], take[d]);
    const auto lanes = static_cast<double>(all * both > poly::most_lanes ? 1 : both);
    all *= static_cast<std::int64_t>(lanes);
    pushes *= static_cast<double>(push[d]) / lanes;
    takes *= static_cast<double>(take[d]) / lanes;
  }
  takes = std::max(1.0, takes / still);
  if (still > 1 && pushes > 1) {
    const std::optional<double> bundled = cycles_in_bundles(push, take, still);
    if (bundled && *bundled < takes) return {1, *bundled};
  }
  return {pushes, takes};
}

std::vector<HandOver> list_hand_overs(const poly::Scop& as_written, const std::vector<std::vector<RateChoice>>& rates) {
  return HandOverList(as_written, rates).list();
}

}  // namespace pom::driver
