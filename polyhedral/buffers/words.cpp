#include "polyhedral/buffers/words.hpp"

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"

namespace pom::poly {

isl::map Words::to_words(const isl::map& like) const {
  const unsigned count = dimension_count(like, Side::range);
  const std::string name = tuple_name(like, Side::range), lanes = std::to_string(lanes_),
                    last = "x" + std::to_string(count - 1), all = listed("x", count),
                    outer = all.substr(0, all.size() - last.size());
  return isl::map(like.ctx(), "{ " + name + "[" + all + "] -> " + name + "[" + outer + "w] : " + lanes +
                                  " w <= " + last + " < " + lanes + " w + " + lanes + " }");
}

isl::multi_aff Words::of(const isl::multi_aff& element) const {
  if (lanes_ == 1) return element;
  const std::string word = "{ [x] -> [(floor(x / " + std::to_string(lanes_) + "))] }";
  return isl::multi_aff(element.ctx(), word).pullback(element);
}

bool Words::widen(Footprint& footprint, std::string& why_not) const {
  if (lanes_ == 1) return true;
  isl::multi_aff& least = footprint.least.back();
  const isl::map begin = least.as_map().intersect_domain(footprint.loaded.domain().unite(footprint.stored.domain()));
  for (std::int64_t inside = 0; inside < lanes_; ++inside) {
    const isl::set there(begin.ctx(),
                         "{ [e] : (e - " + std::to_string(inside) + ") mod " + std::to_string(lanes_) + " = 0 }");
    if (!begin.is_subset(begin.intersect_range(there))) continue;
    least = isl::multi_aff(least.at(0).add_constant(-static_cast<long>(inside)));
    std::int64_t& extent = footprint.extents.back();
    extent = (extent + inside + lanes_ - 1) / lanes_ * lanes_;
    return true;
  }
  why_not = "what an iteration uses of it begins at different places of a word";
  return false;
}

}  // namespace pom::poly
