#include "mistakes.hpp"

#include <limits>

#include "driver/pipeline/pipeline.hpp"
#include "driver/verify/verify.hpp"
#include "random.hpp"
#include "random_directive.hpp"

namespace pom::fuzz {

namespace {

const std::vector<std::string>& strange_names() {
  static const std::vector<std::string> names = {"",
                                                 "1x",
                                                 "a b",
                                                 "int",
                                                 "class",
                                                 "main",
                                                 "INFINITY",
                                                 "NULL",
                                                 "errno",
                                                 "M_PI",
                                                 "EOF",
                                                 "unix",
                                                 "pom_max",
                                                 "std",
                                                 "i",
                                                 "A0",
                                                 "s0",
                                                 "__x",
                                                 "kernel",
                                                 "é",
                                                 "a\"b",
                                                 "ap_int",
                                                 "float32_t",
                                                 "NAN",
                                                 "printf",
                                                 "y1",
                                                 "tb",
                                                 "expected",
                                                 std::string(300, 'n')};
  return names;
}

const std::vector<std::int64_t>& strange_numbers() {
  static const std::vector<std::int64_t> numbers = {-1,
                                                    0,
                                                    1,
                                                    2,
                                                    3,
                                                    7,
                                                    -2,
                                                    1000,
                                                    65536,
                                                    std::numeric_limits<std::int32_t>::max(),
                                                    std::numeric_limits<std::int32_t>::min(),
                                                    std::int64_t{1} << 40,
                                                    std::numeric_limits<std::int64_t>::max(),
                                                    std::numeric_limits<std::int64_t>::min()};
  return numbers;
}

int small_number(std::int64_t number) { return static_cast<int>(number); }

Type strange_type(Random& random) {
  static const std::vector<Type> types = {p_int8,
                                          p_uint8,
                                          p_int64,
                                          p_half,
                                          p_bfloat16,
                                          p_float64,
                                          p_int(1),
                                          p_uint(1),
                                          p_int(0),
                                          p_int(-3),
                                          p_int(129),
                                          p_int(13),
                                          p_fixed(16, 8),
                                          p_fixed(8, 200),
                                          p_ufixed(4, -9),
                                          p_fixed(0, 0),
                                          p_uint(128),
                                          Type{TypeKind::floating, 17},
                                          p_fixed(12, 4, Quantization::round, Overflow::saturate)};
  return random.one_of(types);
}

class Mutator {
 public:
  Mutator(Case made, Random& random) : made_(std::move(made)), random_(random) {}

  Case mutate() {
    for (int left = random_.pick(1, 4); left > 0; --left) {
      const bool schedule = !made_.schedule.empty() && random_.chance(45);
      schedule ? mutate_directive(random_.one_of(indices_of(made_.schedule.size()))) : mutate_program();
    }
    return std::move(made_);
  }

 private:
  static std::vector<std::size_t> indices_of(std::size_t count) {
    std::vector<std::size_t> all(count);
    for (std::size_t n = 0; n < count; ++n) all[n] = n;
    return all;
  }

  std::int64_t number() { return random_.one_of(strange_numbers()); }
  const std::string& name() { return random_.one_of(strange_names()); }
  StatementSpec& statement() {
    return made_.program.statements[random_.one_of(indices_of(made_.program.statements.size()))];
  }

  void mutate_program() {
    switch (random_.pick(0, 8)) {
      case 0:
        return mutate_array(made_.program.arrays[random_.one_of(indices_of(made_.program.arrays.size()))]);
      case 1:  // rarely: every directive then speaks of an unknown compute
        if (random_.chance(10)) statement().name = name();
        return;
      case 2:
      case 3:
        return mutate_loop(statement());
      case 4:
      case 5:
        return mutate_value(statement().value);
      case 6: {
        StatementSpec& changed = statement();
        std::vector<AccessSpec*> accesses;
        for_each_access(changed, [&](AccessSpec& access) { accesses.push_back(&access); });
        return mutate_access(*random_.one_of(accesses));
      }
      case 7: {
        StatementSpec& changed = statement();
        changed.guards.push_back(
            {{{{strange_index(changed), ComparisonSpec::Relation::less, small_number(number())}}}});
        return;
      }
      default: {
        StatementSpec& changed = statement();
        if (changed.after) changed.after->level = random_.pick(-3, 9);
        return;
      }
    }
  }

