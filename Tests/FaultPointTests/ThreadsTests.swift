import Dispatch
import PropertyInjection
import PropertyInjectionStorage
import TestSupport
import Testing

/// User code that waits for another thread, which uses the same injector.
@Suite struct ThreadsTests {
  @Test func valuesThatAreMadeOnOtherThreadsForEachOtherAreMadeOnce() {
    for _ in 0..<10 {
      let makings = Locked<[Int: Int]>([:])
      let injector = PropertyInjector { registry in
        registry.registerCommon()
        for number in 0..<20 {
          registry.register(InjectionKey<Token>.named("k\(number)"), in: .singleton) { injector in
            makings.withLock { $0[number, default: 0] += 1 }
            // Each waits for a thread that wants two of the later ones.
            Manner.onAnotherThread.run {
              for other in [number + 1, number * 2 + 1] where other < 20 {
                _ = injector.instance(for: InjectionKey<Token>.named("k\(other)"))
              }
              _ = injector.overriding { $0.register("own", instance: 1) }
              injector.reset()
            }
            return Token(number)
          }
        }
      }
      let hasEnded = Watchdog.ends {
        Threads.run(8) { thread in
          let key = InjectionKey<Token>.named("k\(thread * 2)")
          #expect(injector.instance(for: key)?.serial == thread * 2)
        }
      }
      #expect(hasEnded)
      #expect(makings.withLock { $0.count == 20 && $0.values.allSatisfy { $0 == 1 } })
    }
  }

  @Test func cachedValuesInACycleAreFinishedWhileTheInjectorForgets() {
    for _ in 0..<50 {
      let injector = PropertyInjector { registry in
        registry.issueHandler = { Issue.record("\($0)") }
        registry.register(.type(Left.self), in: .cached, .initializer { Left() })
        registry.register(.type(Right.self), in: .cached, .initializer { Right() })
        registry.declare("right", \Left.right, from: .byType)
        registry.declare("left", \Right.left, from: .byType)
      }
      let hasEnded = Watchdog.ends {
        Threads.run(4) { thread in
          for _ in 0..<5 {
            switch thread {
            case 0: injector.reset()
            case 1: #expect(injector.instance(of: Left.self)?.isFinished == true)
            case 2: #expect(injector.instance(of: Right.self)?.isFinished == true)
            default:
              let derived = injector.overriding { _ in }
              #expect(derived.instance(of: Left.self)?.isFinished == true)
            }
          }
        }
      }
      #expect(hasEnded)
    }
  }

  @Test func aFactoryMayWaitForAThreadThatInjectsTheSameType() {
    let depth = Locked(0)
    let injector = PropertyInjector { registry in
      registry.issueHandler = { Issue.record("\($0)") }
      registry.registerCommon()
      registry.register("service", replacing: true) { (injector: PropertyInjector) -> Service? in
        let isFirst = depth.withLock { depth in
          depth += 1
          return depth == 1
        }
        guard isFirst else { return Service() }
        Manner.onAnotherThread.run {
          let target = Target()
          injector.injectDependencies(to: target)
          #expect(target.hooks == 1 && target.service != nil)
        }
        return Service()
      }
    }
    let hasEnded = Watchdog.ends {
      let target = Target()
      injector.injectDependencies(to: target)
      #expect(target.hooks == 1 && target.service != nil && target.single != nil)
    }
    #expect(hasEnded)
  }

  @Test func aHandlerMayWaitForAThreadThatMeetsTheSameIssue() {
    let calls = Locked(0)
    let holder = Locked<PropertyInjector?>(nil)
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in
        calls.withLock { $0 += 1 }
        let injector = holder.withLock { $0 }
        Manner.onAnotherThread.run { _ = injector?.instance(for: "missing") as Int? }
      }
    }
    holder.withLock { $0 = injector }
    #expect(Watchdog.ends { _ = injector.instance(for: "missing") as Int? })
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func aHandlerHasHeardWhatIsMissingBeforeAFactoryGoesOnWithoutIt() {
    let heard = Locked<[KindName]>([])
    let injector = PropertyInjector { registry in
      registry.issueHandler = { issue in heard.withLock { $0.append(issue.kindName) } }
      registry.register("kept", in: .singleton) { injector in
        let number: Int? = injector.instance(for: "missing")
        // Here others would force-unwrap it.
        #expect(number == nil && heard.withLock { $0 } == [.unknownName])
        return Token()
      }
    }
    #expect(injector.instance(for: "kept") as Token? != nil)
  }

  @Test func anEndOfAValueMayWaitForAThreadThatUsesWhatHadKeptIt() {
    let holder = Locked<PropertyInjector?>(nil)
    let ends = Locked(0)
    let injector = PropertyInjector { registry in
      registry.registerCommon()
      registry.register("kept", in: .cached) { () -> Token? in
        Token {
          let injector = holder.withLock { $0 }
          Manner.onAnotherThread.run {
            injector?.reset()
            _ = injector?.instance(for: "number") as Int?
          }
          ends.withLock { $0 += 1 }
        }
      }
    }
    holder.withLock { $0 = injector }
    let hasEnded = Watchdog.ends {
      Threads.run(4) { _ in
        for _ in 0..<10 {
          _ = injector.instance(for: "kept") as Token?
          injector.reset()
        }
      }
    }
    #expect(hasEnded)
    #expect(ends.withLock { $0 } > 0)
    holder.withLock { $0 = nil }
  }

  @Test func theEndOfAnOwnersValueMayWaitForAThreadThatUsesTheStorage() {
    let ends = Locked(0)
    let hasEnded = Watchdog.ends {
      Threads.run(4) { _ in
        for _ in 0..<10 {
          let label = TokenOwner()
          label.token = Token {
            Manner.onAnotherThread.run {
              TokenOwner.tokens.releaseValuesOfFreedOwners()
              TokenOwner().token = Token()
            }
            ends.withLock { $0 += 1 }
          }
          label.token = Token(5)
          #expect(label.token?.serial == 5)
        }
      }
    }
    #expect(hasEnded)
    #expect(ends.withLock { $0 } == 40)
  }
}

private final class Left: @unchecked Sendable {
  // Unchecked: it is changed only before anybody else sees it.
  var right: Right?
  var isFinished: Bool { right?.left != nil }
}

private final class Right: @unchecked Sendable {
  // Unchecked: it is changed only before anybody else sees it.
  var left: Left?
  var isFinished: Bool { left?.right != nil }
}

private final class TokenOwner {
  static let tokens = AssociatedStorage<TokenOwner, Token>()
  var token: Token? {
    get { Self.tokens[self] }
    set { Self.tokens[self] = newValue }
  }
}
