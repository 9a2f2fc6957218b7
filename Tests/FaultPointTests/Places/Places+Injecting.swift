import PropertyInjection
import TestSupport

extension Place {
  /// What an injection calls besides.
  static let injecting: [Place] = [
    Place(
      "the hook of an object",
      act: { stage, injector in HookedSubject(stage).fill(with: injector) }),
    Place(
      "the hook of a struct",
      act: { stage, injector in
        var form = HookedForm(stage: stage)
        injector.injectDependencies(to: &form)
        stage.expect(form.number == 1 && form.hooks == 1, "it was not filled")
      }),
    Place(
      "what decides",
      act: { stage, injector in
        let subject = Subject(stage)
        stage.subject = subject
        stage.note(
          injector.injectDependencies(to: subject) { property in
            stage.visit()
            return property.name == "fault" ? .inject(Token()) : .asUsual
          })
        subject.check()
      }),
    Place(
      "what says where accessors go",
      act: { stage, injector in
        let marked = Marked()
        injector.injectDependencies(to: marked)
        let removed = injector.removeAccessors(of: marked) { property in
          stage.visit()
          return property.name != "volume"
        }
        stage.expect(removed == ["later", "name"], "removed: \(removed)")
      }),
    Place(
      "an issue handler, for a property", reports: [.threw],
      configure: { registry, stage in
        registry.issueHandler = visiting(stage, .threw)
        registry.register("fault") { () throws -> Token? in throw Failure() }
      },
      act: { stage, injector in Subject(stage).fill(with: injector, isFaultFilled: false) }),
    Place(
      "an issue handler, while a value is made", reports: [.unknownName], again: .cycle,
      configure: { registry, stage in
        registry.issueHandler = visiting(stage, .unknownName)
        registry.register("fault") { (injector: PropertyInjector) -> Token? in
          _ = injector.instance(for: "missing") as Int?
          return Token()
        }
      }),
    Place(
      "an issue handler, for the first object of a type", reports: [.undeclaredProperty],
      configure: { registry, stage in
        registry.issueHandler = visiting(stage, .undeclaredProperty)
        registry.register("fault", instance: Token())
      },
      act: { stage, injector in
        final class Undeclared: Subject { var number: Int? }
        Undeclared(stage).fill(with: injector)
      }),
    Place(
      "an issue handler, for a look-up", reports: [.unknownType],
      configure: { registry, stage in
        registry.issueHandler = visiting(stage, .unknownType)
        registry.register("fault", instance: Token())
      },
      act: { stage, injector in
        stage.expect(injector.instance(of: Unknown.self) == nil, "something unknown")
        Subject(stage).fill(with: injector)
      }),
    Place(
      "an issue handler, when an injector is made", reports: [.duplicateBinding],
      act: { stage, _ in
        let injector = PropertyInjector { registry in
          registry.prepare(for: stage)
          registry.issueHandler = visiting(stage, .duplicateBinding)
          registry.register("number", instance: 2)
        }
        stage.expect(injector.instance(for: "number") == 1, "the first one has gone")
      }),
    Place(
      "the list of a type's arguments",
      act: { stage, injector in
        let type = FreshType.next()
        FreshType.stages.withLock { $0[ObjectIdentifier(type)] = stage }
        func make<Mark>(_ mark: Mark.Type) {
          let made = injector.instance(of: Listed<Mark>.self)
          stage.expect(made?.number == 1, "it was not made")
        }
        _openExistential(type, do: make)
      }),
  ]

  private static func visiting(
    _ stage: Stage, _ kind: KindName
  ) -> @Sendable (InjectionIssue) -> Void {
    { [weak stage] issue in
      stage?.report(issue)
      if issue.kindName == kind { stage?.visit() }
    }
  }
}

private final class Unknown {}

private final class HookedSubject: Subject {
  override func didInjectDependencies() {
    super.didInjectDependencies()
    stage.visit()
  }
}

private struct HookedForm: InjectionAware {
  let stage: Stage
  @Injected var number: Int?
  var hooks = 0
  mutating func didInjectDependencies() {
    hooks += 1
    stage.visit()
  }
}

/// A new type at each turn: how a type is made is asked once.
private enum FreshType {
  enum Zero<Rest> {}
  enum One<Rest> {}

  static let stages = Locked<[ObjectIdentifier: Stage]>([:])
  private static let made = Locked(1)

  static func next() -> Any.Type {
    var digits = made.withLock { made in
      made += 1
      return made
    }
    var type: Any.Type = Never.self
    while digits > 0 {
      func zero<Rest>(_: Rest.Type) -> Any.Type { Zero<Rest>.self }
      func one<Rest>(_: Rest.Type) -> Any.Type { One<Rest>.self }
      type = digits % 2 == 0 ? _openExistential(type, do: zero) : _openExistential(type, do: one)
      digits /= 2
    }
    return type
  }
}

private struct Listed<Mark>: Constructible {
  let number: Int
  static var provider: Provider<Self> {
    FreshType.stages.withLock { $0[ObjectIdentifier(Mark.self)] }?.visit()
    return .initializer({ Listed(number: $0) }, .key("number"))
  }
}
