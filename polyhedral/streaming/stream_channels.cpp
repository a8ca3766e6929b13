#include "polyhedral/streaming/stream_channels.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "dsl/model/names.hpp"
#include "dsl/print/print_expression.hpp"
#include "polyhedral/dataflow/channels.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/mark_process.hpp"
#include "polyhedral/ir/number_too_large.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "polyhedral/streaming/channel_plan.hpp"
#include "polyhedral/streaming/keep_less.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

using dsl::ExprPtr;

/// Numbers between two neighbours in a body, so that others fit in.
constexpr int room = 4;

/// A statement of the new program that no compute of the old one is: sends a token, or takes one.
struct Transfer {
  int compute = -1;
  std::vector<ScheduledLoop> loops;
  isl::map loop_map;  ///< { [token] -> [l0, …] }
  std::vector<int> position;
};

/// Replaces one array by another of the same shape in a compute.
void use_other(dsl::Compute& compute, int from, int to, const std::shared_ptr<dsl::Array>& array) {
  const auto load_other = [&](dsl::ExprNode load) {
    load.index = to;
    load.array = array;
    return dsl::make_node(std::move(load));
  };
  Substitution substitute(unchanged_loops(compute), replace_loads(from, load_other));
  compute.value = substitute(compute.value);
  substitute.change(compute.store);
  if (compute.store.array == from) compute.store.array = to;
  update_loads(compute);
}

/// Fewer pieces make simpler loops.
isl::map simplify(const isl::map& map) {
  const isl::map pieces = make_disjoint(map);
  try {
    return pieces.coalesce();
  } catch (const isl::exception_internal&) {  // isl 0.25 ends some tries so
    return pieces;
  }
}

class Streamer {
 public:
  Streamer(const Scop& scheduled, const Dependences& dependences, const IslContext& context)
      : scheduled_(scheduled),
        sequential_(without_pipelines(scheduled)),
        context_(context),
        processes_(find_processes(scheduled)),
        planner_(scheduled_, sequential_, processes_),
        program_(*scheduled.program),
        hardware_(scheduled.hardware) {
    for (Channel& channel : find_channels(sequential_, dependences, processes_)) {
      if (!is_stream(channel.array)) by_array_[channel.array].push_back(std::move(channel));
    }
  }

  Result<Streaming> run() {
    Streaming result{scheduled_, {}};
    std::vector<Diagnostic> errors;
    for (const auto& [array, channels] : by_array_) stream_array(array, channels, result.channels, errors);
    if (!errors.empty()) return errors;
    const Scop whole = assemble();
    for (const int buffer : buffers_) shrink(buffer, whole, result.channels);
    result.scop = assemble();
    return result;
  }

 private:
  bool is_stream(int array) const {
    return std::any_of(hardware_.streams.begin(), hardware_.streams.end(),
                       [&](const StreamMark& mark) { return mark.array == array; });
  }

  const Location& at() const { return *scheduled_.hardware.dataflow; }

