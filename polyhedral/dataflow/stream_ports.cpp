#include "polyhedral/dataflow/stream_ports.hpp"

#include <optional>
#include <string>
#include <vector>

#include "dsl/model/ports.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/ir/find_access.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

/// isl's steps for one port, as for a local FIFO (check_dataflow.cpp).
constexpr unsigned long port_steps = 60'000;

class PortCheck {
 public:
  PortCheck(const Scop& scop, int array, const Location& at)
      : scop_(scop), array_(array), declared_(*scop.program->arrays[array]), at_(at) {}

  Status check() {
    if (declared_.shape.empty()) return refuse("it is one value");
    if (!declared_.extents.empty()) return refuse("an extent of it is a run-time size");
    if (Status refused = collect()) return refused;
    if (Status refused = check_once()) return refused;
    if (Status refused = check_complete()) return refused;
    return check_order();
  }

  bool is_in_order() {
    if (declared_.shape.empty() || collect()) return false;
    return !check_once() && !check_order();
  }

 private:
  /// Accesses of one statement at one time touch one element.
  struct Use {
    int statement;
    isl::map relation;  ///< { S[…] -> A[…] }
  };

  Status refuse(const std::string& reason) const {
    return make_error("not-a-stream", "\"" + declared_.name + "\" cannot be a stream: " + reason, at_);
  }

  Status collect() {
    const Statement *reader = nullptr, *writer = nullptr;
    for (int s = 0; s < static_cast<int>(scop_.statements.size()); ++s) {
      const Statement& statement = scop_.statements[s];
      std::optional<isl::map> read;
      for (const AccessRelation& access : statement.reads) {
        if (access.array != array_) continue;
        if (access.may) return refuse_computed(statement, "reads");
        if (has_computed_index(compute_of(scop_, statement), array_))
          return refuse("\"" + statement.name + "\" reads" + computed_place);
        if (read && !read->is_equal(access.relation))
          return refuse("\"" + statement.name + "\" reads it in two places" + remedy());
        read = access.relation;
        reader = &statement;
      }
      if (read) add(s, *read);
      if (statement.write.array != array_) continue;
      if (statement.write.may) return refuse_computed(statement, "writes");
      if (has_computed_index(compute_of(scop_, statement), array_))
        return refuse("\"" + statement.name + "\" writes" + computed_place);
      writer = &statement;
      add(s, statement.write.relation);
    }
    if (writer) verb_ = "writes";
    if (reader && writer)
      return refuse("\"" + reader->name + "\" reads it and \"" + writer->name + "\" writes it; a stream goes one way" +
                    "\nwhat comes in and what goes out are two arguments; of what is written before it is read, " +
                    declared_.name +
                    ".convert() lets a nest bring the elements out, as dataflow(Channels::automatic) does");
    if (uses_.empty()) return refuse("no compute uses it");
    find_times();
    return std::nullopt;
  }

  Status refuse_computed(const Statement& statement, const std::string& verb) const {
    return refuse("only the run knows in which order \"" + statement.name + "\" " + verb +
                  " it: the index is computed");
  }

  void add(int statement, const isl::map& relation) {
    uses_.push_back({statement, relation.intersect_domain(scop_.statements[statement].domain)});
  }

  void find_times() {
    std::vector<int> users;
    for (const Use& use : uses_) users.push_back(use.statement);
    const std::vector<isl::map> times = times_of(without_pipelines(scop_), users);
    for (std::size_t n = 0; n < uses_.size(); ++n) {
      const isl::map used = uses_[n].relation.reverse().apply_range(times[n]);
      all_ = all_ ? all_->unite(used) : used;
    }
  }

  Status check_once() const {
    if (all_->is_single_valued()) return std::nullopt;
    const isl::map other_times = remove_identity(all_->reverse().apply_range(*all_));
    const isl::set twice = all_->intersect_range(other_times.domain()).domain();
    const auto element = *first_point(twice);
    const std::vector<std::string> instances = instances_of(element);
    return refuse(instances[0] + " and " + instances[1] + (verb_ == "writes" ? " write " : " read ") +
                  subscript(declared_.name, element) + "; a stream brings it once" + remedy());
  }

  Status check_complete() const {
    const isl::set missing = elements().subtract(all_->domain());
    const auto element = first_point(missing);
    if (!element) return std::nullopt;
    const bool written = verb_ == "writes";
    return refuse(subscript(declared_.name, *element) + " is never " +
                  (written ? "written, but waited for" : "read, and would stay in it" + remedy()));
  }

  Status check_order() const {
    const isl::map late = all_->apply_range(lexicographic_after(all_->range())).apply_range(all_->reverse());
    const isl::map parted = lexicographic_before(all_->domain()).intersect(late);
    if (parted.is_empty()) return std::nullopt;
    const auto first = *first_point(parted.domain());
    const auto second = *first_point(point_set(parted.domain(), first).apply(parted));
    return refuse("elements come in the order of their addresses\n" + instances_of(second).front() + " " + verb_ + " " +
                  subscript(declared_.name, second) + " before " + instances_of(first).front() + " " + verb_ + " " +
                  subscript(declared_.name, first) + remedy());
  }

  std::string remedy() const {
    if (scop_.hardware.automatic_channels) return "";
    return "\n" + declared_.name +
           (verb_ == "writes" ? ".convert() lets a nest bring its elements out in order, as "
                                "dataflow(Channels::automatic) does"
                              : ".buffer() reads it in order first; with dataflow(Channels::automatic) a process of "
                                "its own does");
  }

  isl::set elements() const { return elements_of(*scop_.program, array_, all_->ctx()); }

  /// The first two, at most, that touch the element: "s[0][1]".
  std::vector<std::string> instances_of(const std::vector<std::int64_t>& element) const {
    std::vector<std::string> names;
    for (const Use& use : uses_) {
      isl::set left = point_set(use.relation.range(), element).apply(use.relation.reverse());
      for (auto instance = first_point(left); instance && names.size() < 2; instance = first_point(left)) {
        names.push_back(subscript(scop_.statements[use.statement].name, *instance));
        left = left.subtract(point_set(left, *instance));
      }
    }
    return names;
  }

  const Scop& scop_;
  const int array_;
  const dsl::Array& declared_;
  const Location& at_;
  std::vector<Use> uses_;
  std::optional<isl::map> all_;  ///< { A[…] -> time }
  std::string verb_ = "reads";
};

}  // namespace

Status check_stream_port(const Scop& scheduled, int array, const Location& at) {
  Status refused;
  const auto check = [&] { refused = PortCheck(scheduled, array, at).check(); };
  if (try_within(scheduled.statements.front().domain.ctx(), port_steps, check)) return refused;
  return make_error("analysis-too-hard",
                    "whether \"" + scheduled.program->arrays[array]->name +
                        "\" is used in the order of its addresses takes too much work to prove\nsimpler indices help: "
                        "fewer divisions and remainders",
                    at);
}

bool is_in_order(const Scop& scheduled, int array) {
  bool found = false;
  const Location nowhere;
  try_within(scheduled.statements.front().domain.ctx(), port_steps,
             [&] { found = PortCheck(scheduled, array, nowhere).is_in_order(); });
  return found;
}

std::vector<Diagnostic> check_stream_ports(const Scop& scheduled) {
  std::vector<Diagnostic> errors;
  for (const PortMark& port : scheduled.hardware.ports) {
    if (!dsl::is_stream_mode(port.mode)) continue;
    if (Status refused = check_stream_port(scheduled, scheduled.program->find_array(port.port), port.at))
      errors.push_back(*refused);
  }
  return errors;
}

}  // namespace pom::poly
