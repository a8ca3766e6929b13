affine.if affine_set<(d0) : (d0 >= 0)>(%a) {
} // a comment
else {
  %a = affine.apply affine_map<(d0) -> (d0 * 2)>(%b)
}
