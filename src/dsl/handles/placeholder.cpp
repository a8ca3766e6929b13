#include <pom/compute.hpp>
#include <pom/placeholder.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include "dsl/handles/current_function.hpp"
#include "dsl/model/added_names.hpp"
#include "dsl/model/names.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/value_range.hpp"
#include "dsl/print/shape_text.hpp"
#include "dsl/record/affine.hpp"
#include "dsl/record/record_directive.hpp"
#include "dsl/record/table_file.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom {
namespace {

using dsl::Array;

/// Generated code counts a dimension with int, and all elements, of up to 16 bytes, with 63 bits.
constexpr std::int64_t most_in_dimension = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t most_elements = (std::int64_t{1} << 59) - 1;

/// Extents of at least 1 that can be counted, each for itself and all together.
std::optional<Diagnostic> check_shape(const Array& array) {
  if (const auto fault = dsl::find_type_fault(array.type))
    return make_error("bad-type", "array \"" + array.name + "\": " + *fault, array.at);
  std::int64_t elements = 1;
  for (std::size_t d = 0; d < array.shape.size(); ++d) {
    if (array.shape[d] < 1) {
      return make_error("bad-shape",
                        "dimension " + std::to_string(d) + " of array \"" + array.name + "\" has extent " +
                            std::to_string(array.shape[d]) + " in " + dsl::shape_text(array.shape),
                        array.at);
    }
    if (array.shape[d] > most_in_dimension) {
      return make_error("bad-shape",
                        "dimension " + std::to_string(d) + " of array \"" + array.name + "\" has extent " +
                            std::to_string(array.shape[d]) + "; at most " + std::to_string(most_in_dimension) +
                            " are possible",
                        array.at);
    }
    if (elements > most_elements / array.shape[d]) {
      return make_error("bad-shape",
                        "array \"" + array.name + "\" is too large: " + dsl::shape_text(array.shape) +
                            "; it may have up to 2^59 - 1 elements",
                        array.at);
    }
    elements *= array.shape[d];
  }
  return {};
}

/// The extents as they were given; parameters decide some of them. False: findings were added.
bool set_extents(Array& array, const std::vector<array_extent>& shape, dsl::Function& function) {
  const std::vector<dsl::Loop> no_loops;
  const dsl::ComputeContext context{function, array.name, no_loops, array.at};
  bool varies = false;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const dsl::ExprPtr& given = shape[d].value().node();
    const std::string place = "extent " + std::to_string(d) + " of array \"" + array.name + "\"";
    // Numbers may have 64 bits here.
    dsl::ExprPtr built = given->op == dsl::Op::integer ? given : dsl::elaborate_extent(given, place, context);
    if (!built) return false;
    const bool is_number = built->op == dsl::Op::integer;
    const dsl::ValueRange range =
        is_number ? dsl::ValueRange{built->integer, built->integer} : dsl::RangeAnalysis(no_loops).find_index(*built);
    if (!is_number && range.low < 0) {
      function.findings.push_back(make_error("bad-shape",
                                             place + " may be as small as " +
                                                 std::to_string(static_cast<std::int64_t>(range.low)) +
                                                 ": its parameters must keep it at 0 or more",
                                             array.at));
      return false;
    }
    varies = varies || !is_number;
    array.shape.push_back(static_cast<std::int64_t>(range.high));
    array.extents.push_back(std::move(built));
  }
  if (!varies) array.extents.clear();
  return true;
}

bool is_used(const dsl::Function& function, int array) {
  const std::vector<int> used = function.used_arrays();
  return std::find(used.begin(), used.end(), array) != used.end();
}

/// What keeps an array from getting contents now.
Status check_contents(const dsl::Function& function, int index, const Location& at) {
  const Array& array = *function.arrays[index];
  const std::string what = "\"" + array.name + "\" cannot be a table: ";
  if (array.local) return make_error("bad-table", what + "it is local, so that computes write it", at);
  if (array.is_table()) return make_error("bad-table", what + "it has contents already", at);
  if (array.range) return make_error("bad-table", what + "its contents are the caller's, as assume says", at);
  if (is_used(function, index))
    return make_error("bad-table", what + "a compute above uses it as an argument; give its contents first", at);
  return dsl::check_table(array, at);
}

/// Makes an array a table of what `pack(array)` gives.
void give_contents(dsl::Function& function, int index, const Location& at, auto pack) {
  Array& array = *function.arrays[index];
  if (array.refused) return;
  const auto refuse = [&](const Diagnostic& error) {
    array.refused = true;
    function.findings.push_back(error);
  };
  if (const Status refused = check_contents(function, index, at)) return refuse(*refused);
  Result<dsl::Bytes> bytes = pack(array);
  if (!bytes) return refuse(bytes.errors().front());
  array.contents = std::make_shared<const dsl::Bytes>(*std::move(bytes));
  array.range = dsl::range_of(array, at);
}

}  // namespace

