import PropertyInjection
import TestSupport

extension Place {
  /// What makes values.
  static let making: [Place] = [
    Place("a factory", again: .cycle) { registry, stage in
      registry.register("fault") {
        stage.visit()
        return Token()
      }
    },
    Place("a factory with its injector", again: .cycle) { registry, stage in
      registry.register("fault") { (injector: PropertyInjector) -> Token? in
        stage.visit()
        return injector.instance(for: "number") == 1 ? Token() : nil
      }
    },
    Place(
      "a factory with arguments", again: .cycle, reportsAgain: [.wrongArguments],
      configure: { registry, stage in
        registry.register("fault") { (_, serial: Int) -> Token? in
          stage.visit()
          return Token(serial)
        }
      },
      act: { stage, injector in
        let token: Token? = injector.instance(for: "fault", 2)
        stage.expect(token?.serial == 2, "made: \(token?.serial as Any)")
      }),
    Place(
      "a factory that throws", reports: [.threw], again: .cycle,
      configure: { registry, stage in
        registry.register("fault") { () throws -> Token? in
          stage.visit()
          throw Failure()
        }
      },
      act: { stage, injector in Subject(stage).fill(with: injector, isFaultFilled: false) }),
    Place(
      "a factory on the main actor", on: .mainActor, again: .cycle,
      reportsAgain: [.bindingOnAnotherActor],
      configure: { registry, stage in
        registry.register("fault") { @MainActor in
          stage.visit()
          return Token()
        }
      },
      act: fillOnMainActor),
    Place("an initializer with arguments", again: .cycle) { registry, stage in
      registry.register(
        "fault",
        .initializer(
          { (number: Int, address: Address) -> Token? in
            stage.visit()
            return number == 1 && address.number == 1 ? Token() : nil
          }, .key("number"), .byType))
    },
    Place("what makes an argument", again: .cycle) { registry, stage in
      registry.register("argument") { () -> Int? in
        stage.visit()
        return 2
      }
      registry.register(
        "fault", .initializer({ (number: Int) -> Token? in Token(number) }, .key("argument")))
    },
    Place("what is behind another key", again: .cycle) { registry, stage in
      registry.register("target") { () -> Token? in
        stage.visit()
        return Token()
      }
      registry.alias(.named("fault", Token.self), to: "target")
    },
    Place("an object that makes values", again: .cycle) { registry, stage in
      registry.register("fault", .object(VisitingProvider(stage: stage)))
    },
    Place(
      "the hook of what an initializer makes",
      configure: { registry, stage in
        registry.register(.type(Product.self), .initializer { Product(stage) })
        registry.declare("before", \Product.before)
        registry.register("fault", instance: Token())
      },
      act: { stage, injector in
        let product = injector.instance(of: Product.self)
        stage.expect(product?.hooks == 1 && product?.before == 1, "the product is not finished")
      }),
  ]

  @Sendable static func fillOnMainActor(_ stage: Stage, _ injector: PropertyInjector) {
    MainActor.assumeIsolated {
      let subject = Subject(stage)
      stage.subject = subject
      stage.note(injector.injectDependencies(to: subject))
      subject.check()
    }
  }
}

struct Failure: Error {}

private struct VisitingProvider: InjectionProvider {
  let stage: Stage
  func provide(with injector: PropertyInjector, arguments: [Any?]) -> Token? {
    stage.visit()
    return Token()
  }
}
