import Synchronization

/// A value in the making: one thread makes it, those that want it meanwhile wait.
///
/// Nobody waits for somebody who waits for them. What each making thread waits for is written down, and
/// whoever would close a circle is told so instead: it gets the unfinished value if there is one, that
/// is if the injector has made it and fills its properties, and otherwise the circle is reported.
final class Creation: @unchecked Sendable {
  // Unchecked: `early` is guarded by the lock of all creations; `unfinished` belongs to the thread that
  // makes the value.

  /// What came of trying to make a value.
  enum Beginning {
    /// It is this creation's to make.
    case mine
    /// Another thread is making it; wait for that.
    case others(Creation)
    /// Another thread is making it and waits for this one; the value is there, but not finished.
    case unfinished(any Provider, Creation)
    /// Another thread is making it and waits for this one.
    case circle([String])
  }

  private struct Wait {
    let creation: Creation
    let chain: ResolutionChain
  }

  /// Who waits for what, by the outermost link of whoever waits.
  ///
  /// Held for a few steps at a time, never while code of the user's runs.
  private static let waits = Mutex<[ObjectIdentifier: Wait]>([:])

  private let binding: Binding
  private let shared: SharedInstance
  private let chain: ResolutionChain
  private let resetsBefore: Int
  private let gate = Mutex<Void>(())
  private let finished = Atomic(false)
  private var early: (any Provider)?

  /// What the value needs that is still in the making, by this thread or another.
  private(set) var unfinished: [Creation] = []

  /// - Parameter chain: What is running, this binding innermost.
  init(_ binding: Binding, _ shared: SharedInstance, _ chain: ResolutionChain) {
    self.binding = binding
    self.shared = shared
    self.chain = chain
    resetsBefore = shared.resets
  }

  var isFinished: Bool { finished.load(ordering: .acquiring) }

  /// Runs a closure while whoever waits for this creation is held up.
  ///
  /// It is the only lock that is held while code of the user's runs. Only those wait for it who want
  /// this very value, and never in a circle.
  func holdingUp(_ body: () -> Void) {
    gate.withLock { _ in body() }
  }

  /// Starts making the value, unless another thread is about it.
  func begin() -> Beginning {
    Self.waits.withLock { waits in
      guard let other = shared.creation else {
        shared.creation = self
        return .mine
      }
      var hop = other
      var names: [String] = []
      while let wait = waits[hop.maker] {
        names += wait.chain.names(after: hop.binding)
        if wait.creation.maker == maker {
          if let early = other.early { return .unfinished(early, other) }
          return .circle(chain.names(from: wait.creation.binding) + names)
        }
        hop = wait.creation
      }
      waits[maker] = Wait(creation: other, chain: chain)
      return .others(other)
    }
  }

  /// Waits until another creation is over, which ``begin()`` has named.
  func wait(for other: Creation) {
    other.waitUntilFinished()
    Self.waits.withLock { $0[maker] = nil }
  }

  /// Waits for a creation.
  ///
  /// Whoever calls this makes nothing that others could wait for.
  func waitUntilFinished() {
    gate.withLock { _ in }
  }

  /// Shows the value, whose properties are yet to be filled, to those it needs.
  func show(_ instance: any Provider) {
    Self.waits.withLock { _ in early = instance }
  }

  /// The unfinished value, for the thread that makes it.
  var shown: (any Provider)? { early }

  /// Notes that the value being made got hold of others that are not finished.
  func add(unfinished creations: [Creation]) {
    for creation in creations
    where creation !== self && !creation.isFinished
      && !unfinished.contains(where: { $0 === creation })
    {
      unfinished.append(creation)
    }
  }

  /// Ends the making, with a value to keep if there is one.
  ///
  /// False if the scope cannot keep it.
  func end(keeping instance: (any Provider)?) -> Bool {
    let isKept =
      instance.map {
        shared.keep($0, of: binding, unfinished: unfinished, resetsBefore: resetsBefore)
      } ?? true
    Self.waits.withLock { _ in
      shared.creation = nil
      early = nil
    }
    finished.store(true, ordering: .releasing)
    return isKept
  }

  /// Whoever makes it: all that runs on one thread, from the outermost link on.
  private var maker: ObjectIdentifier { ObjectIdentifier(chain.outermost) }
}