placeholder::placeholder(std::string name, std::vector<array_extent> shape, Type type, std::source_location at)
    : name_(std::move(name)), function_(dsl::current_function("array \"" + name_ + "\"", at)) {
  Array array;
  array.name = name_;
  array.type = type;
  array.at = at;
  array.owner = function_.get();
  array.refused = !set_extents(array, shape, *function_);
  const Status bad_shape = array.refused ? std::nullopt : check_shape(array);
  for (auto&& error : {dsl::check_new_name(*function_, "array", name_, at), bad_shape}) {
    if (!error) continue;
    array.refused = true;
    function_->findings.push_back(*error);
  }
  array_ = static_cast<int>(function_->arrays.size());
  function_->arrays.push_back(std::make_shared<Array>(std::move(array)));
}

bool placeholder::is_declared(const Location& at) const {
  if (array_ >= 0) return true;
  if (function_)
    function_->findings.push_back(make_error("added-array",
                                             "\"" + name_ +
                                                 "\" is no array of the program: a directive of the schedule adds it, "
                                                 "and only directives can speak of it",
                                             at));
  return false;
}

array_element placeholder::element(const Location& at, std::vector<expr> indices) const {
  if (!is_declared(at)) return array_element(dsl::make_integer(0, p_int32, at));
  dsl::ExprNode node;
  node.op = dsl::Op::load;
  node.at = at;
  node.index = array_;
  node.array = function_->arrays[array_];
  node.type = node.array->type;
  for (const expr& index : indices) node.operands.push_back(index.node());
  return array_element(dsl::make_node(std::move(node)));
}

array_element array_element::operator[](Located index) const {
  dsl::ExprNode node = *node_;
  node.operands.push_back(index.value.node());
  return array_element(dsl::make_node(std::move(node)));
}

namespace {

expr combine(dsl::Op op, const expr& left, const Located& right) {
  return expr(dsl::make_operation(op, p_int32, {left.node(), right.value.node()}, right.at));
}

}  // namespace

assigned array_element::operator+=(Located value) const { return assign(combine(dsl::Op::add, *this, value)); }
assigned array_element::operator-=(Located value) const { return assign(combine(dsl::Op::sub, *this, value)); }
assigned array_element::operator*=(Located value) const { return assign(combine(dsl::Op::mul, *this, value)); }
assigned array_element::operator/=(Located value) const { return assign(combine(dsl::Op::div, *this, value)); }
assigned array_element::operator%=(Located value) const { return assign(combine(dsl::Op::mod, *this, value)); }
assigned array_element::operator&=(Located value) const { return assign(combine(dsl::Op::bit_and, *this, value)); }
assigned array_element::operator|=(Located value) const { return assign(combine(dsl::Op::bit_or, *this, value)); }
assigned array_element::operator^=(Located value) const { return assign(combine(dsl::Op::bit_xor, *this, value)); }
assigned array_element::operator<<=(Located value) const { return assign(combine(dsl::Op::shl, *this, value)); }
assigned array_element::operator>>=(Located value) const { return assign(combine(dsl::Op::shr, *this, value)); }

const placeholder& placeholder::partition(std::vector<std::int64_t> factors, const char* kind,
                                          std::source_location at) const {
  std::vector<std::string> kinds(factors.size(), kind == nullptr ? "" : kind);
  return partition(std::move(factors), std::move(kinds), at);
}

const placeholder& placeholder::partition(std::vector<std::int64_t> factors, std::vector<std::string> kinds,
                                          std::source_location at) const {
  return add(Partition{name_, std::move(factors), std::move(kinds)}, at);
}

const placeholder& placeholder::reshape(std::vector<std::int64_t> factors, const char* kind,
                                        std::source_location at) const {
  std::vector<std::string> kinds(factors.size(), kind == nullptr ? "" : kind);
  return add(Reshape{name_, std::move(factors), std::move(kinds)}, at);
}

const placeholder& placeholder::reshape(std::vector<std::int64_t> factors, std::vector<std::string> kinds,
                                        std::source_location at) const {
  return add(Reshape{name_, std::move(factors), std::move(kinds)}, at);
}

const placeholder& placeholder::bind_storage(const std::string& type, const std::string& implementation, int latency,
                                             std::source_location at) const {
  return add(BindStorage{name_, type, implementation, latency}, at);
}

const placeholder& placeholder::interface(const std::string& mode, const std::string& bundle,
                                          std::source_location at) const {
  return add(Interface{name_, mode, bundle}, at);
}

const placeholder& placeholder::buffer_at(const compute& s, LoopRef loop, std::source_location at) const {
  if (!s.function_ || dsl::refuse_foreign(s.function_, s.name(), function_, name_, at)) return *this;
  return add(BufferAt{name_, s.name(), std::move(loop), ""}, at);
}

