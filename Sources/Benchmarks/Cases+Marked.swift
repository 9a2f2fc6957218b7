import Dispatch
import PropertyInjection
import PropertyInjectionStorage
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// Properties that are marked with @Injected.
extension Cases {
  /// Marked properties against plain ones that are assigned by hand.
  var marks: [Measurement] {
    [
      fresh("five @Injected properties of a fresh object", goal: "<= 3.0") { (it: Marked) in
        PropertyInjector.injectDependencies(to: it)
      },
      freshEight(
        "eight @Injected properties, object made only", goal: "<= 2.0",
        byHand: { escape(PlainEight()) }, operation: { escape(MarkedEight()) }),
      freshEight(
        "the same, injected", goal: "<= 4.0",
        byHand: {
          let object = PlainEight()
          escape(object)
          fillByHand(object)
          escape(object)
        },
        operation: {
          let object = MarkedEight()
          escape(object)
          PropertyInjector.injectDependencies(to: object)
          escape(object)
        }),
      fresh("five @Injected protocol-typed properties", goal: "") { (it: MarkedPorts) in
        PropertyInjector.injectDependencies(to: it)
      },
      againstDeclared, allSet, lazyUnread, eightLazyUnread, lazyFirstRead, lazyReadByThreads,
      markedRead, lazyRead,
    ]
  }

  private func fresh<Object: Blank>(
    _ name: String, goal: String, inject: (Object) -> Void
  ) -> Measurement {
    harness.compare(
      name, to: "by hand", goal: goal, count: 200_000,
      baseline: {
        let object = Classes()
        escape(object)
        fillByHand(object)
        escape(object)
      },
      operation: {
        let object = Object()
        escape(object)
        inject(object)
        escape(object)
      })
  }

  private func freshEight(
    _ name: String, goal: String, byHand: () -> Void, operation: () -> Void
  ) -> Measurement {
    harness.compare(
      name, to: "by hand", goal: goal, count: 200_000, baseline: byHand, operation: operation)
  }

  private func fillByHand(_ object: PlainEight) {
    if object.a == nil { object.a = instances.a }
    if object.b == nil { object.b = instances.b }
    if object.c == nil { object.c = instances.c }
    if object.d == nil { object.d = instances.d }
    if object.e == nil { object.e = instances.e }
    if object.f == nil { object.f = instances.a }
    if object.g == nil { object.g = instances.b }
    if object.h == nil { object.h = instances.c }
  }

  private var againstDeclared: Measurement {
    harness.compare(
      "five @Injected properties", to: "five declared", count: 200_000,
      baseline: {
        let object = Classes()
        PropertyInjector.injectDependencies(to: object)
        escape(object)
      },
      operation: {
        let object = Marked()
        PropertyInjector.injectDependencies(to: object)
        escape(object)
      })
  }

  /// Properties that have their values already.
  private var allSet: Measurement {
    let plain = PlainEight()
    let marked = MarkedEight()
    fillByHand(plain)
    PropertyInjector.injectDependencies(to: marked)
    return freshEight(
      "eight @Injected properties that are set", goal: "<= 60 ns",
      byHand: {
        escape(plain)
        fillByHand(plain)
      },
      operation: {
        escape(marked)
        PropertyInjector.injectDependencies(to: marked)
      })
  }

  /// What a lazy property costs that is not read.
  private var lazyUnread: Measurement {
    lazyAgainstEager(
      "one lazy property, injected and not read", goal: "<= 1.0", count: 100_000,
      use: { escape($0) }, useLazily: { escape($0) })
  }

  /// Eight of them: each gets a gate, which holds the injector, the point and the place of the call.
  private var eightLazyUnread: Measurement {
    let seed = Int(CommandLine.argc)
    let injector = PropertyInjector { registry in
      for name in "abcdefgh" { registry.register(.named("\(name)")) { ServiceA(seed) } }
    }
    return freshEight(
      "eight lazy properties, injected and not read", goal: "<= 1 us",
      byHand: {
        let object = PlainEight()
        escape(object)
        fillByHand(object)
        escape(object)
      },
      operation: {
        let object = MarkedEightLazily()
        escape(object)
        injector.injectDependencies(to: object)
        escape(object)
      })
  }

  /// What a lazy property costs that is read once.
  private var lazyFirstRead: Measurement {
    lazyAgainstEager(
      "one lazy property, injected and read", goal: "<= 600 ns", count: 20_000,
      use: { if let a = $0.a { escape(a) } }, useLazily: { if let a = $0.a { escape(a) } })
  }

