import Dispatch
import Foundation
import PropertyInjection
import PropertyInjectionStorage
import Synchronization
import TestSupport
import Testing

private final class NumberedService: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private final class SharedOwner: @unchecked Sendable {
  // Unchecked: a lazy property may be read on many threads.
  @Injected(lazy: true) var service: NumberedService?
}

private final class NumberedOwner {
  @Injected(lazy: true) var service: NumberedService?
}

/// Threads and tasks that do everything at once, for ThreadSanitizer to watch.
@Suite struct RacesTests {
  @Test(arguments: 0..<4)
  func everythingThatAnInjectorDoesIsDoneByManyThreadsAtOnce(round: Int) {
    let reports = Counter()
    let injector = makeInjector(reports)
    let wrong = Threads.run(SmallThread.isSanitized ? 8 : 24) { thread in
      // Each thread starts with another operation, so that all of them meet in all orders.
      (0..<60).reduce(0) { wrong, step in
        let operation = Self.operations[(thread + step + round) % Self.operations.count]
        return operation(injector) ? wrong : wrong + 1
      }
    }
    #expect(wrong.reduce(0, +) == 0)
    // Each of the places that cannot be filled, once, and no more than that.
    #expect(reports.count == 3)
  }

  @Test func hundredsOfThreadsMakeEachKeptValueOnce() {
    for scope in ["singleton", "cached", "weak"] {
      let made = Counter()
      let injector = PropertyInjector { registry in
        let factory: @Sendable () -> Service? = {
          made.increment()
          return Service()
        }
        registry.register("singleton", in: .singleton, factory: factory)
        registry.register("cached", in: .cached, factory: factory)
        registry.register("weak", in: .weak, factory: factory)
      }
      let services = Threads.run(hundreds) { _ -> Service? in
        injector.instance(for: InjectionKey<Service>.named(scope))
      }
      #expect(made.count == 1, "\(scope)")
      #expect(services.count == hundreds && services.allSatisfy { $0 === services[0] }, "\(scope)")
    }
  }

  @Test func hundredsOfThreadsThatReadALazyPropertyMakeItsValueOnce() {
    let made = Counter()
    let injector = PropertyInjector { registry in
      registry.register("service") { () -> Service? in
        made.increment()
        return Service()
      }
    }
    let lazy = LazyHolder()
    injector.injectDependencies(to: lazy)
    // Reading alone, as of any property, is safe on any number of threads.
    nonisolated(unsafe) let shared = lazy
    let services = Threads.run(hundreds) { _ in shared.service }
    #expect(made.count == 1)
    #expect(services.count == hundreds && services.allSatisfy { $0 === services[0] })
    #expect(services[0] != nil)
  }

  /// A thread makes a value and tells another in a way that orders no memory: only the library's publication does.
  @Test func whatAThreadHasMadeIsSeenWholeByOneThatNeverWaits() {
    let injector = PropertyInjector { registry in
      registry.register("service") { NumberedService(7) }
      registry.register("kept", in: .singleton) { NumberedService(8) }
    }
    let owner = NumberedOwner()
    injector.injectDependencies(to: owner)
    nonisolated(unsafe) let shared = owner
    let isMade = Atomic(false)
    let numbers = Threads.run(2) { thread -> [Int?] in
      if thread == 1 { while !isMade.load(ordering: .relaxed) { sched_yield() } }
      let numbers = [
        shared.service?.number,
        injector.instance(for: .named("kept", NumberedService.self))?.number,
      ]
      if thread == 0 { isMade.store(true, ordering: .relaxed) }
      return numbers
    }
    #expect(numbers == [[7, 8], [7, 8]])
  }

  @Test func aLazyValueStaysThoughItsInjectorGoesAtTheFirstRead() {
    for _ in 0..<(SmallThread.isSanitized ? 50 : 300) {
      // Made for a scoped instance, the object does not keep the injector.
      let injector = Locked<PropertyInjector?>(
        PropertyInjector { registry in
          registry.issueHandler = { _ in }
          registry.register("owner", in: .singleton) { SharedOwner() }
          registry.register("service") { NumberedService(7) }
        })
      let owner = injector.withLock { $0?.instance(for: .named("owner", SharedOwner.self)) }
      let numbers = Threads.run(3) { thread -> Int? in
        if thread == 0 {
          injector.withLock { $0 = nil }
          return 7
        }
        return owner?.service?.number
      }
      let last = owner?.service?.number
      // Whoever came before the injector was gone, and all that follow, have it.
      #expect(numbers.dropFirst().allSatisfy { $0 == nil || $0 == 7 })
      #expect(last == (numbers.dropFirst().contains(7) ? 7 : nil))
    }
  }

  @Test func hundredsOfThreadsInjectATypeForTheFirstTimeAndReportOnce() {
    let reports = Counter()
    let injector = makeInjector(reports)
    let results = Threads.run(hundreds) { _ -> String in
      injector.injectDependencies(to: Subject<Float>()).description
    }
    let first = Set(results.map { $0.prefix { $0 != "\n" } })
    #expect(first == ["unfilled: missing (unknownName); injected: service, number, marked"])
    #expect(reports.count == 1)
  }

