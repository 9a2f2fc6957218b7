import PropertyInjection
import TestSupport

extension Place {
  /// What makes and keeps values that are kept.
  static let keeping: [Place] =
    [
      ("a singleton", InjectionScope.singleton), ("a cached value", .cached),
      ("a weak value", .weak), ("a value of a session", .values(ScopedValues())),
    ].map { name, scope in
      Place(
        "the factory of \(name)", again: .cycleOfKept,
        configure: { registry, stage in
          registry.register(
            "fault", in: name.hasSuffix("session") ? .values(ScopedValues()) : scope
          ) {
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
      Place("the choice of a store", again: .cycleOfKept) { registry, stage in
        let store = ScopedValues()
        registry.register(
          "fault",
          in: .values {
            stage.visit()
            return store
          }
        ) { Token() }
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
