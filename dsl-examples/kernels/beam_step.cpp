// One step of a beam search: each of the beams is continued by each word, and the best scores are kept in order with
// the number of beam and word that they come from. A candidate pushes smaller ones down the list, last place first.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int beams = 4, words = 32;
  init("beam_step");
  var b("b", 0, beams), w("w", 0, words), k("k", 0, beams);
  placeholder score("score", {beams}, p_int16), gain("gain", {beams, words}, p_int16);
  placeholder best("best", {beams}, p_int32), origin("origin", {beams}, p_int32);
  placeholder kept("kept", {beams}, p_int32), kept_origin("kept_origin", {beams}, p_int32);
  placeholder candidate("candidate", {1}, p_int32);
  for (const placeholder& local : {kept, kept_origin, candidate}) local.local();

  compute empty("empty", {k}, -65537, kept(k));
  compute nobody("nobody", {k}, -1, kept_origin(k));
  compute sum("sum", {b, w}, score(b) + gain(b, w), candidate(0));
  // Place beams - 1 - q is compared with the place in front of it, which still has its old score.
  var q("q", 0, beams - 1);
  const expr from = b * words + w;
  const auto shift = [&](const placeholder& list, const expr& entering) {
    const expr here = beams - 1 - q;
    return select(candidate(0) > kept(here - 1), list(here - 1),
                  select(candidate(0) > kept(here), entering, list(here)));
  };
  compute move_origin("move_origin", {b, w, q}, shift(kept_origin, from), kept_origin(beams - 1 - q));
  compute first_origin("first_origin", {b, w}, select(candidate(0) > kept(0), from, kept_origin(0)), kept_origin(0));
  var p("p", 0, beams - 1);
  const expr there = beams - 1 - p;
  compute move("move", {b, w, p},
               select(candidate(0) > kept(there - 1), kept(there - 1), p_max(candidate(0), kept(there))), kept(there));
  compute first("first", {b, w}, p_max(candidate(0), kept(0)), kept(0));
  move_origin.after(sum, w);
  first_origin.after(move_origin, w);
  move.after(first_origin, w);
  first.after(move, w);
  compute result("result", {k}, kept(k), best(k));
  compute result_origin("result_origin", {k}, kept_origin(k), origin(k));

  sum.pipeline(w, 1);
  for (const placeholder& list : {kept, kept_origin}) list.partition({beams}, "complete");
  codegen();
}