  /// Lazy properties that eight threads read for the first time at once, each its own, against one thread.
  private var lazyReadByThreads: Measurement {
    let seed = Int(CommandLine.argc)
    let injector = PropertyInjector { $0.register("a") { ServiceA(seed) } }
    let (threads, perThread) = (8, harness.isQuick ? 100 : 1_000)
    /// The time of a read, on a processor.
    func time(threads: Int) -> Double {
      let objects = (0..<threads).map { _ in
        (0..<perThread).map { _ in
          let object = MarkedLazily()
          injector.injectDependencies(to: object)
          return object
        }
      }
      nonisolated(unsafe) let shared = objects  // Each thread reads its own.
      let duration = ContinuousClock().measure {
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
          for object in shared[thread] { if let a = object.a { escape(a) } }
        }
      }
      let processors = min(threads, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
      return Harness.nanoseconds(duration) * Double(processors) / Double(threads * perThread)
    }
    let rounds = (0..<(harness.isQuick ? 2 : 9)).map { _ in
      (time(threads: 1), time(threads: threads))
    }
    return Measurement(
      name: "first reads of lazy properties by eight threads",
      nanoseconds: rounds.map(\.1).min() ?? 0, baseline: rounds.map(\.0).min() ?? 0,
      baselineName: "by one", goal: "<= 1.1")
  }

  private func lazyAgainstEager(
    _ name: String, goal: String, count: Int, use: (MarkedOnce) -> Void,
    useLazily: (MarkedLazily) -> Void
  ) -> Measurement {
    let seed = Int(CommandLine.argc)
    let injector = PropertyInjector { $0.register("a") { ServiceA(seed) } }
    return harness.compare(
      name, to: "one that is not lazy", goal: goal, count: count,
      baseline: {
        let object = MarkedOnce()
        injector.injectDependencies(to: object)
        use(object)
      },
      operation: {
        let object = MarkedLazily()
        injector.injectDependencies(to: object)
        useLazily(object)
      })
  }

  private var markedRead: Measurement {
    let plain = (0..<100).map { _ in Classes() }
    let marked = (0..<100).map { _ in Marked() }
    for object in plain { fillByHand(object) }
    for object in marked { PropertyInjector.injectDependencies(to: object) }
    return harness.compareReads(
      "reading an @Injected property", goal: "<= 1.1",
      baseline: { plain[$0].a }, operation: { marked[$0].a })
  }

  private var lazyRead: Measurement {
    let seed = Int(CommandLine.argc)
    let injector = PropertyInjector { $0.register("a") { ServiceA(seed) } }
    let plain = (0..<100).map { _ in Classes() }
    let lazy = (0..<100).map { _ in MarkedLazily() }
    for object in plain { fillByHand(object) }
    for object in lazy { injector.injectDependencies(to: object) }
    return harness.compareReads(
      "reading a lazy one that has been made", goal: "",
      baseline: { plain[$0].a }, operation: { lazy[$0].a })
  }
}

extension Cases {
  var associated: Measurement {
    let storage = AssociatedStorage<ServiceA, ServiceB>()
    let owners = (0..<1_000).map { ServiceA($0) }
    let value = instances.b
    var dictionary: [ObjectIdentifier: ServiceB] = [:]
    for owner in owners {
      storage[owner] = value
      dictionary[ObjectIdentifier(owner)] = value
    }
    let guarded = Mutex(dictionary)
    var number = 0
    func next() -> ServiceA {
      number = (number + 1) % owners.count
      return owners[number]
    }
    return harness.compare(
      "reading an AssociatedStorage of 1,000 owners", to: "a Dictionary under a lock",
      goal: "<= 3.0", count: 100_000,
      baseline: {
        let owner = ObjectIdentifier(next())
        escape(guarded.withLock { $0[owner]! })
      },
      operation: { escape(storage[next()]!) })
  }
}

extension Harness {
  /// Reads properties of a hundred objects, which do not stay in registers.
  @inline(__always)
  fileprivate func compareReads(
    _ name: String, goal: String, baseline: (Int) -> ServiceA?, operation: (Int) -> ServiceA?
  ) -> Measurement {
    let rounds = compare(
      name, to: "a plain property", goal: goal, count: 20_000,
      baseline: { for index in 0..<100 { if let read = baseline(index) { escape(read) } } },
      operation: { for index in 0..<100 { if let read = operation(index) { escape(read) } } })
    return Measurement(
      name: rounds.name, nanoseconds: rounds.nanoseconds / 100, baseline: rounds.baseline / 100,
      baselineName: rounds.baselineName, goal: rounds.goal)
  }
}
