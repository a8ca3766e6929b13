#include "polyhedral/streaming/stream_channels.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "polyhedral/dataflow/channels.hpp"
#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/number_too_large.hpp"
#include "polyhedral/ir/points.hpp"
#include "polyhedral/streaming/buffer_banks.hpp"
#include "polyhedral/streaming/channel_plan.hpp"
#include "polyhedral/streaming/drop_idle_reads.hpp"
#include "polyhedral/streaming/keep_less.hpp"
#include "polyhedral/streaming/known_channels.hpp"
#include "polyhedral/streaming/lanes.hpp"
#include "polyhedral/streaming/row_loops.hpp"
#include "polyhedral/streaming/streamed_program.hpp"
#include "polyhedral/streaming/streaming_cache.hpp"
#include "polyhedral/streaming/token_moves.hpp"
#include "polyhedral/streaming/window.hpp"
#include "polyhedral/streaming/window_place.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

class Streamer {
 public:
  Streamer(const Scop& scheduled, const Dependences& dependences, const IslContext& context, CountAlive count,
           StreamingCache& cache)
      : count_(count),
        cache_(cache),
        scheduled_(with_row_loops(with_shared_pipelines(drop_idle_reads(scheduled, context)))),
        sequential_(without_pipelines(scheduled_)),
        program_(scheduled_, context, *scheduled.hardware.dataflow),
        moves_(program_, cache),
        planner_(scheduled_, sequential_, program_.processes),
        known_(scheduled_, sequential_, dependences, program_.processes, planner_, cache) {
    for (const Flow& flow : list_flows(sequential_, dependences, program_.processes)) {
      if (!is_stream(flow.array)) by_array_[flow.array].push_back(&known_.of(flow));
    }
  }

  Result<Streaming> run(const std::function<bool()>& given_up) {
    Streaming result{scheduled_, {}};
    std::vector<Diagnostic> errors;
    for (const auto& [array, channels] : by_array_) {
      if (given_up && given_up())
        return make_error("not-a-dataflow", "its channels were not asked for to the end", at());
      stream_array(array, channels, result.channels, errors);
    }
    if (!errors.empty()) return errors;
    add_own_arrays();
    const Scop whole = program_.assemble();
    for (const int buffer : buffers_) shrink(buffer, whole, result.channels);
    set_lanes(whole, result.channels);
    result.scop = program_.assemble();
    return result;
  }

 private:
  bool is_stream(int array) const { return scheduled_.hardware.find_stream(array) != nullptr; }

  const Location& at() const { return *scheduled_.hardware.dataflow; }
  const dsl::Array& array_of(int array) const { return *program_.function.arrays[array]; }

  void stream_array(int array, const std::vector<const KnownChannel*>& channels, std::vector<StreamedChannel>& table,
                    std::vector<Diagnostic>& errors) {
    std::vector<ChannelPlan> plans;
    for (const KnownChannel* known : channels) {
      plans.push_back(known->plan);
      plans.back().channel = &known->channel;
    }
    const bool one = channels.size() == 1;
    if (!one && refuse_unknown(plans, errors)) return;
    const bool all_memories = one && !plans.front().memory.empty();
    const bool direct = one && planner_.writes_once(plans.front());
    for (const ChannelPlan& plan : plans) {
      const Channel& channel = *plan.channel;
      StreamedChannel row;
      row.array = array_of(array).name;
      row.producer = planner_.name_of(channel.producer);
      row.consumer = planner_.name_of(channel.consumer);
      row.memory = plan.memory;
      row.bits = array_of(array).type.bits;
      row.fifo = row.array;
      if (!all_memories) carry(array, plan, direct, row);
      table.push_back(row);
    }
    if (!direct && !all_memories) buffers_.insert(array);
  }

  /// A memory has one consumer, so that each of several gets what is sent to it. True: some of that is not known.
  bool refuse_unknown(const std::vector<ChannelPlan>& plans, std::vector<Diagnostic>& errors) const {
    const auto unknown = std::find_if(plans.begin(), plans.end(), [](const ChannelPlan& plan) { return !plan.known; });
    if (unknown == plans.end()) return false;
    const dsl::Array& array = array_of(unknown->channel->array);
    Diagnostic error = make_error("not-a-dataflow",
                                  "array \"" + array.name + "\" is no channel: several nests read it, and what \"" +
                                      planner_.name_of(unknown->channel->consumer) +
                                      "\" needs of it cannot be sent: " + unknown->memory,
                                  at());
    error.notes.push_back({"\"" + array.name + "\" is declared", array.at});
    errors.push_back(std::move(error));
    return true;
  }

