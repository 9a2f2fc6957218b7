import Foundation
import PropertyInjection
import PropertyInjectionSettings
import PropertyInjectionStorage
import TestSupport

// What code that enters again asks for.

class Service: @unchecked Sendable {
  // Unchecked: nothing in it changes.
  init() {}
}

final class Address: Sendable {
  let number: Int
  init(number: Int) { self.number = number }
}

/// Made by an initializer whose arguments are found, and injected then.
final class House: InjectionAware, @unchecked Sendable {
  // Unchecked: it is changed only before anybody else sees it.
  let address: Address
  let rooms: Int
  var service: Service?
  var hooks = 0

  init(address: Address, rooms: Int) {
    self.address = address
    self.rooms = rooms
  }

  func didInjectDependencies() { hooks += 1 }
}

struct Tent: Constructible {
  let pegs: Int
  static var provider: Provider<Tent> {
    .initializer(Tent.init(pegs:), .key("number"))
  }
}

final class Target: InjectionAware {
  var number: Int?
  var service: Service?
  var single: Service?
  var hooks = 0
  func didInjectDependencies() { hooks += 1 }
}

struct Form: InjectionAware {
  var number: Int?
  var hooks = 0
  mutating func didInjectDependencies() { hooks += 1 }
}

final class Marked {
  @Injected var single: Service?
  @Injected("service", lazy: true) var later: Service?
  @Injected var volume: Double?
  @Setting var name: String? = "nobody"
}

struct MarkedForm {
  @Injected var number: Int?
  @Injected("service", lazy: true) var later: Service?
  @Setting var name: String?
}

/// A type with a static property, one for each thread.
enum Account {
  static var session: String? {
    get { Thread.current.threadDictionary["session"] as? String }
    set { Thread.current.threadDictionary["session"] = newValue }
  }
}

final class Label {
  private static let themes = AssociatedStorage<Label, Service>()
  static func releaseThemes() { themes.releaseValuesOfFreedOwners() }
  var theme: Service? {
    get { Self.themes[self] }
    set { Self.themes[self] = newValue }
  }
}

/// Made by an initializer, and visits the stage when it is injected.
final class Product: InjectionAware, @unchecked Sendable {
  // Unchecked: it is changed only before anybody else sees it.
  let stage: Stage
  var before: Int?
  var hooks = 0
  init(_ stage: Stage) { self.stage = stage }
  func didInjectDependencies() {
    hooks += 1
    stage.visit()
  }
}

let commonModule = InjectionModule("Common") { registry in
  registry.register("installed", in: .singleton) { Address(number: 9) }
}

extension Registry {
  mutating func registerCommon() {
    register("number", instance: 1)
    register("before", instance: 1)
    register("after", instance: 3)
    register("service") { Service() }
    register("single", in: .singleton) { Service() }
    register("cached", in: .cached) { Service() }
    register("weak", in: .weak) { Service() }
    register("custom", in: .values(ScopedValues())) { Service() }
    register("session") { "session" }
    register("theme", instance: Service())
    register("ticket") { (injector, passenger: String) in
      "\(passenger) \(injector.instance(for: "number") ?? 0)"
    }
    register(.type(Address.self), .initializer(Address.init(number:), .key("number")))
    register(
      .type(House.self), .initializer(House.init(address:rooms:), .byType, .dynamic))
    intercept(
      .named("volume", Double.self),
      get: { property in property.storedValue ?? 0.5 },
      set: { property, volume in property.storedValue = volume.map { min($0, 1) } })
    useSettings(in: PlainStore())
    install(commonModule)
    declareCommon()
  }

  private mutating func declareCommon() {
    declare("before", \Subject.before)
    declare("number", \Target.number)
    declare("service", \Target.service)
    declare("single", \Target.single)
    declare("service", \House.service)
    declare("number", \Form.number)
    declare("session", \Account.Type.session)
    declare("theme", \Label.theme)
  }
}

/// The process's own injector, configured once.
enum SharedInjector {
  static let configured: PropertyInjector = {
    PropertyInjector.configure { registry in
      registry.issueHandler = { _ in }
      registry.registerCommon()
      registry.declare("after", \Subject.after)
    }
    return .shared
  }()
}
