import PropertyInjection
import TestSupport

extension Entry {
  /// Those that give values.
  static let asking: [Entry] = [
    Entry("instance(for:)") { stage, injector in
      stage.expect(injector.instance(for: "number") == 1, "instance(for:)")
      stage.expect(injector.instance(for: "service") as Service? != nil, "a factory's")
    },
    Entry("the same key", asksAgain: true) { stage, injector in
      let token = injector.instance(for: stage.key)
      stage.expect(token == nil || token?.serial != 0, "it is not made")
    },
    Entry("instance(of:)") { stage, injector in
      stage.expect(injector.instance(of: Address.self)?.number == 1, "an initializer's")
      stage.expect(injector.instance(of: Tent.self)?.pegs == 1, "a type's own")
    },
    Entry("the subscript") { stage, injector in
      stage.expect(injector.instance(for: .named("number", Int.self)) == 1, "by name")
      stage.expect(injector.instance(for: .type(Address.self))?.number == 1, "by type")
    },
    Entry("kept values") { stage, injector in
      for name in ["single", "cached", "weak", "custom"] {
        let key = InjectionKey<Service>.named(name)
        // More than once, because the tests that run beside this one reset the shared injector.
        let isKept = (0..<100).contains { _ in
          let first = injector.instance(for: key)
          return first != nil && first === injector.instance(for: key)
        }
        stage.expect(isKept, "\(name) is made twice")
      }
    },
    Entry("make") { stage, injector in
      let house = injector.instance(of: House.self, 5)
      stage.expect(house?.rooms == 5 && house?.hooks == 1, "by type")
      stage.expect(house?.service != nil, "what was made was not injected")
      let array = injector.instance(for: .type(House.self), arguments: [6])
      stage.expect(array?.rooms == 6, "with an array")
      stage.expect(injector.instance(for: "ticket", "Jenny") == "Jenny 1", "by key")
    },
    Entry("the injector that is registered") { stage, injector in
      guard let own: PropertyInjector = injector.instance(for: "injector") else {
        return stage.expect(false, "there is none")
      }
      use(own, stage)
      stage.expect(own === injector, "another injector")
    },
    Entry("the same on a thread of its own") { stage, injector in
      Manner.onAnotherThread.run { use(injector, stage) }
    },
    Entry("reset()") { stage, injector in
      let key = InjectionKey<Service>.named("cached")
      let cached = injector.instance(for: key)
      injector.reset()
      stage.expect(cached !== injector.instance(for: key), "the cached value is still there")
    },
    Entry("what has been made, on many threads") { stage, injector in
      let values = Locked<Set<ObjectIdentifier>>([])
      Threads.run(2) { _ in
        if let single = injector.instance(for: "single") as Service? {
          _ = values.withLock { $0.insert(ObjectIdentifier(single)) }
        }
      }
      stage.expect(values.withLock { $0.count } == 1, "a singleton was made twice")
    },
  ]

  private static func use(_ injector: PropertyInjector, _ stage: Stage) {
    stage.expect(injector.instance(for: "number") == 1, "its instance(for:)")
    stage.expect(injector.instance(of: Address.self) != nil, "its instance(of:)")
    stage.expect(injector.instance(for: .named("number", Int.self)) == 1, "its subscript")
    stage.expect(injector.instance(of: House.self, 4)?.rooms == 4, "its make")
    stage.expect(injector.instance(for: "ticket", "Ann") == "Ann 1", "its factory")
    let target = Target()
    var form = Form()
    injector.injectDependencies(to: target)
    injector.injectDependencies(to: &form)
    stage.expect(target.hooks == 1 && form.hooks == 1, "its injection")
  }
}