placeholder placeholder::buffer_at(const compute& s, LoopRef loop, const std::string& name,
                                   std::source_location at) const {
  if (!s.function_) return placeholder({}, name);  // the compute was refused
  if (!dsl::refuse_foreign(s.function_, s.name(), function_, name_, at))
    add(BufferAt{name_, s.name(), std::move(loop), name}, at);
  return placeholder(function_, name);
}

broadcasted placeholder::broadcast(const std::string& name, std::source_location at) const {
  const Broadcast directive{name_, name.empty() ? join_names({name_, "in"}) : name};
  add(directive, at);
  return {compute(function_, dsl::reader_name(directive)), placeholder(function_, directive.copy)};
}

converted placeholder::convert(const std::string& name, std::source_location at) const {
  const Convert directive{name_, name.empty() ? join_names({name_, "converted"}) : name};
  add(directive, at);
  return {placeholder(function_, directive.copy), compute(function_, dsl::converter_name(directive))};
}

const placeholder& placeholder::buffer(std::source_location at) const {
  return add(BufferAt{name_, "", LoopRef(), ""}, at);
}

placeholder placeholder::buffer(const std::string& name, std::source_location at) const {
  add(BufferAt{name_, "", LoopRef(), name}, at);
  return placeholder(function_, name);
}

const placeholder& placeholder::pack(std::int64_t lanes, const char* rows, std::int64_t ports,
                                     std::source_location at) const {
  return add(Pack{name_, lanes, rows == nullptr ? "" : rows, ports}, at);
}

const placeholder& placeholder::stream(int depth, std::source_location at) const {
  return add(Stream{name_, depth}, at);
}

const placeholder& placeholder::local(std::source_location at) const {
  if (!is_declared(at)) return *this;
  dsl::Array& array = *function_->arrays[array_];
  if (array.is_table() && !array.local) {
    function_->findings.push_back(make_error(
        "bad-table", "\"" + name_ + "\" cannot be a table: it is local, so that computes write it", array.range->at));
  }
  array.local = true;
  if (is_used(*function_, array_)) function_->note_change(at);
  return *this;
}

const placeholder& placeholder::values(const dsl::Contents& contents, std::source_location at) const {
  if (!is_declared(at)) return *this;
  give_contents(*function_, array_, at, [&](const Array& array) { return dsl::pack_contents(contents, array, at); });
  return *this;
}

const placeholder& placeholder::values_from(const std::string& file, std::source_location at) const {
  if (!is_declared(at)) return *this;
  give_contents(*function_, array_, at, [&](const Array& array) { return dsl::read_table_file(file, array, at); });
  return *this;
}

const placeholder& placeholder::assume(dsl::Number low, dsl::Number high, std::source_location at) const {
  if (!is_declared(at)) return *this;
  Array& array = *function_->arrays[array_];
  if (array.refused) return *this;
  const auto refuse = [&](const Diagnostic& error) { function_->findings.push_back(error); };
  const std::string what = "cannot assume anything of \"" + name_ + "\" here: ";
  const Result<dsl::ElementRange> range = dsl::promised_range(low, high, array, at);
  if (!range) {
    refuse(range.errors().front());
  } else if (array.range) {
    refuse(make_error("bad-assume", what + "another range is assumed already", at));
  } else if (is_used(*function_, array_)) {
    refuse(make_error("bad-assume", what + "a compute above uses it; say it first", at));
  } else {
    array.range = *range;
  }
  return *this;
}

namespace {

/// `second-return`: a value leaves the function once.
Diagnostic leaves_twice(const Array& scalar, const Location& at) {
  return make_error(
      "second-return",
      "\"" + scalar.name + "\" is an output() and returned(): a value leaves the function once, by one of them", at);
}

}  // namespace

void placeholder::make_output(const Location& at) const {
  const Array& array = *function_->arrays[array_];
  if (array.returned) return function_->findings.push_back(leaves_twice(array, at));
  function_->arrays[array_]->local = false;
  if (is_used(*function_, array_)) function_->note_change(at);
}

void placeholder::set_returned(const Location& at) const {
  const Array& own = *function_->arrays[array_];
  if (!own.local && !own.returned) return function_->findings.push_back(leaves_twice(own, at));
  for (const auto& array : function_->arrays) {
    if (!array->returned || array == function_->arrays[array_]) continue;
    Diagnostic error =
        make_error("second-return", "\"" + name_ + "\" cannot be returned: a function returns one value", at);
    error.notes.push_back({"\"" + array->name + "\" is returned; make the other one an output()", array->at});
    function_->findings.push_back(std::move(error));
    return;
  }
  function_->arrays[array_]->local = false;
  function_->arrays[array_]->returned = true;
  if (is_used(*function_, array_)) function_->note_change(at);
}

const placeholder& placeholder::add(Primitive primitive, const Location& at) const {
  if (!function_) return *this;  // its compute was refused
  if (array_ < 0 || !function_->arrays[array_]->refused) dsl::record_directive(*function_, {std::move(primitive), at});
  return *this;
}

}  // namespace pom
