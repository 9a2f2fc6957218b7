import PropertyInjection
import TestSupport
import Testing

/// A place where the library calls user code.
struct Place: Sendable, CustomTestStringConvertible {
  let name: String
  /// What the outer operation reports.
  let kinds: Set<KindName>
  /// Who runs it.
  let runner: Watchdog.Place
  /// The key of the value that the user code is about.
  let key: InjectionKey<Token>
  /// What asking for that value again, on the same thread, is.
  let again: Again
  /// What asking again may report besides.
  let kindsOfAgain: Set<KindName>
  /// Registers what leads to the user code.
  let configure: @Sendable (inout Registry, Stage) -> Void
  /// The outer operation, which comes by the user code.
  let act: @Sendable (Stage, PropertyInjector) -> Void

  enum Again: Sendable {
    /// It is made or done once more, or is there already.
    case possible
    /// A value that needs itself, which may be made any number of times.
    case cycle
    /// A value that needs itself, and of which there is to be one.
    case cycleOfKept
    /// A value of which there is to be one, which is there already for who asks on this thread.
    case kept
  }

  init(
    _ name: String, reports kinds: Set<KindName> = [],
    on runner: Watchdog.Place = .ownThread, key: InjectionKey<Token> = "fault",
    again: Again = .possible, reportsAgain kindsOfAgain: Set<KindName> = [],
    configure: @escaping @Sendable (inout Registry, Stage) -> Void = { registry, _ in
      registry.register("fault", instance: Token())
    },
    act: @escaping @Sendable (Stage, PropertyInjector) -> Void = { stage, injector in
      Subject(stage).fill(with: injector)
    }
  ) {
    self.name = name
    self.kinds = kinds
    self.runner = runner
    self.key = key
    self.again = again
    self.kindsOfAgain = kindsOfAgain
    self.configure = configure
    self.act = act
  }

  var testDescription: String { name }

  static let all = making + keeping + accessing + injecting + configuring + ending + settings

  /// An injector that leads to the user code.
  func injector(for stage: Stage) -> PropertyInjector {
    PropertyInjector { registry in
      registry.prepare(for: stage)
      registry.declareFault()
      configure(&registry, stage)
      registry.declare("after", \Subject.after)
    }
  }
}