  Index strange_index(const StatementSpec& around) {
    Index index{small_number(number()), {}, Index::Division::none, 1};
    for (std::size_t n = 0; n < around.loops.size(); ++n)
      index.coefficients.push_back(random_.chance(70) ? 0 : small_number(number()));
    if (random_.chance(50)) {
      index.division = random_.chance(50) ? Index::Division::quotient : Index::Division::remainder;
      index.divisor = small_number(number());
    }
    return index;
  }

  void mutate_array(ArraySpec& array) {
    switch (random_.pick(0, 3)) {
      case 0:
        if (random_.chance(30)) array.name = name();
        break;
      case 1:
        array.type = strange_type(random_);
        break;
      case 2:
        array.local = !array.local;
        break;
      default:
        if (array.shape.empty()) return;
        array.shape[random_.one_of(indices_of(array.shape.size()))] = number();
    }
  }

  void mutate_loop(StatementSpec& changed) {
    if (changed.loops.empty()) return;
    const std::size_t n = random_.one_of(indices_of(changed.loops.size()));
    LoopSpec& loop = changed.loops[n];
    if (random_.chance(25)) {
      loop.name = name();
      return;
    }
    Index& bound = random_.chance(50) ? loop.lower : loop.upper;
    bound = strange_index(changed);
    bound.coefficients.resize(n);  // of the loops around it
  }

  void mutate_value(ValueSpec& value) {
    if (!value.operands.empty() && random_.chance(60)) {
      mutate_value(value.operands[random_.one_of(indices_of(value.operands.size()))]);
      return;
    }
    static const std::vector<ValueSpec::Kind> binary = {
        ValueSpec::Kind::divide,     ValueSpec::Kind::modulo,      ValueSpec::Kind::bit_and, ValueSpec::Kind::bit_xor,
        ValueSpec::Kind::shift_left, ValueSpec::Kind::shift_right, ValueSpec::Kind::mul,     ValueSpec::Kind::max};
    if (random_.chance(60)) {
      ValueSpec other;
      other.number = static_cast<double>(number());
      ValueSpec whole;
      whole.kind = random_.one_of(binary);
      whole.operands = random_.chance(50) ? std::vector<ValueSpec>{value, random_.chance(50) ? value : other}
                                          : std::vector<ValueSpec>{other, value};
      value = std::move(whole);
    } else if (value.kind == ValueSpec::Kind::number) {
      static const std::vector<double> numbers = {0,
                                                  -0.0,
                                                  1e300,
                                                  -1e300,
                                                  std::numeric_limits<double>::infinity(),
                                                  0.1,
                                                  1e-320,
                                                  std::numeric_limits<double>::quiet_NaN(),
                                                  4e18,
                                                  1e19};
      value.number = random_.one_of(numbers);
    }
  }

  void mutate_access(AccessSpec& access) {
    if (random_.chance(40)) {
      if (random_.chance(50) && access.indices.size() > 1) {
        access.indices.pop_back();
      } else {
        access.indices.push_back({});
      }
      return;
    }
    if (access.indices.empty()) return;
    Index& index = access.indices[random_.one_of(indices_of(access.indices.size()))];
    random_.chance(50) ? void(index.constant = small_number(number())) : mutate_division(index);
  }

  void mutate_division(Index& index) {
    index.division = random_.chance(50) ? Index::Division::quotient : Index::Division::remainder;
    index.divisor = small_number(number());
  }

  void mutate_reference(LoopRef& loop) {
    loop = {};
    if (random_.chance(50)) {
      loop.name = name();
    } else {
      loop.level = small_number(number());
    }
  }

