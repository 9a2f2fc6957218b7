import PropertyInjection
import PropertyInjectionSettings
import TestSupport

extension Entry {
  /// Those that make injectors.
  static let configuring: [Entry] = [
    Entry("deriving an injector") { stage, injector in
      let derived = injector.overriding { registry in
        registry.register("number", instance: 5, replacing: true)
        registry.register("eager", in: .singleton(eager: true)) { Service() }
        registry.unchecked { $0.setScope(.singleton, for: .named("service", Service.self)) }
        registry.remove(allNamed: "theme")
      }
      let target = Target()
      derived.injectDependencies(to: target)
      stage.expect(target.number == 5, "what was overridden")
      stage.expect(target.service === derived.instance(for: "service") as Service?, "the scope")
      stage.expect(target.single === injector.instance(for: "single") as Service?, "what is shared")
    },
    Entry("installing an issue handler") { stage, injector in
      let met = Locked<[InjectionIssue]>([])
      let derived = injector.overriding { registry in
        registry.issueHandler = { issue in
          met.withLock { $0.append(issue) }
          stage.expect(issue.description.contains("nowhere"), issue.description)
        }
      }
      _ = derived.instance(for: "nowhere") as Int?
      stage.expect(met.withLock { $0.map(\.kind) } == [.unknownName], "the handler was not called")
    },
    Entry("making an injector") { stage, _ in
      let injector = PropertyInjector { registry in
        registry.issueHandler = { stage.expect(false, $0.description) }
        registry.registerCommon()
      }
      let target = Target()
      injector.injectDependencies(to: target)
      stage.expect(target.hooks == 1, "a new injector")
    },
    Entry("taking modules back") { stage, injector in
      let key = InjectionKey<Address>.named("installed")
      stage.expect(injector.instance(for: key)?.number == 9, "the module is not there")
      let without = injector.overriding { registry in
        registry.uninstall(commonModule)
        registry.issueHandler = { _ in }
      }
      stage.expect(without.instance(for: key) == nil, "the module is still there")
    },
    Entry("configuring the process's own injector again") { stage, _ in
      let shared = SharedInjector.configured
      PropertyInjector.configure { _ in stage.expect(false, "it is configured twice") }
      stage.expect(PropertyInjector.shared === shared, "it is another")
    },
    Entry("a registry that has escaped") { stage, injector in
      var escaped: Registry?
      let derived = injector.overriding { registry in
        registry.register("own", instance: 4)
        escaped = registry
      }
      escaped?.register("number", instance: 6, replacing: true)
      escaped?.register("single", in: .singleton, replacing: true) { Service() }
      escaped?.uninstall(commonModule)
      stage.expect(escaped?.remove(allNamed: "cached") == true, "nothing was removed")
      stage.expect(derived.instance(for: "number") == 1, "the injector has changed")
      guard let escaped else { return }
      let other = PropertyInjector { $0 = escaped }
      stage.expect(other.instance(for: "number") == 6, "a registry of its own")
      stage.expect(other.instance(for: "own") == 4, "a copied registry")
    },
  ]

  /// Those that read and write what is kept beside an injector.
  static let accessing: [Entry] = [
    Entry("associated storage") { stage, injector in
      let label = Label()
      injector.injectDependencies(to: label)
      stage.expect(label.theme === injector.instance(for: "theme") as Service?, "it was not filled")
      label.theme = nil
      do { Label().theme = Service() }
      Label.releaseThemes()
      stage.expect(label.theme == nil, "it was not emptied")
    },
    Entry("a property of the same object") { stage, _ in
      guard let subject = stage.subject else { return }
      _ = subject.fault
      stage.expect(subject.before == nil || subject.before == 1, "before")
    },
  ]
}
