import PropertyInjection

extension Place {
  /// What runs while an injector is configured.
  static let configuring: [Place] = [
    Place(
      "a configuration",
      act: { stage, _ in
        let injector = PropertyInjector { registry in
          registry.prepare(for: stage)
          stage.visit()
          registry.register("late", instance: 6)
        }
        stage.expect(injector.instance(for: "late") == 6, "what came later is not there")
      }),
    Place(
      "an overriding configuration",
      act: { stage, injector in
        let derived = injector.overriding { registry in
          registry.register("number", instance: 6, replacing: true)
          stage.visit()
          registry.register("late", instance: 7)
        }
        stage.expect(derived.instance(for: "number") == 6, "what came before is not there")
        stage.expect(derived.instance(for: "late") == 7, "what came later is not there")
        stage.expect(injector.instance(for: "number") == 1, "the parent has changed")
      }),
    Place(
      "a configuration that throws",
      act: { stage, injector in
        do {
          _ = try injector.overriding { _ in
            stage.visit()
            throw Failure()
          }
          stage.expect(false, "nothing was thrown")
        } catch {
          stage.expect(error is Failure, "\(error)")
        }
      }),
    module("a module", visitingModule),
    module("a module within a module") { stage in
      InjectionModule("Outer") { $0.install(visitingModule(stage)) }
    },
    Place(
      "the list of a type's properties",
      act: { stage, injector in
        let derived = ListedSubject.$listing.withValue(stage) {
          injector.overriding { $0.declare(ListedSubject.self) }
        }
        let subject = ListedSubject(stage)
        subject.fill(with: derived)
        stage.expect(subject.listed == 1, "what is listed was not filled")
      }),
  ]

  private static func module(
    _ name: String, _ module: @escaping @Sendable (Stage) -> InjectionModule
  ) -> Place {
    Place(
      name,
      act: { stage, injector in
        let derived = injector.overriding { registry in
          registry.install(module(stage))
          registry.install(module(stage))
          registry.register("late", instance: 7)
        }
        stage.expect(derived.instance(for: "own") == 8, "the module's binding is not there")
        stage.expect(derived.instance(for: "late") == 7, "what came later is not there")
        let without = derived.overriding { $0.uninstall(module(stage)) }
        stage.expect(without.instance(for: "late") == 7, "what was no module's has gone")
      })
  }
}

@Sendable private func visitingModule(_ stage: Stage) -> InjectionModule {
  InjectionModule("Visiting") { registry in
    stage.visit()
    registry.register("own", instance: 8)
  }
}

private final class ListedSubject: Subject, Injectable {
  @TaskLocal static var listing: Stage?
  var listed: Int?
  static func declareProperties(in registry: inout Registry) {
    listing?.visit()
    registry.declare("listed", \ListedSubject.listed, from: "number")
  }
}