  void stream_array(int array, const std::vector<Channel>& channels, std::vector<StreamedChannel>& table,
                    std::vector<Diagnostic>& errors) {
    std::vector<ChannelPlan> plans;
    for (const Channel& channel : channels) plans.push_back(planner_.plan(channel));
    const bool one = channels.size() == 1;
    if (!one && refuse_unknown(plans, errors)) return;
    const bool all_memories = one && !plans.front().memory.empty();
    const bool direct = one && planner_.writes_once(plans.front());
    for (const ChannelPlan& plan : plans) {
      const Channel& channel = *plan.channel;
      StreamedChannel row;
      row.array = program_.arrays[array]->name;
      row.producer = planner_.name_of(channel.producer);
      row.consumer = planner_.name_of(channel.consumer);
      row.memory = plan.memory;
      row.bits = program_.arrays[array]->type.bits;
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
    const dsl::Array& array = *program_.arrays[unknown->channel->array];
    Diagnostic error = make_error("not-a-dataflow",
                                  "array \"" + array.name + "\" is no channel: several nests read it, and what \"" +
                                      planner_.name_of(unknown->channel->consumer) +
                                      "\" needs of it cannot be sent: " + unknown->memory,
                                  at());
    error.notes.push_back({"\"" + array.name + "\" is declared", array.at});
    errors.push_back(std::move(error));
    return true;
  }

  /// What was said of the memory that the array no longer is.
  void forget_memory(int array) {
    std::erase_if(hardware_.partitions, [&](const PartitionMark& mark) { return mark.array == array; });
    std::erase_if(hardware_.storages, [&](const StorageMark& mark) { return mark.array == array; });
  }

  /// Adds the FIFO, or the memory, and what goes into it and comes out of it.
  void carry(int array, const ChannelPlan& plan, bool direct, StreamedChannel& row) {
    const Channel& channel = *plan.channel;
    int carrier = array;
    if (direct) forget_memory(array);
    if (!direct) carrier = add_array(array, row.array + "_to_" + row.consumer);
    row.fifo = program_.arrays[carrier]->name;
    try {
      row.tokens = count_points(plan.push.domain());
    } catch (const NumberTooLarge&) {
      row.tokens = program_.arrays[array]->elements();
    }
    if (plan.memory.empty())
      hardware_.streams.push_back({carrier, static_cast<int>(std::min<std::int64_t>(row.tokens, most_depth)), at()});
    if (!direct) send(plan, array, carrier);
    int used = carrier;
    if (plan.take) {
      used = add_array(array, row.array + "_of_" + row.consumer);
      row.buffer = program_.arrays[used]->name;
      row.kept = row.no_fewer_than = program_.arrays[used]->elements();
      take(plan, carrier, used);
      buffers_.insert(used);
    }
    if (used == array) return;
    for (const int s : processes_[channel.consumer].statements)
      use_other(program_.computes[s], array, used, program_.arrays[used]);
  }

  int add_array(int like, const std::string& wanted) {
    auto array = std::make_shared<dsl::Array>(*program_.arrays[like]);
    array->name = free_name(wanted);
    array->at = at();
    program_.arrays.push_back(array);
    return static_cast<int>(program_.arrays.size()) - 1;
  }

  std::string free_name(const std::string& wanted) const {
    const bool taken = check_new_name(program_, "array", wanted, at()).has_value();
    return taken ? dsl::free_name(program_, wanted) : wanted;
  }

  /// `to`[x] = `from`[x]
  int add_copy(const std::string& name, int from, int to, const isl::set& tokens) {
    dsl::Compute compute;
    compute.name = free_name(name);
    compute.at = at();
    const dsl::Array& array = *program_.arrays[from];
    for (std::size_t d = 0; d < array.shape.size(); ++d) {
      const std::int64_t low = minimum(tokens, static_cast<unsigned>(d)).value(),
                         high = maximum(tokens, static_cast<unsigned>(d)).value();
      compute.loops.push_back({"d" + std::to_string(d), dsl::make_integer(low, p_int32, at()),
                               dsl::make_integer(high + 1, p_int32, at()), at()});
    }
    dsl::ExprNode load;
    load.op = dsl::Op::load;
    load.at = at();
    load.type = array.type;
    load.index = from;
    load.array = program_.arrays[from];
    for (std::size_t d = 0; d < compute.loops.size(); ++d)
      load.operands.push_back(loop_node(compute.loops, static_cast<int>(d)));
    compute.store = {to, load.operands, at()};
    compute.value = dsl::make_node(std::move(load));
    compute.position.assign(compute.loops.size() + 1, 0);
    compute.position.front() = static_cast<int>(program_.computes.size());
    update_loads(compute);
    program_.computes.push_back(std::move(compute));
    return static_cast<int>(program_.computes.size()) - 1;
  }

  /// Behind each statement that writes tokens, those that it is the last to write.
  void send(const ChannelPlan& plan, int from, int carrier) {
    const Channel& channel = *plan.channel;
    const ProcessTime time(sequential_, processes_[channel.producer]);
    for (const int s : processes_[channel.producer].statements) {
      const Statement& writer = scheduled_.statements[s];
      if (writer.write.array != channel.array) continue;
      const isl::map instances = writer.write.relation.reverse();
      // { token -> instance }: the instance whose time is that of the push
      const isl::map last = instances.intersect(plan.push.apply_range(time.of(s).reverse()));
      if (last.is_empty()) continue;
      Transfer transfer;
      transfer.compute = add_copy("send_" + program_.arrays[carrier]->name, from, carrier, last.domain());
      transfer.loops = writer.loops;
      transfer.loop_map = simplify(last.apply_range(writer.loop_map));
      transfer.position = scaled(writer.position);
      transfer.position.back() += 1;
      transfers_.push_back(std::move(transfer));
    }
  }

  /// In front of everything else in the loops around it; what comes in one iteration, in the order of its pushes.
  void take(const ChannelPlan& plan, int carrier, int buffer) {
    const Channel& channel = *plan.channel;
    const TakeTime& time = *plan.take;
    const Statement& reader = scheduled_.statements[planner_.readers_of(channel).front()];
    Transfer transfer;
    transfer.compute = add_copy("take_" + program_.arrays[carrier]->name, carrier, buffer, time.when.domain());
    transfer.loops.assign(reader.loops.begin(), reader.loops.begin() + time.loops);
    transfer.position = scaled(reader.position);
    transfer.position.resize(static_cast<std::size_t>(time.loops) + 1);
    transfer.position.back() = first_position(channel.consumer, reader, time.loops) - 1;
    const isl::map order = order_in_iteration(plan.push, time);
    transfer.loop_map = simplify(time.when.range_product(order).flatten_range());
    const bool inside_pipeline = std::any_of(transfer.loops.begin(), transfer.loops.end(),
                                             [](const ScheduledLoop& loop) { return loop.pipeline.has_value(); });
    const unsigned own = dimension_count(order, Side::range);
    for (unsigned d = 0; d < own; ++d) {
      ScheduledLoop loop;
      loop.name = "d" + std::to_string(d);
      loop.at = at();
      if (!inside_pipeline && d + 1 == own) loop.pipeline = PipelineMark{1, at()};
      transfer.loops.push_back(std::move(loop));
      transfer.position.push_back(0);
    }
    transfers_.push_back(std::move(transfer));
  }

  /// { token -> [own loops] }: the array's coordinates where they have the order of the pushes, else these.
  static isl::map order_in_iteration(const isl::map& push, const TakeTime& time) {
    const isl::set tokens = time.when.domain();
    const isl::map together = time.when.apply_range(time.when.reverse());
    const isl::map pushed_before = push.apply_range(lexicographic_before(push.range())).apply_range(push.reverse());
    const isl::map by_element = pushed_before.intersect(together).intersect(lexicographic_after(tokens));
    isl::map itself = isl::map(tokens.identity());
    if (by_element.is_empty()) return keep_first(itself, Side::range, dimension_count(itself, Side::range));
    return push;
  }

  /// The least position, as scaled, of what stands in the same body.
  int first_position(int process, const Statement& reader, int loops) const {
    int first = reader.position[static_cast<std::size_t>(loops)] * room;
    for (const int s : processes_[process].statements) {
      const Statement& other = scheduled_.statements[s];
      if (&other != &reader && count_shared(reader, other) < loops) continue;
      first = std::min(first, other.position[static_cast<std::size_t>(loops)] * room);
    }
    for (const Transfer& transfer : transfers_) {
      const bool same_body =
          transfer.position.size() > static_cast<std::size_t>(loops) &&
          std::equal(transfer.position.begin(), transfer.position.begin() + loops, scaled(reader.position).begin());
      if (same_body) first = std::min(first, transfer.position[static_cast<std::size_t>(loops)]);
    }
    return first;
  }

  static std::vector<int> scaled(std::vector<int> position) {
    for (int& number : position) number *= room;
    return position;
  }

  /// The scheduled program with the transfers.
  Scop assemble() const {
    auto program = std::make_shared<dsl::Function>(program_);
    Scop scop = extract_scop(program, context_);
    for (std::size_t s = 0; s < scheduled_.statements.size(); ++s) {
      Statement statement = scheduled_.statements[s];
      statement.reads = scop.statements[s].reads;
      statement.write = scop.statements[s].write;
      statement.position = scaled(statement.position);
      scop.statements[s] = std::move(statement);
    }
    for (const Transfer& transfer : transfers_) {
      Statement& statement = scop.statements[transfer.compute];
      const std::vector<std::string> names = dsl::loop_names(program_.computes[transfer.compute]);
      statement.loop_map = set_names(transfer.loop_map, Side::domain, statement.name, names);
      statement.domain = statement.loop_map.domain();
      for (AccessRelation* access : {&statement.reads.front(), &statement.write})
        access->relation = access->relation.intersect_domain(statement.domain);
      statement.loops = transfer.loops;
      statement.position = transfer.position;
    }
    name_processes(scop);
    scop.hardware = hardware_;
    return scop;
  }

  /// By the user's first compute, not by what takes its tokens in front of it.
  void name_processes(Scop& scop) const {
    for (const Process& process : processes_) {
      const bool named = std::any_of(process.statements.begin(), process.statements.end(),
                                     [&](int s) { return scop.statements[s].function.has_value(); });
      Statement& first = scop.statements[process.statements.front()];
      if (!named) first.function = mark_process(scop, first.name, at());
    }
  }

  /// Keeps only what is alive at once in `whole`, where every buffer has all of its array.
  void shrink(int buffer, const Scop& whole, std::vector<StreamedChannel>& table) {
    const std::optional<Storage> storage = find_cells(whole, buffer);
    if (!storage) return;
    keep_in_cells(program_, buffer, *storage);
    forget_memory(buffer);
    for (StreamedChannel& channel : table) {
      if (channel.buffer != program_.arrays[buffer]->name) continue;
      channel.kept = storage->size;
      channel.no_fewer_than = storage->bound.count;
    }
  }

  static constexpr std::int64_t most_depth = 1'000'000'000;

  const Scop& scheduled_;
  const Scop sequential_;
  const IslContext& context_;
  const std::vector<Process> processes_;
  const ChannelPlanner planner_;
  std::map<int, std::vector<Channel>> by_array_;
  dsl::Function program_;
  HardwareMarks hardware_;
  std::vector<Transfer> transfers_;
  std::set<int> buffers_;  ///< arrays of one process
};

}  // namespace

Result<Streaming> stream_channels(const Scop& scheduled, const Dependences& dependences, const IslContext& context) {
  return Streamer(scheduled, dependences, context).run();
}

}  // namespace pom::poly
