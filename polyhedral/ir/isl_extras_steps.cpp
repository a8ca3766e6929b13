#include <isl/ctx.h>
#include <isl/val.h>

#include <algorithm>

#include "polyhedral/ir/cut_short.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "support/brake.hpp"

namespace pom::poly {

namespace {

/// Every allocation is a step: without one left, not even a number can be made.
bool has_steps_left(isl_ctx* context) {
  isl_val* probe = isl_val_zero(context);
  isl_val_free(probe);
  isl_ctx_reset_error(context);
  return probe != nullptr;
}

/// The steps since the limit in force was set; isl does not tell, but says whether they are fewer than a limit. Leaves
/// another limit in force.
unsigned long count_steps(isl_ctx* context) {
  unsigned long least = 0, most = isl_ctx_get_max_operations(context);
  while (least < most) {
    const unsigned long middle = least + (most - least) / 2;
    isl_ctx_set_max_operations(context, middle + 1);
    if (has_steps_left(context)) {
      most = middle;
    } else {
      least = middle + 1;
    }
  }
  return least;
}

/// isl counts on one context. The limit that was in force before comes back, less what was used of it, whatever
/// happens.
class OperationLimit {
 public:
  OperationLimit(isl_ctx* context, unsigned long operations) : context_(context), limit_(operations) {
    if (const unsigned long around = isl_ctx_get_max_operations(context); around > 0) {
      const unsigned long used = std::min(count_steps(context), around - 1);
      around_ = around - used;
      limit_ = std::min(operations, around_);
    }
    isl_ctx_reset_operations(context_);
    isl_ctx_set_max_operations(context_, limit_);
  }
  ~OperationLimit() { end(); }
  OperationLimit(const OperationLimit&) = delete;
  OperationLimit& operator=(const OperationLimit&) = delete;

  /// Ends it; the steps that were used.
  unsigned long end() {
    if (ended_) return used_;
    ended_ = true;
    const unsigned long left = isl_ctx_get_max_operations(context_);  // less than limit_ behind limits inside
    used_ = limit_ - left + std::min(left, count_steps(context_));
    isl_ctx_reset_operations(context_);
    // 0 means no limit at all.
    isl_ctx_set_max_operations(context_, around_ == 0 ? 0 : std::max(1UL, around_ - used_));
    return used_;
  }

 private:
  isl_ctx* context_;
  unsigned long limit_, around_ = 0, used_ = 0;
  bool ended_ = false;
};

/// A question to isl that the brake in force may abort.
class BrakedQuestion {
 public:
  BrakedQuestion(isl_ctx* context, double part) : context_(context), question_(part, [=] { isl_ctx_abort(context); }) {}
  ~BrakedQuestion() { end(); }
  BrakedQuestion(const BrakedQuestion&) = delete;
  BrakedQuestion& operator=(const BrakedQuestion&) = delete;

  bool is_late() const { return question_.is_late(); }
  /// True: it was aborted. isl works again.
  bool end() {
    const bool aborted = question_.end();
    if (aborted) isl_ctx_resume(context_);
    return aborted;
  }

 private:
  isl_ctx* context_;
  Brake::Question question_;
};

}  // namespace

namespace {

thread_local unsigned long cut_short = 0;

}  // namespace

unsigned long count_cut_short() { return cut_short; }

bool try_within(isl::ctx context, unsigned long operations, const std::function<void()>& action) {
  StepPool pool{operations};
  return try_within(context, pool, operations, action);
}

bool try_within(isl::ctx context, StepPool& pool, unsigned long most, const std::function<void()>& action) {
  if (pool.left == 0) return false;
  OperationLimit limit(context.get(), std::min(most, pool.left));
  isl_ctx_reset_error(context.get());
  BrakedQuestion question(context.get(), pool.part_of_time);
  if (question.is_late()) {
    ++cut_short;
    return false;
  }
  try {
    action();
  } catch (const isl::exception&) {
    const bool aborted = question.end();
    isl_ctx_reset_error(context.get());
    if (aborted) {
      ++cut_short;
      return false;
    }
    // Without steps left, isl's functions fail in many ways: its parser, for one, calls every text ill-formed. With
    // steps left, a failure is one of this library.
    if (has_steps_left(context.get())) throw;
    pool.left -= std::min(pool.left, limit.end());
    return false;
  }
  pool.left -= std::min(pool.left, limit.end());
  return true;
}

}  // namespace pom::poly
