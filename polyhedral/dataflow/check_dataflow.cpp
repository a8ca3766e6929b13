#include "polyhedral/dataflow/check_dataflow.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "polyhedral/dataflow/check_bundles.hpp"
#include "polyhedral/dataflow/joined.hpp"
#include "polyhedral/dataflow/stream_ports.hpp"
#include "polyhedral/ir/find_access.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/mark_process.hpp"
#include "polyhedral/ir/points.hpp"
#include "support/findings.hpp"
#include "support/result.hpp"

namespace pom::poly {

namespace {

/// The processes, by their first nests, that read and write one array.
struct ArrayUse {
  std::set<int> writers, readers;
};

int process_of(const Scop& scop, const Statement& statement) {
  return first_nest_of_process(scop, statement.position.front());
}

std::map<int, ArrayUse> uses_of_arrays(const Scop& scop) {
  std::map<int, ArrayUse> uses;
  for (const Statement& statement : scop.statements) {
    const int process = process_of(scop, statement);
    uses[statement.write.array].writers.insert(process);
    for (const AccessRelation& read : statement.reads) uses[read.array].readers.insert(process);
  }
  return uses;
}

/// A process runs its nests one after the other: what stands between two of them would run beside it.
void check_processes(const Scop& scop, std::vector<Diagnostic>& errors) {
  for (const ProcessMark& mark : scop.hardware.processes) {
    const auto refuse = [&](const std::string& reason) {
      errors.push_back(make_error("bad-process", "\"" + mark.name + "\" is no process: " + reason, mark.at));
    };
    if (!scop.hardware.dataflow) {
      refuse("the function is no dataflow, and runs all its nests one after the other");
      continue;
    }
    std::set<int> nests;
    for (const int statement : mark.statements) nests.insert(scop.statements[statement].position.front());
    for (const Statement& other : scop.statements) {
      const int nest = other.position.front();
      if (nests.contains(nest) || nest < *nests.begin() || nest > *nests.rbegin()) continue;
      refuse("the nest of \"" + other.name + "\" stands between its nests, and is none of them");
      break;
    }
  }
}

std::string name_nests(const Scop& scop, const std::set<int>& nests) {
  std::string text;
  for (int nest : nests) {
    for (const Statement& statement : scop.statements) {
      if (process_of(scop, statement) != nest) continue;
      text += (text.empty() ? "\"" : ", \"") + statement.name + "\"";
      break;
    }
  }
  return text;
}

void check_channels(const Scop& scop, std::vector<Diagnostic>& errors) {
  for (const auto& [array, use] : uses_of_arrays(scop)) {
    const dsl::Array& declared = *scop.program->arrays[array];
    if (declared.is_table()) continue;  // each process has its own
    std::set<int> others = use.readers;
    for (int writer : use.writers) others.erase(writer);
    std::set<int> all = use.readers;
    all.insert(use.writers.begin(), use.writers.end());
    std::string reason;
    if (use.writers.size() > 1) {
      reason = "the nests of " + name_nests(scop, use.writers) + " write it; a channel has one producer";
    } else if (declared.local && others.size() > 1 && !scop.hardware.automatic_channels) {
      reason = "the nests of " + name_nests(scop, others) + " read it; a channel has one consumer";
    } else if (!declared.local && all.size() > 1) {
      reason = "it is an argument that the nests of " + name_nests(scop, all) + " use; only one process may" +
               (!use.writers.empty()               ? ", unless it is a local array"
                : declared.shape.empty()           ? "; a constant or a parameter is every nest's"
                : scop.hardware.automatic_channels ? "; broadcast() lets one nest read it for all"
                                                   : "");
    }
    if (reason.empty()) continue;
    Diagnostic error = make_error("not-a-dataflow", "array \"" + declared.name + "\" is no channel: " + reason,
                                  *scop.hardware.dataflow);
    error.notes.push_back({"\"" + declared.name + "\" is declared", declared.at});
    errors.push_back(std::move(error));
  }
}

/// The channels between processes, as pairs of nests.
struct ChannelEnds {
  int array = -1, producer = -1, consumer = -1;
};

std::vector<ChannelEnds> channels_of(const Scop& scop) {
  std::vector<ChannelEnds> channels;
  for (const auto& [array, use] : uses_of_arrays(scop)) {
    if (!scop.program->arrays[array]->local) continue;
    for (int writer : use.writers) {
      for (int reader : use.readers) {
        if (reader != writer) channels.push_back({array, writer, reader});
      }
    }
  }
  return channels;
}

/// Whether two processes are joined by channels other than those of one array, whatever their directions.
bool joined_without(const std::vector<ChannelEnds>& channels, const ChannelEnds& left_out) {
  std::vector<std::pair<int, int>> others;
  for (const ChannelEnds& channel : channels) {
    if (channel.array != left_out.array) others.emplace_back(channel.producer, channel.consumer);
  }
  return are_joined(others, left_out.producer, left_out.consumer);
}

/// A FIFO that may run full blocks its producer. Where the two processes also meet by another way, each may wait for
/// the other for ever; a FIFO that holds the whole array never blocks.
Status check_no_deadlock(const Scop& scop, const StreamMark& mark, const std::vector<ChannelEnds>& channels) {
  const dsl::Array& array = *scop.program->arrays[mark.array];
  if (mark.depth >= array.elements()) return std::nullopt;
  for (const ChannelEnds& channel : channels) {
    if (channel.array != mark.array || !joined_without(channels, channel)) continue;
    return make_error("not-a-stream",
                      "\"" + array.name + "\" cannot be a FIFO of " + std::to_string(mark.depth) +
                          " elements: its producer and its consumer are joined by other channels too\nwhen it is full, "
                          "each may wait for the other for ever; a depth of " +
                          std::to_string(array.elements()) + " holds the whole array",
                      mark.at);
  }
  return std::nullopt;
}

/// One streamed array and what touches it.
class StreamCheck {
 public:
  StreamCheck(const Scop& scop, const StreamMark& mark)
      : scop_(scop), mark_(mark), name_(scop.program->arrays[mark.array]->name) {}

