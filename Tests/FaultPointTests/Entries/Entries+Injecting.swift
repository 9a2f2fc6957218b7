import PropertyInjection
import PropertyInjectionSettings
import TestSupport

extension Entry {
  /// Those that fill properties.
  static let injecting: [Entry] = [
    Entry("injecting the same object", asksAgain: true) { stage, injector in
      guard let subject = stage.subject else { return }
      stage.note(injector.injectDependencies(to: subject))
      stage.expect(subject.after == 3, "the same object was not filled")
    },
    Entry("deciding on the same object", asksAgain: true) { stage, injector in
      guard let subject = stage.subject else { return }
      stage.note(injector.injectDependencies(to: subject) { _ in .asUsual })
      stage.expect(subject.after == 3, "the same object was not filled")
    },
    Entry("injecting another object") { stage, injector in
      let target = Target()
      let result = injector.injectDependencies(to: target)
      stage.expect(
        result.injected == ["number", "service", "single"] && result.unfilled.isEmpty,
        "another object: \(result)")
      stage.expect(target.hooks == 1 && target.number == 1, "another object was not filled")
    },
    Entry("injecting a struct") { stage, injector in
      var form = Form()
      let result = injector.injectDependencies(to: &form)
      stage.expect(form.number == 1 && form.hooks == 1, "a struct: \(result)")
    },
    Entry("injecting what a variable of a protocol type holds") { stage, injector in
      var form: any InjectionAware = Form()
      injector.injectDependencies(to: &form)
      stage.expect((form as? Form)?.hooks == 1, "the content was not filled")
    },
    Entry("deciding on another object") { stage, injector in
      let target = Target()
      let result = injector.injectDependencies(to: target) { property in
        property.name == "number" ? .inject(7) : .skip
      }
      stage.expect(target.number == 7 && target.hooks == 1, "deciding: \(result)")
    },
    Entry("injecting static properties") { stage, injector in
      Account.session = nil
      injector.injectDependencies(toStaticPropertiesOf: Account.self)
      stage.expect(Account.session == "session", "static properties were not filled")
    },
    Entry("the static methods") { stage, _ in
      _ = SharedInjector.configured
      let target = Target()
      PropertyInjector.injectDependencies(to: target)
      var form = Form()
      PropertyInjector.injectDependencies(to: &form)
      stage.expect(target.hooks == 1 && form.hooks == 1, "a static method")
    },
    Entry("the shared injector") { stage, _ in
      _ = SharedInjector.configured
      let shared = PropertyInjector.shared
      let decided = Target()
      shared.injectDependencies(to: decided) { _ in .asUsual }
      Account.session = nil
      shared.injectDependencies(toStaticPropertiesOf: Account.self)
      let marked = Marked()
      shared.injectDependencies(to: marked, settings: PlainStore())
      let removed = shared.removeAccessors(of: marked)
      stage.expect(decided.hooks == 1, "an injection that is decided on")
      stage.expect(Account.session == "session", "static properties")
      stage.expect(removed.count == 3, "removed: \(removed)")
    },
    Entry("injecting marked properties and taking it off again") { stage, injector in
      let marked = Marked()
      injector.injectDependencies(to: marked)
      stage.expect(marked.single === injector.instance(for: "single") as Service?, "marked")
      stage.expect(marked.later != nil && marked.later === marked.later, "lazy")
      marked.volume = 7
      stage.expect(marked.volume == 1, "accessors: \(marked.volume as Any)")
      marked.name = "somebody"
      stage.expect(marked.name == "somebody", "a setting: \(marked.name as Any)")
      let removed = injector.removeAccessors(of: marked) { $0.name != "volume" }
      stage.expect(removed == ["later", "name"], "removed: \(removed)")
      stage.expect(marked.name == "nobody" && marked.later != nil, "not plain again")
    },
    Entry("injecting what a struct has marked") { stage, injector in
      var form = MarkedForm()
      injector.injectDependencies(to: &form)
      stage.expect(form.number == 1 && form.later != nil, "a struct's marked properties")
      form.name = "somebody"
      let copy = form
      stage.expect(copy.name == "somebody", "copies share it: \(copy.name as Any)")
    },
    Entry("injecting settings of another store") { stage, injector in
      let marked = Marked()
      let result = injector.injectDependencies(to: marked, settings: PlainStore())
      marked.name = "else"
      let other = Marked()
      injector.injectDependencies(to: other)
      stage.expect(marked.name == "else" && other.name != "else", "settings: \(result)")
    },
    Entry("what a call tells of itself") { stage, injector in
      let result = injector.injectDependencies(to: Target())
      stage.expect(
        result.description == "injected: number, service, single" && !result.isRefused,
        result.description)
    },
    Entry("an injection that is reported", reports: [.unknownName, .nothingDeclared]) {
      stage, injector in
      let nothing: Int? = injector.instance(for: "nothing of that name")
      stage.expect(nothing == nil, "something of no name")
      injector.injectDependencies(to: Account.Unknown())
    },
  ]
}

extension Account {
  final class Unknown {}
}
