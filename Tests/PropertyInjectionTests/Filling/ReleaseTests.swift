import PropertyInjection
import TestSupport
import Testing

/// What belongs to an actor is released there, whoever drops it.
@Suite struct ReleaseTests {
  /// Tells where it is released.
  private final class Witness {
    private let tell: @Sendable (Bool) -> Void
    init(_ tell: @escaping @Sendable (Bool) -> Void) { self.tell = tell }
    deinit { tell(MainActorProbe.isOnMainActor) }
  }

  /// Where witnesses have been released, in the order of that.
  private let places = AsyncStream.makeStream(of: Bool.self)

  private func makeWitness() -> Witness {
    Witness { [continuation = places.continuation] in continuation.yield($0) }
  }

  /// Waits for the next witness to be released; true if that is on the main actor.
  private func nextIsOnMainActor() async -> Bool? {
    for await place in places.stream { return place }
    return nil
  }

  /// Drops an injector on another thread.
  @MainActor private func dropElsewhere(
    _ configure: (inout ConfinedRegistry) -> Void,
    using use: (PropertyInjector) -> Void = { _ in }
  ) async {
    var injector: PropertyInjector? = PropertyInjector { registry in
      registry.issueHandler = { Issue.record($0) }
      registry.onMainActor { configure(&$0) }
    }
    if let injector { use(injector) }
    let task = Task.detached { [injector] in _ = injector?.issueCount }
    injector = nil
    await task.value
  }

  @MainActor @Test func anInstance() async {
    await dropElsewhere { $0.register("witness", instance: makeWitness()) }
    #expect(await nextIsOnMainActor() == true)
  }

  @MainActor @Test func whatAFactoryHasCaptured() async {
    await dropElsewhere { registry in
      registry.register("action") { [witness = makeWitness()] in
        _ = witness
        return 1
      }
    }
    #expect(await nextIsOnMainActor() == true)
  }

  @MainActor @Test func aKeptValue() async {
    await dropElsewhere {
      $0.register("witness", in: .singleton) { makeWitness() }
    } using: {
      #expect($0.instance(for: .named("witness", Witness.self)) != nil)
    }
    #expect(await nextIsOnMainActor() == true)
  }

  @MainActor @Test func whatAnInitializerHasMadeAndKept() async {
    await dropElsewhere {
      $0.register(.type(Witness.self), in: .cached, .initializer { makeWitness() })
    } using: {
      #expect($0.instance(of: Witness.self) != nil)
    }
    #expect(await nextIsOnMainActor() == true)
  }

  @MainActor @Test func aCachedValueThatIsForgotten() async {
    let injector = PropertyInjector {
      $0.onMainActor { $0.register("witness", in: .cached) { makeWitness() } }
    }
    #expect(injector.instance(for: .named("witness", Witness.self)) != nil)
    await Task.detached { injector.reset() }.value
    #expect(await nextIsOnMainActor() == true)
  }

  @MainActor @Test func anInstanceThatIsReplacedElsewhere() async {
    var injector: PropertyInjector? = PropertyInjector {
      $0.onMainActor { $0.register("witness", instance: makeWitness()) }
    }
    let task = Task.detached { [injector] in
      _ = injector?.overriding { $0.remove(allNamed: "witness") }
    }
    injector = nil
    await task.value
    #expect(await nextIsOnMainActor() == true)
  }

  @MainActor @Test func whatAKeyPathHasCaptured() async {
    await dropElsewhere { registry in
      let keyPath = \Board[Place(makeWitness())]
      registry.declare("square", keyPath)
    }
    #expect(await nextIsOnMainActor() == true)
  }

  @MainActor @Test func accessorsThatAnObjectHolds() async {
    var radio: Radio? = Radio()
    do {
      let witness = makeWitness()
      let injector = PropertyInjector {
        $0.onMainActor {
          $0.intercept(
            .named("volume", Int.self),
            get: { _ in
              _ = witness
              return 1
            })
        }
      }
      if let radio { injector.injectDependencies(to: radio) }
      #expect(radio?.volume == 1)
    }
    let task = Task.detached { [radio] in _ = radio }
    radio = nil
    await task.value
    #expect(await nextIsOnMainActor() == true)
  }

  @MainActor @Test func aValueInAScopeOfOnesOwnThatIsForgottenElsewhere() async {
    let store = ScopedValues()
    let injector = PropertyInjector {
      $0.onMainActor { $0.register("witness", in: .values(store)) { makeWitness() } }
    }
    #expect(injector.instance(for: .named("witness", Witness.self)) != nil)
    await Task.detached { store.removeAll() }.value
    #expect(await nextIsOnMainActor() == true)
  }

  @Test func thatOfAnActorIsReleasedThereByATask() async {
    let keeper = Keeper()
    var injector: PropertyInjector? = await keeper.makeInjector(makeWitness)
    #expect(injector != nil)
    injector = nil
    #expect(await nextIsOnMainActor() == false)
    #expect(await keeper.count == 1)
  }

  private final class Board {
    subscript(place: Place) -> Int? {
      get { nil }
      set {}
    }
  }

  private final class Place: Hashable {
    private let witness: Witness
    init(_ witness: Witness) { self.witness = witness }
    static func == (one: Place, other: Place) -> Bool { one === other }
    func hash(into hasher: inout Hasher) {}
  }

  // Unchecked: handed from one thread to another.
  private final class Radio: @unchecked Sendable { @Injected var volume: Int? }

  private actor Keeper {
    /// How many have been released here: only code of the actor counts, which the compiler sees to.
    private(set) var count = 0

    /// Something of the actor's, which counts where it is released.
    private final class Kept {
      private let witness: Witness
      private unowned let keeper: Keeper
      init(_ witness: Witness, _ keeper: Keeper) {
        self.witness = witness
        self.keeper = keeper
      }
      deinit { keeper.assumeIsolated { $0.count += 1 } }
    }

    func makeInjector(_ makeWitness: () -> Witness) -> PropertyInjector {
      PropertyInjector { registry in
        registry.confined(to: self) {
          $0.register("kept", instance: Kept(makeWitness(), self))
        }
      }
    }
  }
}

extension PropertyInjector {
  /// Something to ask an injector for, so that it is used.
  fileprivate var issueCount: Int { 0 }
}