  /// Adds the FIFO, or the memory, and what goes into it and comes out of it.
  void carry(int array, const ChannelPlan& plan, bool direct, StreamedChannel& row) {
    int carrier = array;
    if (direct) program_.forget_memory(array);
    if (!direct) carrier = program_.add_array(array, join_names({row.array, "to", row.consumer}));
    row.fifo = array_of(carrier).name;
    try {
      row.tokens = count_points(plan.push.domain());
    } catch (const NumberTooLarge&) {
      row.tokens = array_of(array).elements();
    }
    if (plan.memory.empty()) {
      const auto depth = static_cast<int>(std::min<std::int64_t>(row.tokens, most_depth));
      program_.hardware.streams.push_back({carrier, depth, at()});
      fifos_.push_back(carrier);
    }
    if (!direct) send(plan, array, carrier);
    if (plan.take && plan.reuse && take_to_window(array, plan, carrier, row)) return;
    int used = carrier;
    if (plan.take) {
      used = add_buffer(array, row);
      row.kept = array_of(used).elements();
      if (!plan.row || !take_to_row(array, plan, carrier, used, row)) take(plan, carrier, {used, {}});
    }
    if (used != array) program_.use_other(plan.channel->consumer, array, used);
  }

  /// Where the consumer keeps what it takes.
  int add_buffer(int array, StreamedChannel& row) {
    const int buffer = program_.add_array(array, join_names({row.array, "of", row.consumer}));
    row.buffer = array_of(buffer).name;
    buffers_.insert(buffer);
    return buffer;
  }

  /// The consumer's iterations hand on what they share. False: it cannot be written so.
  bool take_to_window(int array, const ChannelPlan& plan, int carrier, StreamedChannel& row) {
    const int consumer = plan.channel->consumer;
    WindowBuilder window(program_, consumer, first_reader(*plan.channel), *plan.reuse, array, row.consumer);
    if (!window.replace_reads(program_.processes[consumer].statements)) return false;
    row.buffer = array_of(window.window()).name;
    row.kept = window.kept();
    count_alive(plan.channel->in_consumer, row);
    const isl::map when = keep_first(plan.take->when, Side::domain, dimension_count(plan.take->when, Side::domain));
    const isl::map fresh = plan.reuse->fresh_times().intersect_domain(when.domain());
    const bool as_needed = plan.take->loops == plan.reuse->loops && when.is_equal(fresh);
    std::optional<std::vector<dsl::ExprPtr>> place;
    if (as_needed) place = place_in_window(*plan.reuse, when, moves_.token(when.domain()), at());
    int buffer = -1;
    window.keep_lines();
    if (place) {
      take(plan, carrier, {window.window(), *place});
    } else {
      buffer = program_.add_array(array, join_names({row.array, "of", row.consumer}));
      buffers_.insert(buffer);
      row.waiting = array_of(buffer).name;
      row.kept += array_of(buffer).elements();
      window.load_fresh(buffer, when.domain());
    }
    window.load_lines();
    window.move();
    if (!place) take(plan, carrier, {buffer, {}});
    return true;
  }

  /// The least number of elements that the consumer keeps of a channel.
  void count_alive(const LiveRange& range, StreamedChannel& row) const {
    if (count_ != CountAlive::yes) return;
    try_optional(range.first.ctx(), bound_steps, [&] { count_most_alive(range, row.kept, row.alive); });
  }

  /// What comes waits in registers for the beginning of its row, which `buffer` has. False: an element has no place
  /// there that an index can say.
  bool take_to_row(int array, const ChannelPlan& plan, int carrier, int buffer, StreamedChannel& row) {
    const auto places = [&](const isl::map& when) {
      return place_in_window(plan.row->registers, keep_first(when, Side::domain, dimension_count(when, Side::domain)),
                             moves_.token(when.domain()), at());
    };
    const auto coming = places(plan.take->when), complete = places(plan.row->complete);
    if (!coming || !complete) return false;
    WindowBuilder registers(program_, plan.channel->consumer, first_reader(*plan.channel), plan.row->registers, array,
                            row.consumer);
    take(plan, carrier, {registers.window(), *coming});
    registers.move();
    copy_in_front(plan, join_names({"begin", row.buffer}), {buffer, {}}, {registers.window(), *complete},
                  plan.row->begins);
    row.waiting = row.buffer;
    row.buffer = array_of(registers.window()).name;
    row.kept += registers.kept();
    count_alive(plan.row->kept, row);
    return true;
  }

