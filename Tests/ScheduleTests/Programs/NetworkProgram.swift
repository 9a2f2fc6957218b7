#if DEBUG
  import PropertyInjection
  import TestSupport

  /// Threads that use one injector with a network of kept values.
  struct NetworkProgram: Sendable {
    enum Use: Sendable, CustomStringConvertible {
      /// Asks for a value.
      case ask(Int)
      /// Reads the lazy property of an object that all threads share, for the value 0.
      case readLazy
      /// Forgets the cached values.
      case reset
      /// Forgets the values that the store of the scope keeps.
      case forget
      /// Asks for a value within an override that has a fake in the place of another.
      case askWithFake(of: Int, for: Int)
      /// Asks for a value in a derived injector.
      case askDerived(Int)

      var description: String {
        switch self {
        case .ask(let number): "ask \(number)"
        case .readLazy: "read lazy"
        case .reset: "reset"
        case .forget: "forget"
        case .askWithFake(let fake, let number): "ask \(number) with a fake \(fake)"
        case .askDerived(let number): "ask \(number), derived"
        }
      }
    }

    let network: Network
    let threads: [[Use]]

    init(_ needs: [Network.Needs], _ threads: [Use]...) {
      network = Network(needs)
      self.threads = threads
    }

    init(_ network: Network, _ threads: [[Use]]) {
      self.network = network
      self.threads = threads
    }

    func named(_ name: String) -> Program {
      Program(
        name: name, details: "\(network.needs.map(\.description)), \(threads)",
        threads: threads.count
      ) {
        let state = State(self)
        return Program.Run(
          threads: threads.indices.map { index in { state.run(index) } },
          complaints: { state.complaints() })
      }
    }
  }

  /// The object with the lazy property.
  private final class Reader: @unchecked Sendable {
    // Unchecked: many threads may read a lazy property.
    @Injected("0", lazy: true) var node: Network.Node?
  }

  /// Everything that one run uses.
  private final class State: @unchecked Sendable {
    // Unchecked: the threads of a schedule run one at a time.
    private let program: NetworkProgram
    private let log = IssueLog()
    private let counts = Network.Counts()
    private var store: ScopedValues? = ScopedValues()
    private var injector: PropertyInjector?
    private var reader: Reader? = Reader()
    /// What was asked for outside overrides, and what was asked for within one with a fake.
    private var found: [(node: Network.Node?, number: Int, fake: Int?)] = []
    /// The moments at which resets began and ended.
    private var resets: [(start: Int, end: Int)] = []
    private var stale: [String] = []

    init(_ program: NetworkProgram) {
      self.program = program
      let (counts, store) = (counts, store!)
      let injector = PropertyInjector(reportingTo: log) { registry in
        program.network.register(in: &registry, store, counts)
      }
      injector.injectDependencies(to: reader!)
      self.injector = injector
    }

    func run(_ thread: Int) {
      for use in program.threads[thread] {
        switch use {
        case .ask(let number): ask(number)
        case .readLazy:
          // A value of the store does not come after that was emptied.
          let node = reader!.node
          if node != nil || !mayEnd { note(node, 0) }
        case .reset:
          let start = counts.tick()
          injector!.reset()
          resets.append((start, counts.tick()))
        case .forget: store!.removeAll()
        case .askDerived(let number):
          let derived = injector!.overriding { $0.register("own", instance: 1) }
          note(derived.instance(for: Network.key(number)), number)
        case .askWithFake(let fake, let number):
          injector!.withOverrides {
            $0.register(
              Network.key(fake), instance: Network.Node(fake, isFake: true), replacing: true)
          } operation: {
            note(injector!.instance(for: Network.key(number)), number, fake: fake)
          }
        }
      }
    }

    private func ask(_ number: Int) {
      let start = counts.tick()
      let node: Network.Node? = injector!.instance(for: Network.key(number))
      note(node, number)
      guard let node, program.network.needs[number].scope == .cached else { return }
      if resets.contains(where: { $0.end < start && node.moment < $0.start }) {
        stale.append("\(number) is from before a reset")
      }
    }

    private func note(_ node: Network.Node?, _ number: Int, fake: Int? = nil) {
      found.append((node, number, fake))
    }

    /// Whether the store of the value that is read lazily may be emptied before.
    private var mayEnd: Bool {
      let scope = program.network.needs[0].scope
      return scope == .custom && program.threads.joined().contains { $0.forgets(scope) }
    }

    // MARK: After the run

    func complaints() -> [String] {
      let uses = program.threads.flatMap(\.self)
      // Afterwards everything is there, whoever was first.
      for number in program.network.needs.indices {
        ask(number)
      }
      // A singleton may get a value of the store, which it outlives.
      var complaints =
        (mayEnd ? log.texts(but: .shorterScope, .sessionEnded) : log.texts(but: .shorterScope))
        + stale
      var nodes: [ObjectIdentifier: Network.Node] = [:]
      var last: [Int: Network.Node] = [:]
      for (node, number, fake) in found {
        var seen: Set<ObjectIdentifier> = []
        var wrong: [String] = []
        complaints += program.network.complaints(node, number) { node in
          nodes[ObjectIdentifier(node)] = node
          if node.isFake != (node.number == fake) { wrong.append("fake or real \(node.number)") }
          if fake == nil { last[node.number] = node }
          return seen.insert(ObjectIdentifier(node)).inserted
        }
        complaints += wrong
      }
      for (number, needs) in program.network.needs.enumerated() {
        // Each override keeps values of its own, and whatever is kept may be forgotten while it is made.
        let most =
          (1 + uses.count(where: \.overrides)) * (1 + uses.count { $0.forgets(needs.scope) })
        if needs.scope != .unique, counts[number] > most {
          complaints.append("\(number) is made \(counts[number]) times")
        }
      }
      Network.separate(nodes.values)
      (nodes, last, found) = ([:], [:], [])
      (injector, reader, store) = (nil, nil, nil)
      if counts.live.count != 0 { complaints.append("\(counts.live.count) values are left") }
      return complaints
    }
  }

  extension NetworkProgram.Use {
    fileprivate var overrides: Bool {
      if case .askWithFake = self { true } else { false }
    }

    /// Whether values of this scope are forgotten.
    fileprivate func forgets(_ scope: Network.Scope) -> Bool {
      switch self {
      case .reset: scope == .cached
      case .forget: scope == .custom
      case .ask, .readLazy, .askDerived, .askWithFake: false
      }
    }
  }
#endif
