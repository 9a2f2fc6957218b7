import Dispatch
import PropertyInjection

// Overrides that are in force for a task: what calls cost beside them and in them, and what it
// costs to make one.
extension Cases {
  var overrides: [Measurement] {
    [
      besideAnOverride, withinAnOverride, anOverride, anOverrideAndItsFirstInjection,
      derived("a derived injector, its first injection: declared") { Classes() },
      derived("the same, eight marked properties") { MarkedEight() },
    ]
  }

  /// An override is in force, and not for the code that injects.
  private var besideAnOverride: Measurement {
    let plain = PropertyInjector { instances.configure(&$0) }
    let overridden = PropertyInjector { instances.configure(&$0) }
    return overridden.withOverrides { _ in
    } operation: {
      // The override stays with this thread.
      let done = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var result: Measurement?  // Written before the signal, read after it.
      DispatchQueue.global().async {
        result = compare("five class instances beside an override", plain, overridden)
        done.signal()
      }
      done.wait()
      return result!
    }
  }

  private var withinAnOverride: Measurement {
    let plain = PropertyInjector { instances.configure(&$0) }
    let overridden = PropertyInjector { instances.configure(&$0) }
    return overridden.withOverrides {
      $0.register("a", instance: instances.a)
    } operation: {
      compare("the same within an override", plain, overridden)
    }
  }

  private func compare(
    _ name: String, _ plain: PropertyInjector, _ overridden: PropertyInjector
  ) -> Measurement {
    harness.compare(
      name, to: "without", goal: "<= 20 ns more", count: 400_000,
      baseline: {
        let object = Classes()
        escape(object)
        plain.injectDependencies(to: object)
        escape(object)
      },
      operation: {
        let object = Classes()
        escape(object)
        overridden.injectDependencies(to: object)
        escape(object)
      })
  }

  private var anOverride: Measurement {
    makingOne("an override of one instance", goal: "<= 1 us") { _ in }
  }

  private var anOverrideAndItsFirstInjection: Measurement {
    makingOne("the same and its first injection", goal: "<= 2 us") { injector in
      let object = Classes()
      escape(object)
      injector.injectDependencies(to: object)
      escape(object)
    }
  }

  /// An injector that is derived from one which has injected such objects before, against an object more of that
  /// one.
  private func derived<Object: AnyObject>(
    _ name: String, _ make: () -> Object
  ) -> Measurement {
    let instance = instances.a
    let parent = PropertyInjector { instances.configure(&$0) }
    func inject(_ injector: PropertyInjector) {
      let object = make()
      escape(object)
      injector.injectDependencies(to: object)
      escape(object)
    }
    return harness.compare(
      name, to: "the parent's next", goal: "<= 2 us", count: 4_000,
      baseline: { inject(parent) },
      operation: { inject(parent.overriding { $0.register("a", instance: instance) }) })
  }

  /// The same with many bindings and with few.
  private func makingOne(
    _ name: String, goal: String, _ use: (PropertyInjector) -> Void
  ) -> Measurement {
    let instance = instances.a
    func override(_ injector: PropertyInjector) {
      injector.withOverrides {
        $0.register("a", instance: instance)
      } operation: {
        use(injector)
      }
    }
    let few = PropertyInjector { instances.configure(&$0) }
    let many = PropertyInjector { instances.configure(&$0, among: 1_000) }
    for injector in [few, many] { injector.injectDependencies(to: Classes()) }
    return harness.compare(
      "\(name), 1,022 bindings", to: "22 bindings", goal: goal, count: 4_000,
      baseline: { override(few) }, operation: { override(many) })
  }
}