  /// { token -> instance }: those that the statement is the last to write, at the time of the push.
  isl::map last_written(const ChannelPlan& plan, int statement) const {
    const ProcessTime time(sequential_, program_.processes[plan.channel->producer]);
    return scheduled_.statements[statement].write.relation.reverse().intersect(
        plan.push.apply_range(time.of(statement).reverse()));
  }

  /// Behind each statement that writes tokens, those that it is the last to write.
  void send(const ChannelPlan& plan, int from, int carrier) {
    std::vector<int> writers;
    for (const int s : program_.processes[plan.channel->producer].statements) {
      const bool writes = scheduled_.statements[s].write.array == plan.channel->array;
      if (writes && !last_written(plan, s).is_empty()) writers.push_back(s);
    }
    if (writers.size() > 1 && send_together(plan, from, carrier, writers)) return;
    for (const int s : writers) {
      const Statement& writer = scheduled_.statements[s];
      const isl::map last = last_written(plan, s);
      Transfer transfer;
      transfer.compute = moves_.copy(send_name(carrier), {carrier, {}}, {from, {}}, last.domain());
      transfer.loops = writer.loops;
      transfer.loop_map = join_pieces_of(last.apply_range(writer.loop_map));
      transfer.position = program_.position_behind(writer);
      program_.add(std::move(transfer));
    }
  }

  /// What several statements write in one iteration of their pipelined loop goes from one place behind all of them: a
  /// FIFO is written once a cycle, whatever conditions its writes have. False: they share no such loop.
  bool send_together(const ChannelPlan& plan, int from, int carrier, const std::vector<int>& writers) {
    const Statement& first = scheduled_.statements[writers.front()];
    int loops = 0;
    while (loops < static_cast<int>(first.loops.size()) && !first.loops[loops].pipeline) ++loops;
    if (loops == static_cast<int>(first.loops.size())) return false;
    std::optional<isl::map> when;
    for (const int s : writers) {
      const Statement& writer = scheduled_.statements[s];
      if (&writer != &first && count_shared(first, writer) <= loops) return false;
      const isl::map own =
          last_written(plan, s).apply_range(keep_first(writer.loop_map, Side::range, static_cast<unsigned>(loops) + 1));
      when = when ? when->unite(own) : own;
    }
    const TakeTime time{loops + 1, join_pieces_of(*when)};
    const int compute = moves_.copy(send_name(carrier), {carrier, {}}, {from, {}}, time.when.domain());
    moves_.add(compute, program_.position_behind(plan.channel->producer, first, time.loops), first, time, plan.push);
    return true;
  }

  std::string send_name(int carrier) const { return join_names({"send", array_of(carrier).name}); }

  void take(const ChannelPlan& plan, int carrier, const Element& to) {
    copy_in_front(plan, join_names({"take", array_of(carrier).name}), to, {carrier, {}}, *plan.take);
  }

  /// In front of everything else in the loops around it; what comes in one iteration, in the order of its pushes.
  void copy_in_front(const ChannelPlan& plan, const std::string& name, const Element& to, const Element& from,
                     const TakeTime& time) {
    const Statement& reader = first_reader(*plan.channel);
    const int compute = moves_.copy(name, to, from, time.when.domain());
    moves_.add(compute, program_.position_before(plan.channel->consumer, reader, time.loops), reader, time, plan.push);
  }

  const Statement& first_reader(const Channel& channel) const {
    return scheduled_.statements[planner_.readers_of(channel).front()];
  }

  /// Local arrays that only one process uses, and of which no directive speaks.
  void add_own_arrays() {
    std::map<int, std::set<int>> users;
    for (std::size_t p = 0; p < program_.processes.size(); ++p) {
      for (const int s : program_.processes[p].statements) {
        const Statement& statement = scheduled_.statements[s];
        users[statement.write.array].insert(static_cast<int>(p));
        for (const AccessRelation& read : statement.reads) users[read.array].insert(static_cast<int>(p));
      }
    }
    const auto is_bound = [&](int array) {
      const std::vector<StorageMark>& marks = scheduled_.hardware.storages;
      return std::any_of(marks.begin(), marks.end(), [&](const StorageMark& mark) { return mark.array == array; });
    };
    for (const auto& [array, processes] : users) {
      const dsl::Array& declared = *scheduled_.program->arrays[array];
      const bool plain = declared.local && !declared.is_table() && declared.extents.empty() &&
                         !by_array_.contains(array) && !is_stream(array);
      if (plain && processes.size() == 1 && !scheduled_.hardware.banked.contains(array) && !is_bound(array))
        buffers_.insert(array);
    }
  }