  Status check() {
    if (!scop_.hardware.dataflow)
      return refuse("the function is no dataflow: one process would fill it before it reads");
    if (Status refused = find_ends()) return refused;
    if (producer_->write.may || read_->may)
      return refuse("only the run knows in which order \"" + (read_->may ? consumer_ : producer_)->name + "\" " +
                    (read_->may ? "reads" : "writes") + " it: the index is computed");
    for (const Statement* end : {producer_, consumer_}) {
      if (has_computed_index(compute_of(scop_, *end), mark_.array))
        return refuse("\"" + end->name + (end == producer_ ? "\" writes" : "\" reads") + computed_place);
    }
    const isl::map write_time = producer_->write.relation.reverse().apply_range(producer_->loop_map);
    const isl::map read_time = read_->relation.reverse().apply_range(consumer_->loop_map);
    if (Status twice = check_once(write_time, "writes", *producer_)) return twice;
    if (Status twice = check_once(read_time, "reads", *consumer_)) return twice;
    if (Status left = check_same_elements(write_time.domain(), read_time.domain())) return left;
    return check_order(write_time, read_time);
  }

 private:
  Diagnostic refuse(const std::string& reason) const {
    return make_error("not-a-stream", "\"" + name_ + "\" cannot be a FIFO: " + reason, mark_.at);
  }

  enum class Storage { window, accumulator };

  /// Names the primitive that keeps what the FIFO does not.
  Diagnostic with_storage(Diagnostic refused, const Statement& statement, Storage storage) const {
    if (storage == Storage::window) {
      refused.help = statement.name + ".reuse_at(" + name_ + ", a loop): its iterations hand on what they read again";
    } else if (const std::string* loop = loop_of_each_element(statement)) {
      refused.help = statement.name + ".accumulate_at(" + name_ + ", " + *loop +
                     "): an iteration writes an element once, at its end";
    }
    return refused;
  }

  /// The innermost loop of which one iteration makes all writes of an element, if there is one.
  static const std::string* loop_of_each_element(const Statement& statement) {
    const isl::map times = statement.write.relation.intersect_domain(statement.domain).reverse();
    for (std::size_t loops = statement.loops.size(); loops > 0; --loops) {
      const isl::map around = keep_first(statement.loop_map, Side::range, static_cast<unsigned>(loops));
      if (times.apply_range(around).is_single_valued()) return &statement.loops[loops - 1].name;
    }
    return nullptr;
  }

  Status find_ends() {
    for (const Statement& statement : scop_.statements) {
      if (statement.write.array == mark_.array) {
        if (producer_) return refuse("\"" + producer_->name + "\" and \"" + statement.name + "\" write it");
        producer_ = &statement;
      }
      for (const AccessRelation& read : statement.reads) {
        if (read.array != mark_.array) continue;
        if (read_ && !(consumer_ == &statement && read_->relation.is_equal(read.relation))) {
          if (consumer_ != &statement)
            return refuse("\"" + consumer_->name + "\" and \"" + statement.name + "\" read it");
          return with_storage(refuse("\"" + statement.name + "\" reads it in two places"), statement, Storage::window);
        }
        consumer_ = &statement;
        read_ = &read;
      }
    }
    if (!producer_) return refuse("no compute writes it");
    if (!consumer_) return refuse("no compute reads it");
    if (process_of(scop_, *producer_) != process_of(scop_, *consumer_)) return std::nullopt;
    return refuse("\"" + producer_->name + "\" and \"" + consumer_->name + "\" are one process");
  }

