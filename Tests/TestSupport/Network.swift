import PropertyInjection

/// Kept values that need each other, as arguments of their initializers and as properties.
package struct Network: Sendable {
  /// A value of the network.
  package class Node: @unchecked Sendable {
    // Unchecked: filled by the injector, before other code sees it.
    package internal(set) var left: Node?
    package internal(set) var right: Node?
    package let arguments: [Node]
    package let number: Int
    /// Whether an override has it in the place of the network's own.
    package let isFake: Bool
    /// The moment at which it was made, on the clock of the counts.
    package let moment: Int
    private let counts: Counts?

    package init(
      _ number: Int, _ arguments: [Node] = [], isFake: Bool = false, _ counts: Counts? = nil
    ) {
      self.number = number
      self.arguments = arguments
      self.isFake = isFake
      self.counts = counts
      moment = counts?.add(number) ?? 0
    }

    deinit { counts?.live.decrement() }
  }

  /// A wrapper around a value, which has nothing itself.
  package final class Wrapper: Node, @unchecked Sendable {
    let inner: Node

    init(_ inner: Node) {
      self.inner = inner
      super.init(inner.number)
    }
  }

  private final class Marked<Mark>: Node, @unchecked Sendable {}
  private enum Mark0 {}
  private enum Mark1 {}
  private enum Mark2 {}
  private enum Mark3 {}
  private enum Mark4 {}
  private enum Mark5 {}

  package enum Scope: CaseIterable, Sendable {
    case singleton, cached, custom, weak, unique
  }

  /// The needs of a value, as the numbers of others.
  ///
  /// Numbers beyond the network's stand for nothing.
  package struct Needs: Sendable, CustomStringConvertible {
    package var arguments: [Int]
    package var left: Int?
    package var right: Int?
    package var scope: Scope
    /// Whether its factory looks its arguments up.
    package var looksUp = false
    /// Whether a decorator wraps it.
    package var isDecorated = false
    /// Whether a derived injector registers it, anew or alone; nil if none does.
    package var derived: Derived?

    package enum Derived: CaseIterable, Sendable { case anew, alone }

    package init(
      _ arguments: [Int] = [], left: Int? = nil, right: Int? = nil, in scope: Scope = .singleton
    ) {
      (self.arguments, self.left, self.right, self.scope) = (arguments, left, right, scope)
    }

    package init(lookingUp arguments: [Int]) {
      self.init(arguments)
      looksUp = true
    }

    package var description: String {
      let kind = ["\(scope)", derived.map { "\($0)" }, isDecorated ? "decorated" : nil]
      let arguments = arguments.map(String.init).joined(separator: ", ")
      let properties = [left, right].compactMap { $0 }
      return kind.compactMap { $0 }.joined(separator: " ")
        + "\(looksUp ? " looking up" : "")(\(arguments)), then \(properties)"
    }
  }

  /// Counts what is made of a network, and what of it lives.
  package final class Counts: Sendable {
    package let live = Counter()
    private let made = Locked<[Int: Int]>([:])
    private let clock = Locked(0)

    package init() {}

    package subscript(number: Int) -> Int { made.withLock { $0[number] ?? 0 } }

    /// The next moment of a clock that only these events move.
    package func tick() -> Int {
      clock.withLock { clock in
        clock += 1
        return clock
      }
    }

    fileprivate func add(_ number: Int) -> Int {
      live.increment()
      made.withLock { $0[number, default: 0] += 1 }
      return tick()
    }
  }

  package static let mostNodes = 6

  package let needs: [Needs]

  package init(_ needs: [Needs]) { self.needs = needs }

  package static func key(_ number: Int) -> InjectionKey<Node> { .named("\(number)") }

  package func register(
    in registry: inout Registry, _ store: ScopedValues, _ counts: Counts? = nil
  ) {
    for number in needs.indices where needs[number].derived != .alone {
      register(number, store, counts, in: &registry)
      if needs[number].isDecorated {
        registry.decorate(Self.key(number)) { _, node in Wrapper(node) }
      }
    }
  }

  /// Registers what a derived injector has.
  package func registerDerived(in registry: inout Registry, _ store: ScopedValues) {
    for number in needs.indices where needs[number].derived != nil {
      register(number, store, nil, in: &registry)
    }
  }

  private func register(
    _ number: Int, _ store: ScopedValues, _ counts: Counts?, in registry: inout Registry
  ) {
    switch number {
    case 0: register(number, Mark0.self, store, counts, in: &registry)
    case 1: register(number, Mark1.self, store, counts, in: &registry)
    case 2: register(number, Mark2.self, store, counts, in: &registry)
    case 3: register(number, Mark3.self, store, counts, in: &registry)
    case 4: register(number, Mark4.self, store, counts, in: &registry)
    default: register(number, Mark5.self, store, counts, in: &registry)
    }
  }

  private func register<Mark>(
    _ number: Int, _: Mark.Type, _ store: ScopedValues, _ counts: Counts?,
    in registry: inout Registry
  ) {
    let needs = needs[number]
    let key = Self.key(number)
    let scope: InjectionScope =
      switch needs.scope {
      case .singleton: .singleton
      case .cached: .cached
      case .custom: .values(store)
      case .weak: .weak
      case .unique: .unique
      }
    let arguments = needs.arguments.map { "\($0)" }
    switch arguments.count {
    case _ where needs.looksUp:
      registry.register(key, in: scope) { (injector: PropertyInjector) -> Node? in
        let found = needs.arguments.compactMap { injector.instance(for: Self.key($0)) }
        return found.count == needs.arguments.count ? Marked<Mark>(number, found, counts) : nil
      }
    case 0:
      registry.register(
        key, in: scope, .initializer { () -> Node? in Marked<Mark>(number, [], counts) })
    case 1:
      registry.register(
        key, in: scope,
        .initializer(
          { (one: Node) -> Node? in Marked<Mark>(number, [one], counts) }, .key(arguments[0])))
    default:
      registry.register(
        key, in: scope,
        .initializer(
          { (one: Node, other: Node) -> Node? in
            Marked<Mark>(number, [one, other], counts)
          },
          .key(arguments[0]), .key(arguments[1])))
    }
    // Something is declared in each, so that it is no mistake to inject it.
    registry.declare(
      "left", \Marked<Mark>.left, from: .named("\(needs.left ?? 9)"),
      optional: !isHere(needs.left))
    registry.declare(
      "right", \Marked<Mark>.right, from: .named("\(needs.right ?? 9)"),
      optional: !isHere(needs.right))
  }

  private func isHere(_ number: Int?) -> Bool { number.map(needs.indices.contains) ?? false }

  /// Visits a value and all that it has.
  ///
  /// - Parameter visit: Returns whether to go on to what the value has.
  /// - Returns: The complaints: where a value is missing, or another one stands in its place.
  package func complaints(
    _ node: Node?, _ number: Int, visit: (Node) -> Bool
  ) -> [String] {
    if let wrapper = node as? Wrapper {
      return complaints(wrapper.inner, number, visit: visit)
    }
    guard let node, node.number == number else { return ["no \(number)"] }
    guard visit(node), !node.isFake else { return [] }
    let needs = needs[number]
    var complaints = zip(node.arguments, needs.arguments).flatMap {
      self.complaints($0, $1, visit: visit)
    }
    if let left = needs.left, isHere(left) {
      complaints += self.complaints(node.left, left, visit: visit)
    }
    if let right = needs.right, isHere(right) {
      complaints += self.complaints(node.right, right, visit: visit)
    }
    return complaints.map { $0.hasPrefix("no") ? "\($0) in \(number)" : $0 }
  }

  /// Ends the cycles of values, so that they can go.
  package static func separate(_ nodes: some Sequence<Node>) {
    for node in nodes { (node.left, node.right) = (nil, nil) }
  }
}
