#include "polyhedral/buffers/place_buffer.hpp"

#include <algorithm>

#include "polyhedral/buffers/check_buffer.hpp"
#include "polyhedral/buffers/replace_element.hpp"
#include "polyhedral/buffers/words.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/index_expression.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"
#include "polyhedral/streaming/streamed_program.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

/// One buffer of a scheduled program.
class BufferPlacer {
 public:
  BufferPlacer(const Scop& scop, const IslContext& context, const BufferPlan& plan)
      : scop_(scop),
        mark_(plan.mark),
        footprint_(plan.footprint),
        own_(plan.own),
        in_pipeline_(plan.in_pipeline),
        in_region_(plan.in_region),
        words_(scop.program->arrays[plan.mark.array]->lanes),
        program_(scop, context, plan.mark.at) {}

  Result<Scop> place(PlacedBuffer& placed) {
    buffer_ = add_buffer(mark_.accumulates ? "sum" : "buffer");
    if (!mark_.name.empty()) rename_buffer();
    for (const int user : footprint_.users) {
      if (Status refused = use_buffer(user)) return *refused;
    }
    const isl::set elements = elements_of(*scop_.program, mark_.array, footprint_.stored.ctx());
    isl::map loaded = words_.of(box_around(footprint_.loaded, elements));
    isl::map stored = words_.of(box_around(footprint_.stored, elements));
    const auto not_written = [&](const isl::map& words) {
      return words_.elements_of(words).intersect_range(own_).subtract(footprint_.stored);
    };
    // Around what is written, elements may be written back that were loaded; others are not known.
    if (!not_written(stored).is_subset(words_.elements_of(loaded))) {
      stored = words_.of(footprint_.stored);
      // What is written of a word goes back with the rest of it.
      const isl::map rest = not_written(stored);
      if (!rest.is_empty()) loaded = words_.of(box_around(footprint_.loaded.unite(rest), elements));
    }
    move_requests();
    loaded = join_pieces_of(loaded);
    // An array between processes has one that writes it: what is loaded and changed are two.
    int filled = buffer_;
    if (in_region_ && !loaded.is_empty() && is_changed()) {
      filled = add_buffer("loaded");
      copy("take", loaded, buffer_, filled);
    }
    placed.load = copy("load", loaded, filled, mark_.array);
    placed.store = copy("store", join_pieces_of(stored), mark_.array, buffer_);
    describe(placed, filled);
    if (in_pipeline_ || is_one_value()) {
      cut_completely();
      return program_.assemble();
    }
    move_marks(buffer_);
    if (filled != buffer_) move_marks(filled);
    return program_.assemble();
  }

 private:
  const std::string& array_name() const { return scop_.program->arrays[mark_.array]->name; }
  /// A statement in the loop; of a buffer of the whole function any one.
  int inside() const { return std::max(mark_.statement, 0); }

  int add_buffer(const char* role) {
    const int added = program_.add_array(mark_.array, join_names({array_name(), role}));
    auto buffer = std::make_shared<dsl::Array>(*program_.function.arrays[added]);
    buffer->shape = is_one_value() ? std::vector<std::int64_t>() : footprint_.extents;
    buffer->extents.clear();
    buffer->local = true;
    buffer->lanes = buffer->ports = 1;
    program_.function.arrays[added] = buffer;
    return added;
  }

  /// The directive's name for it, which nothing else has.
  void rename_buffer() {
    auto named = std::make_shared<dsl::Array>(*program_.function.arrays[buffer_]);
    named->name = mark_.name;
    program_.function.arrays[buffer_] = std::move(named);
  }

  /// A register: the sum of an innermost loop.
  bool is_one_value() const {
    return mark_.accumulates && std::all_of(footprint_.extents.begin(), footprint_.extents.end(),
                                            [](std::int64_t extent) { return extent == 1; });
  }

  bool is_changed() const {
    return std::any_of(footprint_.users.begin(), footprint_.users.end(),
                       [&](int user) { return scop_.statements[user].write.array == mark_.array; });
  }