  /// FIFOs side by side where one iteration sends, or takes, several tokens.
  void set_lanes(const Scop& whole, std::vector<StreamedChannel>& table) {
    for (const int fifo : fifos_) {
      const auto& lanes = recall<std::vector<std::int64_t>>(
          cache_.lanes, array_of(fifo).name + text_of_users(whole, fifo), [&] { return find_lanes(whole, fifo); });
      if (lanes.empty()) continue;
      std::int64_t count = 1;
      for (const std::int64_t modulus : lanes) count *= modulus;
      for (StreamMark& mark : program_.hardware.streams) {
        if (mark.array != fifo) continue;
        mark.lanes = lanes;
        mark.depth = most_in_a_lane(array_of(fifo), lanes, mark.depth);
      }
      for (StreamedChannel& channel : table) {
        if (channel.fifo == array_of(fifo).name) channel.lanes = count;
      }
    }
  }

  const KnownBuffer& find_buffer(int buffer, const Scop& whole) {
    std::string key = has_cells(whole, buffer) ? "in cells" : "computed";
    for (const std::int64_t extent : array_of(buffer).shape) key += " " + std::to_string(extent);
    for (const Process& process : find_processes(whole)) {
      if (uses_array(whole, process, buffer)) key += "\n" + nameless_text_of(whole, process, buffer);
    }
    return recall<KnownBuffer>(cache_.buffers, std::move(key), [&] {
      KnownBuffer known = with_banks(find_cells(whole, buffer), buffer, whole);
      if (known.storage.form != Storage::Form::window || known.banks.empty()) return known;
      // What one iteration reads of a circular buffer changes its bank from iteration to iteration.
      KnownBuffer apart = with_banks(find_cells(whole, buffer, Coordinates::apart), buffer, whole);
      return apart.less && apart.storage.size <= most_apart * known.storage.size ? apart : known;
    });
  }

  KnownBuffer with_banks(std::optional<Cells> less, int buffer, const Scop& whole) const {
    KnownBuffer known{std::move(less), {}, {}};
    known.storage = known.less ? known.less->storage : all_cells(whole, buffer);
    known.banks = cut_into_banks(whole, buffer, known.storage, at());
    return known;
  }

  /// Keeps only what is alive at once in `whole`, where every buffer has all of its array.
  void shrink(int buffer, const Scop& whole, std::vector<StreamedChannel>& table) {
    const KnownBuffer& known = find_buffer(buffer, whole);
    const Storage& storage = known.storage;
    if (!known.less && known.banks.empty()) return;
    const std::int64_t all = array_of(buffer).elements();
    keep_in_cells(program_.function, buffer, storage);
    program_.forget_memory(buffer);
    for (PartitionMark mark : known.banks) {
      mark.array = buffer;
      program_.hardware.partitions.push_back(mark);
    }
    for (StreamedChannel& channel : table) {
      if (channel.waiting == array_of(buffer).name) channel.kept += storage.size - all;
      if (!known.less || channel.buffer != array_of(buffer).name) continue;
      channel.kept = storage.size;
      if (count_ == CountAlive::yes) channel.alive = poly::count_alive(*known.less);
    }
  }

  static constexpr std::int64_t most_depth = 1'000'000'000;

  /// So many times the cells of a circular buffer may rows of fixed banks have.
  static constexpr std::int64_t most_apart = 2;

  /// isl's steps for the least number of elements that a window keeps: about a second of work.
  static constexpr unsigned long bound_steps = 1'000'000;

  const CountAlive count_;
  StreamingCache& cache_;
  const Scop scheduled_, sequential_;
  StreamedProgram program_;
  TokenMoves moves_;
  const ChannelPlanner planner_;
  KnownChannels known_;
  std::map<int, std::vector<const KnownChannel*>> by_array_;
  std::set<int> buffers_;  ///< arrays of one process
  std::vector<int> fifos_;
};

}  // namespace

Result<Streaming> stream_channels(const Scop& scheduled, const Dependences& dependences, const IslContext& context,
                                  CountAlive count, StreamingCache* cache, const std::function<bool()>& given_up) {
  StreamingCache own;
  return Streamer(scheduled, dependences, context, count, cache ? *cache : own).run(given_up);
}

}  // namespace pom::poly