  @Test func tasksOfAllActorsInjectAtOnce() async {
    let injector = await DatabaseActor.makeInjector(IssueLog()).overriding { registry in
      registry.register("other", in: .singleton) { 5 }
    }
    let filled = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<60 {
        group.addTask { @MainActor in
          let marked = MarkedNumber()
          return injector.injectDependencies(to: marked).didInject && marked.number == 1
        }
        group.addTask { @DatabaseActor in
          let record = Record()
          return injector.injectDependencies(to: record).didInject && record.number == 1
        }
        group.addTask {
          let marked = MarkedNumber()
          await Task.yield()
          injector.injectDependencies(to: marked)
          return marked.number == 1 && injector.instance(for: "other") == 5
        }
        group.addTask { await Account().injectItself(injector) }
        group.addTask { !injector.injectDependencies(to: Record()).didInject }
      }
      return await group.reduce(0) { $1 ? $0 + 1 : $0 }
    }
    #expect(filled == 300)
  }

  private let hundreds = SmallThread.isSanitized ? 100 : 400

  private func makeInjector(_ reports: Counter) -> PropertyInjector {
    PropertyInjector { registry in
      registry.issueHandler = { _ in reports.increment() }
      registry.register("service", in: .singleton) { Service() }
      registry.register("cached", in: .cached) { SpecialService() }
      registry.register("weak", in: .weak) { ClassClock() }
      registry.register("number", instance: 1)
      registry.register("marked") { (injector: PropertyInjector) -> Int? in
        injector.instance(for: "number")
      }
      registry.intercept(
        .named("volume", Int.self), get: { $0.storedValue ?? 3 }, set: { $0.storedValue = $1 })
      declare(Int.self)
      declare(String.self)
      declare(Float.self)

      func declare<Mark>(_ mark: Mark.Type) {
        registry.declare("service", \Subject<Mark>.service)
        registry.declare("number", \Subject<Mark>.number)
        registry.declare("missing", \Subject<Mark>.missing)
        registry.declare("number", \Value<Mark>.number)
      }
    }
  }

  /// What a thread does with the injector of all; whether it came out right.
  private static let operations: [@Sendable (PropertyInjector) -> Bool] = [
    { fills(Subject<Int>(), $0) },
    { fills(Subject<String>(), $0) },
    { fills(Subject<Float>(), $0) },
    { injector in
      var value = Value<Int>()
      injector.injectDependencies(to: &value)
      return value.number == 1
    },
    { injector in
      let result = injector.injectDependencies(to: Subject<Int>())
      return result.injected == ["service", "number", "marked"]
        && result.unfilled.map(\.name) == ["missing"]
    },
    { injector in
      let derived = injector.overriding { registry in
        registry.register("number", instance: 2, replacing: true)
        // Another handler, which is installed while others are called.
        registry.issueHandler = { _ in }
      }
      let subject = Subject<Int>()
      derived.injectDependencies(to: subject)
      return subject.number == 2 && subject.marked == 2
    },
    { injector in
      let first: Service? = injector.instance(for: "service")
      return first != nil && first === injector.instance(for: .named("service", Service.self))
    },
    { injector in
      injector.reset()
      return injector.instance(of: SpecialService.self) != nil
    },
    { $0.instance(of: ClassClock.self)?.now == 24 },
    { injector in
      let subject = Subject<String>()
      let result = injector.injectDependencies(to: subject) { property in
        property.name == "number" ? .inject(7) : .asUsual
      }
      return result.didInject && subject.number == 7
    },
    { injector in
      let mixer = Mixer()
      injector.injectDependencies(to: mixer)
      let first = mixer.volume
      mixer.volume = 8
      // A lazy property whose value was there at once has no accessors to take off.
      return first == 3 && mixer.volume == 8 && mixer.service != nil
        && injector.removeAccessors(of: mixer).first == "volume"
    },
    { injector in
      let derived = injector.overriding { registry in
        registry.issueHandler = { _ in }
        registry.install(Self.numbers)
      }
      let plain = derived.overriding { $0.uninstall(Self.numbers) }
      return derived.instance(for: "module") == 4 && plain.instance(of: Double.self) == nil
    },
    { _ in
      let subject = Subject<Int>()
      subject.note = 5
      return subject.note == 5
    },
  ]

  private static func fills<Mark>(_ subject: Subject<Mark>, _ injector: PropertyInjector) -> Bool {
    injector.injectDependencies(to: subject)
    return subject.service != nil && subject.number == 1 && subject.marked == 1
      && subject.hooks == 1
  }

  private static let numbers = InjectionModule("Numbers") { registry in
    registry.register("module", instance: 4)
  }

  private final class LazyHolder {
    @Injected(lazy: true) var service: Service?
  }

  private final class Mixer {
    @Injected var volume: Int?
    @Injected(lazy: true) var service: Service?
  }
}

/// A type for each mark, so that many types are met for the first time.
private final class Subject<Mark>: InjectionAware {
  var service: Service?
  var number: Int?
  var missing: Double?
  @Injected var marked: Int?
  var hooks = 0

  func didInjectDependencies() { hooks += 1 }

  var note: Int? {
    get { Notes.all[self] }
    set { Notes.all[self] = newValue }
  }
}

private enum Notes {
  static let all = AssociatedStorage<AnyObject, Int>()
}

private struct Value<Mark> {
  var number: Int?
}
