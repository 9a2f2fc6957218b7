import Foundation
import Observation
import PropertyInjection
import TestSupport
import Testing

/// What a type stores that a binding fits, and that is neither declared nor marked.
@Suite struct UndeclaredPropertiesTests {
  private let log = IssueLog()

  private func makeInjector(_ configure: (inout Registry) -> Void = { _ in }) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      configure(&registry)
    }
  }

  /// The first line of each report.
  private var headlines: [Substring] { log.texts.map { $0.prefix { $0 != "\n" } } }

  /// How the reports say to fix it.
  private var remedies: [String] {
    log.texts.compactMap { $0.components(separatedBy: "to fix         ").last }
  }

  @Test func theTypeIsReportedOnceWhateverItsPropertiesHold() {
    let injector = makeInjector()
    let player = Player()
    player.number = 5
    injector.injectDependencies(to: player)
    injector.injectDependencies(to: Player())
    #expect(headlines == ["Player.number is not declared, and a binding fits it."])
    #expect(
      remedies == [
        #"mark it @Injected, or registry.declare("number", \Player.number), in the type itself if it is private."#
      ])
  }

  @Test func whatIsSetIsReportedWithTheTypeAndStaysAsItIs() {
    final class Owner {
      var number: Int? = 5
      let constant: Int? = 6
      var service: Service?
    }
    let injector = makeInjector { registry in
      registry.register("constant", instance: 1)
      registry.register("service", instance: Service())
    }
    let service = Service()
    for _ in 0..<2 {
      let owner = Owner()
      owner.service = service
      let result = injector.injectDependencies(to: owner)
      #expect(result.injected == [] && result.unfilled.isEmpty && !result.isRefused)
      #expect(owner.number == 5 && owner.constant == 6 && owner.service === service)
    }
    #expect(
      headlines == [
        "Owner.number is not declared, and a binding fits it.",
        "Owner.service is not declared, and a binding fits it.",
      ])
  }

  @Test func aBindingOfAnotherTypeIsNoReason() {
    final class Owner {
      var number: String?
      var other: Int?
    }
    makeInjector().injectDependencies(to: Owner())
    #expect(log.kinds == [.nothingDeclared])
  }

  @Test func aConstantIsSetByItsInitializer() {
    final class Owner {
      let number: Int?
      init(number: Int?) { self.number = number }
    }
    makeInjector().injectDependencies(to: Owner(number: nil))
    #expect(log.kinds == [.nothingDeclared])
  }

  @Test func whatAMacroStoresUnderAnotherLabelIsReportedUnderItsName() {
    makeInjector().injectDependencies(to: Observed())
    #expect(headlines == ["Observed.number is not declared, and a binding fits it."])
  }

  @Test func whatAMacroStoresAndIsDeclaredIsNotReported() {
    let injector = makeInjector { $0.declare("number", \Observed.number) }
    let observed = Observed()
    #expect(injector.injectDependencies(to: observed).injected == ["number"])
    #expect(observed.number == 1 && log.issues.isEmpty)
  }

  @Test func aPropertyOfAnActorCanOnlyBeMarked() async {
    let injector = makeInjector()
    await Keeper().inject(with: injector)
    #expect(headlines == ["Keeper.number is not declared, and a binding fits it."])
    #expect(remedies == ["mark it @Injected."])
  }

  @Test func anActorWithNothingToInjectIsToldToMarkSomething() async {
    let injector = PropertyInjector(reportingTo: log) { _ in }
    await Keeper().inject(with: injector)
    #expect(remedies == ["mark a property @Injected and build with reflection."])
  }

  @Test func aCollectionIsInjectedElementByElement() {
    let injector = makeInjector { $0.declare("number", \Player.number) }
    var players = [Player()]
    injector.injectDependencies(to: &players)
    var byName = ["a": Player()]
    injector.injectDependencies(to: &byName)
    #expect(
      headlines == [
        "Nothing was injected: Array<Player> is a collection.",
        "Nothing was injected: Dictionary<String, Player> is a collection.",
      ])
    #expect(Set(remedies) == ["injectDependencies(toEach:) injects its elements."])
  }

  @Test func aWeakPropertyIsReportedToo() {
    final class Owner { weak var service: Service? }
    let injector = makeInjector { $0.register("service", instance: Service()) }
    injector.injectDependencies(to: Owner())
    #expect(headlines == ["Owner.service is not declared, and a binding fits it."])
  }

  private class Base { private var number: Int? }
  private final class Derived: Base { var other: Int? }
  @Test func oneOfASuperclassIsNamedWithIt() {
    let injector = makeInjector { $0.declare("other", \Derived.other, from: "number") }
    injector.injectDependencies(to: Derived())
    #expect(headlines == ["Base.number is not declared, and a binding fits it."])
  }

  private actor Keeper {
    var number: Int?
    func inject(with injector: PropertyInjector) { injector.injectDependencies(to: self) }
  }
}

@Observable private final class Observed {
  var number: Int?
}