  /// What a pipelined loop keeps in one of its iterations are registers.
  void cut_completely() {
    const std::vector<std::int64_t>& shape = program_.function.arrays[buffer_]->shape;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (shape[d] > 1)
        program_.hardware.partitions.push_back(
            {buffer_, static_cast<int>(d), PartitionKind::complete, shape[d], mark_.at});
    }
    program_.hardware.banked.insert(buffer_);
  }

  void describe(PlacedBuffer& placed, int filled) const {
    const dsl::Array& buffer = *program_.function.arrays[buffer_];
    placed.buffer = buffer.name;
    placed.named = !mark_.name.empty();
    placed.has_own_banks = mark_.banked;
    placed.has_own_storage = mark_.storage.has_value();
    if (filled != buffer_) placed.loaded = program_.function.arrays[filled]->name;
    placed.elements = buffer.elements();
    placed.bits = buffer.type.bits;
    placed.lanes = words_.lanes();
    placed.statement = mark_.statement;
    placed.loops = footprint_.loops;
  }

  Status use_buffer(int user) {
    const Statement& statement = scop_.statements[user];
    const auto origin = footprint_.loops > 0 ? find_origin(user) : fixed_origin();
    if (!origin) return no_expression(statement);
    dsl::Compute& compute = program_.function.computes[user];
    if (!replace_element(compute, mark_.array, buffer_, program_.function.arrays[buffer_], *origin))
      return refuse_buffer(
          scop_, mark_,
          "\"" + statement.name + "\" computes an index, and the buffer begins at a quotient of its loops");
    return std::nullopt;
  }

  /// The array's element that the buffer's first one stands for, in the statement's scheduled loops, in which it is
  /// written then.
  std::optional<std::vector<dsl::ExprPtr>> find_origin(int user) {
    const Statement& statement = scop_.statements[user];
    if (!program_.use_scheduled_loops(user)) return std::nullopt;
    const std::vector<dsl::Loop>& written = program_.function.computes[user].loops;
    const isl::set nest = statement.loop_map.intersect_domain(statement.domain).range();
    const std::string all = listed("l", statement.loops.size()),
                      outside = listed("l", static_cast<std::size_t>(footprint_.loops));
    const isl::multi_aff loops(nest.ctx(), "{ [" + all + "] -> [" + outside + "] }");
    std::vector<dsl::ExprPtr> origin;
    for (const isl::multi_aff& least : footprint_.least) {
      const auto index = index_of(isl::pw_multi_aff(least.pullback(loops)).at(0), nest, program_.function, written);
      if (!index) return std::nullopt;
      origin.push_back(*index);
    }
    return origin;
  }

  /// The same for the whole function, in which it does not move.
  std::optional<std::vector<dsl::ExprPtr>> fixed_origin() const {
    std::vector<dsl::ExprPtr> origin;
    for (const isl::multi_aff& least : footprint_.least) {
      const auto first = minimum(least.as_map().range(), 0);
      if (!first) return std::nullopt;
      origin.push_back(dsl::make_integer(*first, p_int32, mark_.at));
    }
    return origin;
  }

  Status no_expression(const Statement& statement) const {
    return refuse_buffer(scop_, mark_, "where it begins is no expression of the loops of \"" + statement.name + "\"");
  }

  /// One statement that copies words { [l0, …] -> A[…, w] } of an array, or of what stands for it on the chip, to the
  /// other. -1: there are none. Its iterations are [l0, …, d0, …]: the word's place in the box, and behind it the lane
  /// of an element in the word.
  int copy(const std::string& verb, const isl::map& words, int to, int from) {
    if (words.is_empty()) return -1;
    const isl::set instances = copied_instances(words);
    const auto outside = static_cast<std::size_t>(footprint_.loops), dimensions = footprint_.extents.size();
    std::vector<dsl::Loop> loops;
    const auto add_loop = [&](const std::string& name) { loops.push_back({name, nullptr, nullptr, mark_.at}); };
    for (std::size_t n = 0; n < outside; ++n) add_loop("t" + std::to_string(n));
    for (std::size_t d = 0; d < dimensions; ++d) add_loop("d" + std::to_string(d));
    if (has_words()) add_loop("lane");

    const std::string l = listed("l", outside),
                      all = l + (outside > 0 ? ", " : "") + listed("d", dimensions) + (has_words() ? ", z" : "");
    const isl::ctx context = words.ctx();
    const isl::multi_aff to_loops(context, "{ [" + all + "] -> [" + l + "] }");
    const auto index = [&](const isl::multi_aff& value) {
      return index_of(isl::pw_multi_aff(value).at(0), instances, program_.function, loops).value();
    };
    const auto coordinate = [&](const std::string& name) {
      return isl::multi_aff(context, "{ [" + all + "] -> [" + name + "] }");
    };
    // An element's place in a word is the lane, and nothing else is added to whole words: the bus hands over those.
    const auto in_word = [&](const isl::multi_aff& word) {
      const dsl::ExprPtr lanes = dsl::make_integer(words_.lanes(), p_int32, mark_.at);
      const dsl::ExprPtr first = dsl::make_operation(dsl::Op::mul, p_int32, {index(word), lanes}, mark_.at);
      return dsl::make_operation(dsl::Op::add, p_int32, {first, index(coordinate("z"))}, mark_.at);
    };
    Element chip{-1, {}}, bus{-1, {}};
    for (std::size_t d = 0; d < dimensions; ++d) {
      const bool split = has_words() && d + 1 == dimensions;
      const isl::multi_aff own = coordinate("d" + std::to_string(d));
      const isl::multi_aff least = split ? words_.of(footprint_.least[d]) : footprint_.least[d];
      const isl::multi_aff from_least = own.add(least.pullback(to_loops));
      chip.indices.push_back(split ? in_word(own) : index(own));
      bus.indices.push_back(split ? in_word(from_least) : index(from_least));
    }
    if (is_one_value()) chip.indices.clear();
    const auto element = [&](int array) { return Element{array, array == mark_.array ? bus.indices : chip.indices}; };
    return add(join_names({verb, array_name()}), instances, loops, element(to), element(from));
  }

  /// { [l0, …, d0, …] }, or with the lane behind.
  isl::set copied_instances(const isl::map& words) const {
    const auto outside = static_cast<std::size_t>(footprint_.loops), dimensions = footprint_.extents.size();
    const std::string l = listed("l", outside), all = l + (outside > 0 ? ", " : "") + listed("x", dimensions);
    const isl::ctx context = words.ctx();
    const isl::multi_aff to_loops(context, "{ [" + all + "] -> [" + l + "] }");
    isl::multi_aff in_box = to_loops;
    for (std::size_t d = 0; d < dimensions; ++d) {
      const isl::multi_aff own(context, "{ [" + all + "] -> [x" + std::to_string(d) + "] }");
      const isl::multi_aff least = d + 1 == dimensions ? words_.of(footprint_.least[d]) : footprint_.least[d];
      in_box = in_box.flat_range_product(own.sub(least.pullback(to_loops)));
    }
    const isl::set places = words.wrap().flatten().apply(in_box.as_map());
    if (!has_words()) return places;
    const std::string to_lanes =
        "{ [" + all + "] -> [" + all + ", z] : 0 <= z < " + std::to_string(words_.lanes()) + " }";
    return places.apply(isl::map(context, to_lanes));
  }

  bool has_words() const { return words_.lanes() > 1; }

  int add(const std::string& name, const isl::set& instances, const std::vector<dsl::Loop>& loops, const Element& to,
          const Element& from) {
    const bool in_front = to.array != mark_.array;
    std::vector<std::string> names;
    for (const dsl::Loop& loop : loops) names.push_back(loop.name);
    Transfer transfer;
    transfer.compute = program_.add_copy(name, instances, names, to, from);
    const Statement& beside = scop_.statements[inside()];
    transfer.loops.assign(beside.loops.begin(), beside.loops.begin() + footprint_.loops);
    transfer.position = find_place(in_front);
    const std::size_t innermost = innermost_copied();
    for (std::size_t d = 0; d < footprint_.extents.size(); ++d) {
      ScheduledLoop loop;
      loop.name = join_names({array_name(), std::to_string(d)});
      loop.at = mark_.at;
      if (d == innermost && !in_pipeline_ && !is_one_value()) loop.pipeline = PipelineMark{1, mark_.at};
      transfer.loops.push_back(std::move(loop));
      transfer.position.push_back(0);
    }
    if (has_words()) {
      ScheduledLoop lane;
      lane.name = join_names({array_name(), "lane"});
      lane.at = mark_.at;
      lane.unroll = UnrollMark{0, mark_.at};
      transfer.loops.push_back(std::move(lane));
      transfer.position.push_back(0);
    }
    transfer.loop_map = isl::map(instances.identity());
    if (!in_front) transfer.fact_requests = requests_outside_;
    const int statement = transfer.compute;
    program_.add(std::move(transfer));
    return statement;
  }

  /// In front of all that stands in the loop's body, or behind it.
  std::vector<int> find_place(bool in_front) const {
    if (mark_.statement < 0) return in_front ? program_.position_before_all() : program_.position_behind_all();
    const int process = process_of(program_.processes, mark_.statement);
    const Statement& beside = scop_.statements[mark_.statement];
    return in_front ? program_.position_before(process, beside, footprint_.loops)
                    : program_.position_behind(process, beside, footprint_.loops);
  }

  /// The dimension whose loop is pipelined: the last one of more than one element or word.
  std::size_t innermost_copied() const {
    std::size_t innermost = footprint_.extents.size() - 1;
    if (footprint_.extents[innermost] > words_.lanes()) return innermost;
    while (innermost > 0 && footprint_.extents[innermost] <= 1) --innermost;
    return innermost;
  }

  /// What iterations inside of the loop do to the array they do to the buffer; what those of loops around it do, the
  /// statement does that stores it, in loops that have another user's names.
  void move_requests() {
    const std::vector<ScheduledLoop>& stored_in = scop_.statements[inside()].loops;
    for (const int user : footprint_.users) {
      const std::vector<ScheduledLoop>& loops = scop_.statements[user].loops;
      std::vector<FactRequest> kept;
      for (FactRequest request : scop_.statements[user].fact_requests) {
        const bool asked = request.array == mark_.array;
        const auto around = std::find_if(loops.begin(), loops.begin() + footprint_.loops,
                                         [&](const ScheduledLoop& loop) { return loop.name == request.loop; });
        const bool outside = asked && around != loops.begin() + footprint_.loops;
        if (outside) request.loop = stored_in[around - loops.begin()].name;
        if (asked && !outside) request.array = buffer_;
        (outside ? requests_outside_ : kept).push_back(std::move(request));
      }
      program_.set_requests(user, std::move(kept));
    }
  }

  /// What directives say of the buffer; else, of an argument that lies outside and has no memory on the chip, what they
  /// say of it.
  void move_marks(int to) {
    const bool outside = !outside_mode(scop_, array_name()).empty();
    std::vector<PartitionMark> banks = mark_.banks;
    std::vector<StorageMark> storages;
    if (mark_.storage) storages.push_back(*mark_.storage);
    const auto of_array = [&](const auto& mark) { return outside && mark.array == mark_.array; };
    const poly::HardwareMarks& marks = scop_.hardware;
    if (!mark_.banked)
      std::copy_if(marks.partitions.begin(), marks.partitions.end(), std::back_inserter(banks), of_array);
    if (storages.empty())
      std::copy_if(marks.storages.begin(), marks.storages.end(), std::back_inserter(storages), of_array);
    for (PartitionMark& bank : banks) {
      // A buffer may have fewer elements in a dimension than the argument has banks.
      const std::int64_t extent = footprint_.extents[static_cast<std::size_t>(bank.dimension)];
      bank.factor = bank.kind == PartitionKind::complete ? extent : std::min(bank.factor, extent);
      bank.array = to;
      if (bank.factor > 1) program_.hardware.partitions.push_back(bank);
    }
    for (StorageMark& storage : storages) {
      storage.array = to;
      program_.hardware.storages.push_back(storage);
    }
    if (mark_.banked) program_.hardware.banked.insert(to);
  }

  const Scop& scop_;
  const BufferMark& mark_;
  const Footprint& footprint_;
  const isl::set own_;
  const bool in_pipeline_, in_region_;
  const Words words_;
  StreamedProgram program_;
  int buffer_ = -1;
  std::vector<FactRequest> requests_outside_;
};

}  // namespace

Result<Scop> place_buffer(const Scop& scop, const IslContext& context, const BufferPlan& plan, PlacedBuffer& placed) {
  return BufferPlacer(scop, context, plan).place(placed);
}

}  // namespace pom::poly
