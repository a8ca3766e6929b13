#include <numeric>

#include "dsl/model/added_names.hpp"
#include "dsl/model/port_words.hpp"
#include "dsl/model/ports.hpp"
#include "polyhedral/ir/find_access.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "polyhedral/primitives/rewrite.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

/// The program in which one nest reads an argument for all.
class Broadcaster {
 public:
  Broadcaster(const Broadcast& directive, const Scop& scop, const Location& at)
      : directive_(directive),
        scop_(scop),
        at_(at),
        program_(*scop.program),
        array_(program_.find_array(directive.array)),
        declared_(*program_.arrays[array_]) {}

  dsl::Function make() {
    copy_ = add_local_copy(program_, array_, directive_.copy, at_);
    for (dsl::Compute& compute : program_.computes) read_other(compute, program_, array_, copy_);
    add_reader();
    return std::move(program_);
  }

 private:
  void add_reader() {
    dsl::Compute reader;
    reader.name = dsl::reader_name(directive_);
    reader.at = at_;
    reader.loops = loops();
    reader.store = {copy_, unchanged_loops(reader), at_};
    reader.value = load_of(program_, array_, reader.store.indices, at_);
    reader.position.assign(reader.loops.size() + 1, 0);
    reader.position.front() = -1;  // in front of all; the program is numbered anew
    update_loads(reader);
    program_.computes.push_back(std::move(reader));
  }

  /// Over the box around what is read, to the ends of the widest words behind a bus; all of an array whose size only
  /// the run knows, and of a stream.
  std::vector<dsl::Loop> loops() const {
    std::vector<int> statements(scop_.statements.size());
    std::iota(statements.begin(), statements.end(), 0);
    const isl::set read = elements_read(scop_, statements, array_);
    std::vector<dsl::Loop> made;
    for (std::size_t d = 0; d < declared_.shape.size(); ++d) {
      const auto dimension = static_cast<unsigned>(d);
      const std::string name = join_names({directive_.array, std::to_string(d)});
      const bool sized = !declared_.extents.empty(), all = sized || dsl::is_stream_port(program_, array_);
      const std::int64_t last = declared_.shape[d] - 1;
      const std::int64_t word = d + 1 == declared_.shape.size() ? elements_of_word() : 1;
      const std::int64_t first_read = std::max<std::int64_t>(minimum(read, dimension).value_or(0), 0),
                         last_read = std::min(maximum(read, dimension).value_or(last), last);
      const std::int64_t least = all ? 0 : first_read / word * word;
      const std::int64_t end = all ? last + 1 : std::min((last_read / word + 1) * word, last + 1);
      made.push_back({name, dsl::make_integer(least, p_int32, at_),
                      sized ? declared_.extents[d] : dsl::make_integer(end, p_int32, at_), at_});
    }
    return made;
  }

  std::int64_t elements_of_word() const {
    const bool words = dsl::port_mode(program_, array_) == "m_axi" && dsl::may_have_words(declared_);
    return words ? dsl::most_word_bits / declared_.type.bits : 1;
  }

  const Broadcast& directive_;
  const Scop& scop_;
  const Location at_;
  dsl::Function program_;
  const int array_;
  const dsl::Array& declared_;
  int copy_ = -1;
};

}  // namespace

Result<Rewriting> rewrite(const Broadcast& directive, const Scop& scop, const Location& at) {
  return Rewriting{Broadcaster(directive, scop, at).make(), ""};
}

}  // namespace pom::poly
