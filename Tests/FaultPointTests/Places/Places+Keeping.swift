import PropertyInjection
import TestSupport

extension Place {
  /// What makes and keeps values that are kept.
  static let keeping: [Place] =
    [
      ("a singleton", InjectionScope.singleton), ("a cached value", .cached),
      ("a weak value", .weak), ("a value of a custom scope", .custom(PlainStore())),
    ].map { name, scope in
      Place(
        "the factory of \(name)", again: .cycleOfKept,
        configure: { registry, stage in
          registry.register("fault", in: name.hasSuffix("scope") ? .custom(PlainStore()) : scope) {
            stage.visit()
            return Token()
          }
        },
        act: { stage, injector in
          let subject = Subject(stage)
          subject.fill(with: injector)
          let kept: Token? = injector.instance(for: "fault")
          // What is being made when its injector forgets is not kept.
          stage.expect(name == "a cached value" || subject.fault === kept, "it is not kept")
        })
    } + [
      Place("the initializer of a singleton", again: .cycleOfKept) { registry, stage in
        registry.register(
          "fault", in: .singleton,
          .initializer(
            { (_: Int) -> Token? in
              stage.visit()
              return Token()
            }, .key("number")))
      },
      Place("the factory of a value of a graph", again: .cycle) { registry, stage in
        registry.register("fault", in: .graph) { () -> Token? in
          stage.visit()
          return Token()
        }
      },
      Place("a factory that knows the injection point", again: .cycle) { registry, stage in
        registry.register(
          "fault",
          .perPoint { _, _ -> Token? in
            stage.visit()
            return Token()
          })
      },
      Place("a store that is asked for its value", again: .cycleOfKept) { registry, stage in
        registry.register("fault", in: .custom(VisitingStore(stage, atRead: true))) { Token() }
      },
      // The value is there: whoever asks for it in there gets it.
      Place("a store that is given a value", again: .kept) { registry, stage in
        registry.register("fault", in: .custom(VisitingStore(stage, atRead: false))) { Token() }
      },
      Place(
        "the factory of an eager singleton",
        act: { stage, _ in
          let injector = PropertyInjector { registry in
            registry.prepare(for: stage)
            registry.register("eager", in: .singleton(eager: true)) { () -> Token? in
              stage.visit()
              return Token(8)
            }
          }
          stage.expect((injector.instance(for: "eager") as Token?)?.serial == 8, "it is not there")
        }),
      Place(
        "the hook of a singleton",
        configure: { registry, stage in
          registry.register(.type(Product.self), in: .singleton, .initializer { Product(stage) })
          registry.declare("before", \Product.before)
          registry.register("fault", instance: Token())
        },
        act: { stage, injector in
          let kept = injector.instance(of: Product.self)
          stage.expect(kept?.hooks == 1 && kept?.before == 1, "it is not finished")
          stage.expect(kept === injector.instance(of: Product.self), "it is not kept")
        }),
    ]
}

private final class VisitingStore: InjectionScopeStore {
  private let store = PlainStore()
  private let stage: Stage
  private let atRead: Bool

  init(_ stage: Stage, atRead: Bool) {
    self.stage = stage
    self.atRead = atRead
  }

  func instance(for key: InjectionScopeKey) -> ScopedInstance? {
    if atRead { stage.visit() }
    return store.instance(for: key)
  }

  func keep(_ instance: ScopedInstance, for key: InjectionScopeKey) {
    if !atRead { stage.visit() }
    store.keep(instance, for: key)
  }
}
