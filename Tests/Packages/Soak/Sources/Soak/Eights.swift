import PropertyInjection

/// Objects with eight properties for class instances, so that what each kind takes can be told.
protocol Eight: AnyObject {
  init()
}

enum Eights {
  static let names = ["a", "b", "c", "d", "e", "f", "g", "h"]
}

final class PlainEight: Eight {
  var a: Service?
  var b: Service?
  var c: Service?
  var d: Service?
  var e: Service?
  var f: Service?
  var g: Service?
  var h: Service?
}

final class MarkedEight: Eight {
  @Injected var a: Service?
  @Injected var b: Service?
  @Injected var c: Service?
  @Injected var d: Service?
  @Injected var e: Service?
  @Injected var f: Service?
  @Injected var g: Service?
  @Injected var h: Service?
}

final class LazyEight: Eight {
  @Injected(lazy: true) var a: Service?
  @Injected(lazy: true) var b: Service?
  @Injected(lazy: true) var c: Service?
  @Injected(lazy: true) var d: Service?
  @Injected(lazy: true) var e: Service?
  @Injected(lazy: true) var f: Service?
  @Injected(lazy: true) var g: Service?
  @Injected(lazy: true) var h: Service?
}