  /// One member of the directive, whatever directive it is.
  void mutate_directive(std::size_t n) {
    std::vector<std::function<void()>> changes;
    const auto text = [&](std::string& member) { changes.push_back([&] { member = name(); }); };
    const auto texts = [&](std::vector<std::string>& members) {
      changes.push_back([&] { members.push_back(name()); });
      if (!members.empty()) changes.push_back([&] { members.pop_back(); });
    };
    const auto numbers = [&](std::vector<std::int64_t>& members) {
      changes.push_back([&] { members.push_back(number()); });
      if (members.empty()) return;
      changes.push_back([&] { members.pop_back(); });
      changes.push_back([&] { members.front() = number(); });
    };
    std::visit(
        [&](auto& p) {
          if constexpr (requires { p.compute; }) {
            if (random_.chance(10)) text(p.compute);
          }
          if constexpr (requires { p.other; }) text(p.other);
          if constexpr (requires { p.array; }) text(p.array);
          if constexpr (requires { p.port; }) text(p.port);
          if constexpr (requires { p.mode; }) text(p.mode);
          if constexpr (requires { p.operation; }) text(p.operation);
          if constexpr (requires { p.implementation; }) text(p.implementation);
          if constexpr (requires { p.function; }) text(p.function);
          if constexpr (requires { p.loop; }) changes.push_back([&] { mutate_reference(p.loop); });
          if constexpr (requires { p.first; }) changes.push_back([&] { p.second = p.first; });
          if constexpr (requires { p.inner_factor; }) changes.push_back([&] { p.inner_factor = number(); });
          if constexpr (requires { p.inner_factor; }) changes.push_back([&] { p.outer_factor = number(); });
          if constexpr (requires { p.loops.front(); })
            changes.push_back([&] { p.loops.push_back(LoopRef(small_number(number()))); });
          if constexpr (requires { p.factor; }) changes.push_back([&] { p.factor = number(); });
          if constexpr (requires { p.distance; }) changes.push_back([&] { p.distance = number(); });
          if constexpr (requires { p.count; }) changes.push_back([&] { p.count = number(); });
          if constexpr (requires { p.interval; }) changes.push_back([&] { p.interval = small_number(number()); });
          if constexpr (requires { p.latency; }) changes.push_back([&] { p.latency = small_number(number()); });
          if constexpr (requires { p.depth; }) changes.push_back([&] { p.depth = small_number(number()); });
          if constexpr (requires { p.kinds; }) texts(p.kinds);
          if constexpr (requires { p.factors; }) numbers(p.factors);
        },
        made_.schedule[n]);
    if (!changes.empty()) random_.one_of(changes)();
  }

  Case made_;
  Random& random_;
};

void check(const std::vector<Diagnostic>& errors, std::vector<Finding>& findings) {
  for (const Diagnostic& error : errors) {
    if (error.at.line == 0) findings.push_back({"no-line", error.message});
    if (error.code.empty() || error.message.empty()) findings.push_back({"no-code", render(error)});
  }
}

void compile_mistaken(const Case& made) {
  function program("f" + std::to_string(made.seed));
  program.scope([&] { declare(made.program); });
  Schedule schedule;
  for (const auto* directives : {&made.rewriting, &made.schedule})
    for (const Primitive& primitive : *directives)
      schedule.push_back({primitive, {"schedule", static_cast<unsigned>(schedule.size()) + 1}});
  program.set_schedule(schedule);
  // A search takes a hundred times as long as a compilation.
  if (made.seed % 16 == 0) {
    DseOptions options;
    options.write = options.verify = false;
    options.quiet = true;
    options.seconds = 1;
    program.auto_DSE(options);
    return;
  }
  StageDump silent({});
  const auto compiled = driver::run_pipeline(program.record(), silent);
  if (made.seed % 4 == 1) driver::verify(*compiled);
}

}  // namespace

Case make_mistaken(std::uint64_t seed) {
  Random random(~seed);
  Case made = make_case(seed);
  return Mutator(std::move(made), random).mutate();
}

CaseResult judge_mistaken(std::uint64_t seed) {
  CaseResult result;
  result.seed = seed;
  const Case made = make_mistaken(seed);
  for (const Primitive& primitive : made.schedule) result.primitives.push_back(primitive_name(primitive));
  try {
    compile_mistaken(made);
  } catch (const CompileError& refused) {
    result.outcome = Outcome::refused_by_precondition;
    for (const Diagnostic& error : refused.diagnostics()) {
      result.codes.push_back(error.code);
      if (error.code.starts_with("illegal-")) result.outcome = Outcome::refused_by_legality;
      if (error.code == "verification-failed") result.findings.push_back({"verification-failed", error.message});
    }
    check(refused.diagnostics(), result.findings);
  } catch (const std::exception& error) {
    result.findings.push_back({"exception", error.what()});
  }
  return result;
}

}  // namespace pom::fuzz
