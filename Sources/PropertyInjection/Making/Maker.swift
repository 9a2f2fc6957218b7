/// A binding, as the code that makes shared values sees it.
protocol Maker: AnyObject, Sendable {
  var key: BindingKey { get }
  var location: CodeLocation? { get }

  /// The key of an argument, whose type is without the optional.
  ///
  /// - Parameter position: Counted from 1.
  func argumentKey(at position: Int) -> BindingKey
}

extension Maker {
  /// Adds the identity of the maker: its key and its place, because its address may be reused.
  func hashKey(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(location)
  }
}
