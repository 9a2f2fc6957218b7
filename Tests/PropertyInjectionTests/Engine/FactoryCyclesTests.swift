import Dispatch
import Foundation
import PropertyInjection
import TestSupport
import Testing

/// Kept values whose factories look each other up, with a property on the way.
@Suite struct FactoryCyclesTests {
  final class Bank: Sendable {
    let vault: Vault
    init(vault: Vault) { self.vault = vault }
  }
  final class Vault: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var lock: VaultLock?
    init() {}
  }
  final class VaultLock: Sendable {
    let bank: Bank
    init(bank: Bank) { self.bank = bank }
  }

  @Test(arguments: ["nil", "another one", "an error", "a required one"])
  func aFactoryWhoseLookUpLeadsBackThroughAPropertyIsCalledAgain(instead: String) {
    for (asksForTheBankFirst, scope) in [
      (true, InjectionScope.unique), (true, .singleton), (false, .singleton),
    ] {
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(.type(Bank.self), in: .singleton) { injector in
          injector.instance(of: Vault.self).map(Bank.init(vault:))
        }
        registry.register(.type(Vault.self), in: .singleton, .initializer(Vault.init))
        registry.register(.type(VaultLock.self), in: scope) { injector throws -> VaultLock? in
          if instead == "a required one" {
            return VaultLock(bank: try injector.require(.type(Bank.self)))
          }
          switch (injector.instance(of: Bank.self), instead) {
          case (let bank?, _): return VaultLock(bank: bank)
          case (nil, "nil"): return nil
          case (nil, "an error"): throw Broken()
          case (nil, _): return VaultLock(bank: Bank(vault: Vault()))
          }
        }
      }
      if asksForTheBankFirst { #expect(injector.instance(of: Bank.self) != nil) }
      let vault = injector.instance(of: Vault.self)
      #expect(vault != nil && vault?.lock?.bank.vault === vault)
      #expect(vault?.lock?.bank === injector.instance(of: Bank.self))
      #expect(log.texts == [])
      vault?.lock = nil
    }
  }

  private class Tool: @unchecked Sendable {}
  private final class Drill: Tool, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected("bench") var bench: Workbench?
  }
  private final class Saw: Tool, @unchecked Sendable {}
  private final class Workbench: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected("saw") var saw: Saw?
  }

  @Test func aFactoryIsCalledAgainAlsoIfTheIncompleteProductDoesNotFit() {
    let log = IssueLog()
    let tools = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("bench", in: .singleton) { injector -> Workbench? in
        injector.instance(for: "made")
      }
      registry.register("made", in: .singleton) { Workbench() }
      registry.register("saw") { injector -> Saw? in injector.instance(for: "tool") }
      registry.register("tool") { () -> Tool in
        tools.increment()
        return tools.count == 1 ? Drill() : Saw()
      }
    }
    let bench: Workbench? = injector.instance(for: "bench")
    #expect(bench?.saw != nil && tools.count == 2)
    #expect(log.texts == [])
  }

  final class Letter: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    var stamp: Stamp?
    var seal: Seal?
  }
  final class Stamp: Sendable {}
  final class Seal: Sendable {
    let isOnStamp: Bool
    init(isOnStamp: Bool) { self.isOnStamp = isOnStamp }
  }

  private final class HomeModel: @unchecked Sendable { var router: Router? }
  private final class Router: @unchecked Sendable {
    var home: HomeModel?
    var detail: Detail?
  }
  private final class Detail: @unchecked Sendable {
    let router: Router
    init(router: Router) { self.router = router }
  }
  private final class App: @unchecked Sendable {
    var detail: Detail?
    var router: Router?
  }

  @Test(arguments: ["home", "router"])
  func aFactoryMayLeadBackToItselfThroughAScopedValue(start: String) throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("home") { HomeModel() }
      registry.register("router", in: .singleton) { Router() }
      registry.declare("home", \Router.home)
      registry.declare("router", \HomeModel.router)
    }
    if start == "router" { _ = injector.instance(for: .named("router", Router.self)) }
    let home = try injector.require(.named("home", HomeModel.self))
    let router = try injector.require(.named("router", Router.self))
    #expect(home.router === router && router.home?.router === router && router.home !== home)
    #expect(log.texts == [])
    router.home = nil
  }

  @Test(arguments: ["app", "router", "detail"], ["an argument", "a look-up"])
  func whatIsAskedForFirstDoesNotDecideWhatIsFilled(start: String, way: String) throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("app", in: .singleton) { App() }
      registry.register("router", in: .singleton) { Router() }
      if way == "an argument" {
        registry.register("detail", .initializer(Detail.init(router:), .key("router")))
      } else {
        registry.register("detail") { try Detail(router: $0.require("router")) }
      }
      registry.declare("detail", \App.detail)
      registry.declare("router", \App.router)
      registry.declare("detail", \Router.detail)
    }
    switch start {
    case "router": _ = injector.instance(for: .named("router", Router.self))
    case "detail": _ = injector.instance(for: .named("detail", Detail.self))
    default: break
    }
    let app = try injector.require(.named("app", App.self))
    let router = try injector.require(.named("router", Router.self))
    #expect(app.router === router && app.detail?.router === router)
    #expect(router.detail?.router === router && router.detail !== app.detail)
    #expect(log.texts == [])
    router.detail = nil
  }

  @Test(arguments: [InjectionScope.graph, .weak, .singleton])
  func theRemedyForACycleOfPropertiesWorks(scope: InjectionScope) {
    let log = IssueLog()
    let cycle = PropertyInjector(reportingTo: log) { registry in
      registry.register("home") { HomeModel() }
      registry.register("router") { Router() }
      registry.declare("home", \Router.home)
      registry.declare("router", \HomeModel.router)
    }
    #expect(cycle.instance(for: .named("home", HomeModel.self))?.router?.home == nil)
    #expect(log.kinds == [.cycle])
    #expect(
      log.texts.first?.contains("let one of them get the other as a property") == true)
    let mended = cycle.overriding { $0.register("router", in: scope) { Router() } }
    let home: HomeModel? = mended.instance(for: "home")
    let router = home?.router
    #expect(router?.home?.router === router && log.kinds == [.cycle])
    router?.home = nil
  }

  @Test func propertiesThatHaveWaitedAreFilledOneAfterTheOther() {
    let injector = PropertyInjector { registry in
      registry.register(.type(Letter.self), in: .singleton, .initializer(Letter.init))
      registry.decorate(.type(Letter.self)) { _, letter in letter }
      registry.register("stamp", in: .singleton) { injector in
        injector.instance(of: Letter.self).map { _ in Stamp() }
      }
      registry.register("seal") { injector in
        injector.instance(of: Letter.self).map { Seal(isOnStamp: $0.stamp != nil) }
      }
      registry.declare("stamp", \Letter.stamp)
      registry.declare("seal", \Letter.seal)
    }
    #expect(injector.instance(of: Letter.self)?.seal?.isOnStamp == true)
  }

  @Test func aPropertyOfTwoNamesThatHasWaitedIsFilledOnce() {
    let stamps = Counter()
    let injector = PropertyInjector { registry in
      registry.register(.type(Letter.self), in: .singleton, .initializer(Letter.init))
      registry.decorate(.type(Letter.self)) { _, letter in letter }
      for key: InjectionKey<Stamp> in ["stamp", "label"] {
        registry.register(key, in: .singleton) { injector in
          injector.instance(of: Letter.self).map { _ in
            stamps.increment()
            return Stamp()
          }
        }
        registry.declare(key, \Letter.stamp)
      }
    }
    #expect(injector.instance(of: Letter.self)?.stamp != nil)
    #expect(stamps.count == 1)
  }

  final class Parcel: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    var stamp: Stamp?
    var sleeve: Sleeve?
    init() {}
  }
  final class Sleeve: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    var flap: Stamp?
    init() {}
  }

  /// The work that has waited for one value is not done within that for another, within that for the first.
  @Test func aPropertyThatHasWaitedIsNotFilledWithinAnotherOfTheObject() {
    let stamps = Counter()
    let injector = PropertyInjector { registry in
      registry.register(.type(Parcel.self), in: .singleton, .initializer(Parcel.init))
      registry.decorate(.type(Parcel.self)) { _, parcel in parcel }
      registry.register(.type(Sleeve.self), in: .singleton, .initializer(Sleeve.init))
      for key: InjectionKey<Stamp> in ["stamp", "flap", "label"] {
        registry.register(key, in: .singleton) { injector in
          injector.instance(of: Parcel.self).map { _ in
            stamps.increment()
            return Stamp()
          }
        }
      }
      registry.declare("stamp", \Parcel.stamp)
      registry.declare("sleeve", \Parcel.sleeve)
      registry.declare("label", \Parcel.stamp)
      registry.declare("flap", \Sleeve.flap)
    }
    let parcel = injector.instance(of: Parcel.self)
    #expect(parcel?.stamp != nil && parcel?.sleeve?.flap != nil)
    #expect(stamps.count == 2)
  }

  @Test func aFactoryGetsNoNilForWhatAnotherThreadIsMaking() {
    for _ in 0..<Effort.rounds(300, sampled: 75) {
      let log = IssueLog()
      let arrived = Counter()
      // Each thread has begun with a value when the other asks for it.
      @Sendable func meet() {
        arrived.increment()
        while arrived.count < 2 { sched_yield() }
      }
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(.type(Bank.self), in: .singleton) { injector in
          meet()
          return injector.instance(of: Vault.self).map(Bank.init(vault:))
        }
        registry.register(.type(VaultLock.self), in: .singleton) { injector in
          injector.instance(of: Bank.self).map(VaultLock.init(bank:))
        }
        registry.register(
          .type(Vault.self), in: .singleton,
          .initializer {
            meet()
            return Vault()
          })
      }
      let vaults = Threads.run(2) { index in
        index == 0 ? injector.instance(of: Bank.self)?.vault : injector.instance(of: Vault.self)
      }
      #expect(vaults.count == 2 && vaults[0] === vaults[1])
      #expect(vaults.allSatisfy { $0?.lock?.bank.vault === $0 && $0 != nil })
      #expect(log.texts == [])
      vaults.first??.lock = nil
    }
  }

  final class Page: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected var next: Page?
    init() {}
  }
  private struct Broken: Error {}

  /// What is kept has no gap.
  @Test(arguments: ["next", "first", "cover"], [nil, "nil", "an error"])
  func aFactoryThatLeadsBackLeavesNoGapInWhatIsKept(start: String, instead: String?) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.named("next", Page.self)) { injector throws -> Page? in
        let found: Page? = injector.instance(for: "first")
        return if instead == "an error", found == nil { throw Broken() } else { found }
      }
      registry.register("first", in: instead == nil ? .singleton : .unique) { injector -> Page? in
        injector.instance(for: "cover")
      }
      registry.register(.named("cover", Page.self), in: .singleton, .initializer(Page.init))
    }
    let found: Page? = injector.instance(for: InjectionKey(stringLiteral: start))
    #expect(found != nil && found?.next === found)
    #expect(log.texts == [])
    let cover: Page? = injector.instance(for: "cover")
    #expect(cover != nil && cover?.next === cover)
    cover?.next = nil
  }

  final class Press: Sendable {}
  final class Sheet: @unchecked Sendable {
    // Unchecked: nothing in it changes.
    let press: Press
    init(press: Press) { self.press = press }
  }
  final class Quire: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var sheet: Sheet?
    init() {}
  }
  final class Binding: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var quire: Quire?
    init() {}
  }
  final class Book: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var binding: Binding?
    init() {}
  }
  struct Shelves: Sendable { let book: Book? }

  @Test func whatGotAFailedValueIsMadeAnewByTheNextRequest() {
    let log = IssueLog()
    let attempts = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Press.self), in: .singleton) { injector throws -> Press in
        // First the book is made, without a sheet yet; then a sheet cannot be made here, and then it can.
        attempts.increment()
        switch attempts.count {
        case 1: _ = injector.instance(of: Book.self)
        case 2: _ = injector.instance(for: .named("screen", Int.self))
        default: return Press()
        }
        throw Broken()
      }
      registry.register(.named("screen", Int.self)) { @MainActor in 1 }
      registry.register(.type(Sheet.self), .initializer(Sheet.init(press:)))
      registry.register(.type(Quire.self), in: .singleton, .initializer(Quire.init))
      registry.register(.type(Binding.self), in: .singleton, .initializer(Binding.init))
      registry.register(.type(Book.self), in: .singleton, .initializer(Book.init))
      registry.register("other", in: .singleton) { "other" }
      registry.register(.type(Shelves.self), in: .singleton) { injector in
        _ = injector.instance(of: Press.self)
        let _: String? = injector.instance(for: "other")
        _ = injector.instance(of: Binding.self)
        return Shelves(book: injector.instance(of: Book.self))
      }
    }
    #expect(injector.instance(of: Shelves.self)?.book == nil)
    let book = injector.instance(of: Shelves.self)?.book
    #expect(book != nil && book?.binding?.quire?.sheet?.press != nil)
    #expect(book === injector.instance(of: Book.self))
    #expect(book?.binding === injector.instance(of: Binding.self) && log.kinds.contains(.threw))
  }

  struct Label { var jar: Jar? }
  final class Jar: @unchecked Sendable {
    // Unchecked: nothing in it changes.
    let label: Label
    init(label: Label) { self.label = label }
  }

  /// The struct is a part of the value before that exists.
  @Test func aStructCannotBeFilledLaterSoWhatHasItIsNotKept() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Jar.self), in: .singleton, .initializer(Jar.init(label:)))
      registry.register(.type(Label.self), .initializer { Label() })
      registry.declare("jar", \Label.jar, from: .byType)
    }
    #expect(injector.instance(of: Jar.self) == nil)
    #expect(log.kinds == [.cycle, .incomplete])
  }
}
