module {
  module {
  }
}
