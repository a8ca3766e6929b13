affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%a)[%b] {
  %b = affine.apply affine_map<(d0) -> (d0 * 2 - 3)>(%b)
}
