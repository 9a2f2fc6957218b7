import PropertyInjection

/// The base of as many types as there are numbers.
class ManyTyped {
  @Injected var service: Service?

  required init() {}

  class func declare(_ registry: inout Registry) {}

  /// An object of a type of its own for each number: its bits are nested generics.
  static func object<Nested>(of nested: Nested.Type, _ number: Int) -> ManyTyped {
    guard number > 0 else { return self == Marking.self ? Marked3<Nested>() : Declared2<Nested>() }
    return number.isMultiple(of: 2)
      ? object(of: Even<Nested>.self, number / 2) : object(of: Odd<Nested>.self, number / 2)
  }
}

/// Of what a family of types has properties.
class Marking: ManyTyped {}
class Declaring: ManyTyped {}

private enum Even<Nested> {}
private enum Odd<Nested> {}

private final class Marked3<Nested>: Marking {
  @Injected var number: Int?
  @Injected var product: Product?
}

private final class Declared2<Nested>: Declaring {
  var plain: Int?
  var other: Service?

  override class func declare(_ registry: inout Registry) {
    registry.declare("plain", \Declared2.plain)
    registry.declare("service", \Declared2.other)
  }
}
