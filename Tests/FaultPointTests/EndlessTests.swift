import Foundation
import PropertyInjection
import PropertyInjectionSettings
import PropertyInjectionStorage
import TestSupport
import Testing

/// User code that enters again without end; each in a process of its own, which it may take down.
@Suite struct EndlessTests {
  @Test func aHookThatInjectsWithoutEndIsEnded() async {
    await #expect(processExitsWith: .success) {
      let injector = PropertyInjector { registry in
        registry.issueHandler = { _ in }
        registry.register("number", instance: 1)
        registry.declare("number", \Endless.number)
      }
      Endless.onASmallStack { injector.injectDependencies(to: Endless(injector)) }
    }
  }

  @Test func aKeyOfASettingThatInjectsWithoutEndIsEnded() async {
    await #expect(processExitsWith: .success) {
      let holder = Locked<PropertyInjector?>(nil)
      let injector = PropertyInjector { registry in
        registry.issueHandler = { _ in }
        registry.useSettings(
          in: PlainStore(),
          key: { property in
            holder.withLock { $0 }?.injectDependencies(to: Marked())
            return property.name
          })
      }
      holder.withLock { $0 = injector }
      Endless.onASmallStack { injector.injectDependencies(to: Marked()) }
    }
  }

  @Test func typesThatNeedEverLargerOnesToTellTheirInitializersAreEnded() async {
    await #expect(processExitsWith: .success) {
      Endless.onASmallStack { _ = Growing<Int>.injector.instance(of: Growing<Int>.self) }
    }
  }

  @Test func aLazyPropertyThatItsFactoryPutsOffWithoutEndIsEnded() async {
    await #expect(processExitsWith: .success) {
      let late = Late()
      let holder = Locked<PropertyInjector?>(nil)
      let injector = PropertyInjector { registry in
        registry.issueHandler = { _ in }
        registry.register("lazy") { () -> Token? in
          guard let injector = holder.withLock({ $0 }) else { return nil }
          injector.removeAccessors(of: late)
          injector.injectDependencies(to: late)
          return Token()
        }
      }
      holder.withLock { $0 = injector }
      injector.injectDependencies(to: late)
      precondition(late.lazy != nil)
    }
  }

  @Test func valuesThatLeaveOthersBehindWithoutEndAreReleasedInOneCall() async {
    await #expect(processExitsWith: .success) {
      do { Nest().token = Nest.leaving() }
      Nest.tokens.releaseValuesOfFreedOwners()
    }
  }
}

private final class Late: @unchecked Sendable {
  // Unchecked: one thread uses it.
  @Injected(lazy: true) var lazy: Token?
}

private final class Nest {
  static let tokens = AssociatedStorage<Nest, Token>()
  private static let left = Locked(0)

  /// A value that leaves another one behind when it goes; the process is given up in the end.
  static func leaving() -> Token {
    Token {
      let count = left.withLock { left in
        left += 1
        return left
      }
      if count > 10_000 { exit(EXIT_FAILURE) }
      Nest().token = leaving()
    }
  }

  var token: Token? {
    get { Self.tokens[self] }
    set { Self.tokens[self] = newValue }
  }
}

private final class Endless: InjectionAware {
  /// Runs a closure on a stack as secondary threads of Apple's platforms have it.
  static func onASmallStack(_ body: @escaping @Sendable () -> Void) {
    precondition(Watchdog.ends(stackSize: SmallThread.stackSize(), body))
  }

  private let injector: PropertyInjector
  var number: Int?
  init(_ injector: PropertyInjector) { self.injector = injector }
  func didInjectDependencies() {
    number = nil
    injector.injectDependencies(to: self)
  }
}

private struct Growing<Seed>: Constructible {
  static var injector: PropertyInjector { sharedOfGrowing }
  static var provider: Provider<Self> {
    _ = injector.instance(of: Growing<Growing<Seed>>.self)
    return .initializer({ Growing() })
  }
}

private let sharedOfGrowing = PropertyInjector { registry in registry.issueHandler = { _ in } }
