import PropertyInjection
import TestSupport
import PropertyInjectionStorage

extension Place {
  /// What runs when the library lets go of something.
  static let ending: [Place] = [
    Place(
      "the end of a value that a marked property gives up",
      act: { stage, injector in
        let holder = Holder()
        holder.token = ending(stage)
        holder.token = Token(9)
        stage.expect(holder.token?.serial == 9, "the new value is not there")
        injector.injectDependencies(to: holder)
        stage.expect(holder.token?.serial == 9, "the new value has gone")
      }),
    Place(
      "the end of a value that a factory's takes the place of", key: "token", again: .possible,
      configure: { registry, stage in
        registry.register("fault", instance: Token())
        registry.register("token") { () -> Token? in
          if let holder = Holder.current, holder.token == nil { holder.token = ending(stage) }
          return Token(5)
        }
      },
      act: { stage, injector in
        let holder = Holder()
        Holder.$current.withValue(holder) {
          stage.expect(injector.injectDependencies(to: holder).didInject, "nothing was filled")
        }
        stage.expect(holder.token?.serial == 5, "it is \(holder.token?.serial as Any)")
      }),
    Place(
      "the end of what a lazy property has made",
      configure: { registry, stage in
        registry.register("fault", instance: Token())
        registry.register("lazy") { () -> Token? in ending(stage) }
      },
      act: { stage, injector in
        let holder = LateHolder()
        injector.injectDependencies(to: holder)
        stage.expect(holder.lazy?.serial == 2, "it was not made")
        holder.lazy = Token(6)
        stage.expect(holder.lazy?.serial == 6, "it is \(holder.lazy?.serial as Any)")
      }),
    Place(
      "the end of a cached value",
      configure: { registry, stage in
        registry.register("fault", instance: Token())
        registry.register("kept", in: .cached) { () -> Token? in ending(stage) }
      },
      act: { stage, injector in
        _ = injector.instance(for: "kept") as Token?
        injector.reset()
        stage.expect(stage.visits > 0, "it is still there")
        stage.expect(injector.instance(for: "kept") as Token? != nil, "it is not made anew")
        stage.onVisit(nil)
      }),
    Place(
      "the end of a weakly kept value",
      configure: { registry, stage in
        registry.register("fault", instance: Token())
        registry.register("kept", in: .weak) { () -> Token? in ending(stage) }
      },
      act: { stage, injector in
        for _ in 0..<2 {
          let kept: Token? = injector.instance(for: "kept")
          stage.expect(kept === injector.instance(for: "kept") as Token?, "it is not kept")
        }
      }),
    Place(
      "the end of a value that belongs to an owner",
      act: { stage, injector in
        let label = TokenLabel()
        label.token = ending(stage)
        label.token = Token(3)
        stage.expect(label.token?.serial == 3, "the new value is not there")
        do { TokenLabel().token = ending(stage) }
        TokenLabel.tokens.releaseValuesOfFreedOwners()
        stage.expect(label.token?.serial == 3, "the new value has gone")
      }),
    Place(
      "the end of an injector",
      act: { stage, injector in
        do {
          let other = PropertyInjector { registry in
            registry.prepare(for: stage)
            registry.register("kept", instance: ending(stage))
            registry.register("made", in: .singleton) { () -> Token? in ending(stage) }
          }
          _ = other.instance(for: "made") as Token?
          _ = other.instance(for: "kept") as Token?
        }
        stage.expect(stage.visits == 2, "\(stage.visits) values have gone")
        Subject(stage).fill(with: injector)
      }),
    Place(
      "the end of a binding that is replaced",
      act: { stage, injector in
        let derived = injector.overriding { registry in
          registry.register("kept", instance: ending(stage))
          registry.register("kept", instance: Token(4), replacing: true)
          registry.register("gone", instance: ending(stage))
          registry.remove(allNamed: "gone")
        }
        stage.expect((derived.instance(for: "kept") as Token?)?.serial == 4, "the old one")
      }),
    Place(
      "the end of what an initializer has been given", again: .cycle,
      configure: { registry, stage in
        registry.register("given") { () -> Token? in ending(stage) }
        registry.register(
          "fault",
          .initializer({ (given: Token) -> Token? in Token(given.serial) }, .key("given")))
      }),
    Place(
      "the end of a thrown error", reports: [.threw],
      configure: { registry, stage in
        registry.register("fault") { () throws -> Token? in throw Ended(token: ending(stage)) }
      },
      act: { stage, _ in
        do {
          let injector = PropertyInjector { registry in
            registry.prepare(for: stage)
            registry.declareFault()
            registry.register("fault") { () throws -> Token? in
              throw Ended(token: ending(stage))
            }
            registry.declare("after", \Subject.after)
          }
          Subject(stage).fill(with: injector, isFaultFilled: false)
        }
        stage.expect(stage.visits > 0, "the error is still there")
      }),
  ]

  /// A value that visits the stage when it goes.
  @Sendable private static func ending(_ stage: Stage) -> Token {
    Token { stage.visit() }
  }
}

private struct Ended: Error { let token: Token }

private final class Holder: @unchecked Sendable {
  // Unchecked: one thread has it at a time.
  @TaskLocal static var current: Holder?
  @Injected var token: Token?
}

private final class LateHolder {
  @Injected(lazy: true) var lazy: Token?
}

private final class TokenLabel {
  static let tokens = AssociatedStorage<TokenLabel, Token>()
  var token: Token? {
    get { Self.tokens[self] }
    set { Self.tokens[self] = newValue }
  }
}