  Status check_once(const isl::map& time, const char* verb, const Statement& statement) const {
    if (time.is_single_valued()) return std::nullopt;
    const isl::map pairs = remove_identity(time.reverse().apply_range(time));  // times of one element
    const auto element = first_point(time.intersect_range(pairs.domain()).domain());
    return with_storage(
        refuse("\"" + statement.name + "\" " + verb + " " + subscript(name_, *element) + " more than once"), statement,
        &statement == consumer_ ? Storage::window : Storage::accumulator);
  }

  Status check_same_elements(const isl::set& written, const isl::set& read) const {
    if (const auto left = first_point(written.subtract(read))) {
      return refuse(subscript(name_, *left) + " is written but never read, and would stay in the FIFO");
    }
    return std::nullopt;
  }

  Status check_order(const isl::map& write_time, const isl::map& read_time) const {
    const isl::map order = write_time.reverse().apply_range(read_time);  // { time of write -> time of read }
    const isl::map parted =
        lexicographic_before(order.domain())
            .intersect(order.apply_range(lexicographic_after(order.range())).apply_range(order.reverse()));
    if (parted.is_empty()) return std::nullopt;
    const isl::set first_times = parted.domain().lexmin();
    const isl::set second_times = first_times.apply(parted).lexmin();
    const isl::map element_at = write_time.reverse();
    const auto first = first_point(first_times.apply(element_at)), second = first_point(second_times.apply(element_at));
    return refuse("it is not read in the order in which it is written\n\"" + producer_->name + "\" writes " +
                  subscript(name_, *first) + " before " + subscript(name_, *second) + ", \"" + consumer_->name +
                  "\" reads " + subscript(name_, *second) + " first\nexchange loops of one of them, " +
                  advise_memory() + ", or leave the channels to dataflow(Channels::automatic)");
  }

  /// A copy in another order has a memory on one of its sides; where there is such a copy, another one helps nobody.
  std::string advise_memory() const {
    const Statement* copy = nullptr;
    // Who brings an argument in changes no order of the program's own.
    if (is_copy(*producer_) && scop_.program->arrays[producer_->reads.front().array]->local) copy = producer_;
    if (is_copy(*consumer_)) copy = consumer_;
    if (!copy) return "let " + name_ + ".convert() copy it in the other order";
    return "leave out this stream(), so that \"" + name_ + "\" is the memory that \"" + copy->name +
           "\" needs to copy it in another order";
  }

  /// Whether the statement does nothing else than to bring each element to the same place of another array.
  bool is_copy(const Statement& statement) const {
    if (compute_of(scop_, statement).value->op != dsl::Op::load || statement.reads.size() != 1) return false;
    const isl::map from = set_tuple(statement.reads.front().relation, Side::range, "place"),
                   to = set_tuple(statement.write.relation, Side::range, "place");
    return dimension_count(from, Side::range) == dimension_count(to, Side::range) && from.is_equal(to);
  }

  const Scop& scop_;
  const StreamMark& mark_;
  const std::string& name_;
  const Statement* producer_ = nullptr;
  const Statement* consumer_ = nullptr;
  const AccessRelation* read_ = nullptr;
};

/// isl's steps for one streamed array: ten times what nearly all of the tests' take, and about a second.
constexpr unsigned long stream_steps = 60'000;

Status check_stream(const Scop& scheduled, const StreamMark& mark) {
  Status refused;
  const auto check = [&] { refused = StreamCheck(scheduled, mark).check(); };
  if (try_within(scheduled.statements.front().domain.ctx(), stream_steps, check)) return refused;
  return make_error("analysis-too-hard",
                    "whether \"" + scheduled.program->arrays[mark.array]->name +
                        "\" is read in the order in which it is written takes too much work to prove\nsimpler indices "
                        "help: fewer divisions and remainders",
                    mark.at);
}

}  // namespace

std::vector<Diagnostic> check_dataflow(const Scop& scheduled) {
  std::vector<Diagnostic> errors;
  check_processes(scheduled, errors);
  if (scheduled.hardware.dataflow) check_channels(scheduled, errors);
  for (Diagnostic& error : check_bundles(scheduled)) errors.push_back(std::move(error));
  const std::vector<ChannelEnds> channels = channels_of(scheduled);
  for (const StreamMark& mark : scheduled.hardware.streams) {
    Status refused = check_stream(scheduled, mark);
    if (!refused) refused = check_no_deadlock(scheduled, mark, channels);
    if (refused) errors.push_back(*refused);
  }
  // Who reads an argument that has a buffer is known where the buffer is placed.
  if (!scheduled.hardware.buffers.empty()) return errors;
  for (Diagnostic& error : check_stream_ports(scheduled)) errors.push_back(std::move(error));
  return errors;
}

}  // namespace pom::poly
