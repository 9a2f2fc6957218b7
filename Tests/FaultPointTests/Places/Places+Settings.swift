import PropertyInjection
import PropertyInjectionSettings
import TestSupport

extension Place {
  /// What settings call.
  static let settings: [Place] =
    [
      setting("a store that is asked for a setting", at: .read),
      setting("a store that is given a setting", at: .write),
      setting("a store that is to remove a setting", at: .remove),
      setting("a store that is to write to the disk", at: .synchronize),
      setting("what makes the key of a setting", at: .key),
      setting("what encodes a setting", at: .encode),
      setting("what decodes a setting", at: .decode),
    ] + [
      Place(
        "the factory of a store",
        act: { stage, injector in
          let derived = injector.overriding { registry in
            registry.remove(.type((any SettingsStore).self))
            registry.register(.type((any SettingsStore).self)) { () -> (any SettingsStore)? in
              stage.visit()
              return PlainStore()
            }
          }
          use(Player(), from: derived, stage)
        })
    ]

  private static func setting(_ name: String, at moment: VisitingStore.Moment) -> Place {
    Place(
      name,
      act: { stage, injector in
        let store = VisitingStore(stage, moment)
        let derived = injector.overriding { registry in
          registry.useSettings(
            in: store,
            key: { property in
              store.visit(at: .key)
              return property.name
            }, replacing: true)
        }
        Coded.$store.withValue(store) { use(Player(), from: derived, stage) }
      })
  }

  @Sendable private static func use(
    _ player: Player, from injector: PropertyInjector, _ stage: Stage
  ) {
    let result = injector.injectDependencies(to: player)
    stage.expect(result.injected == ["level", "coded"], "\(result)")
    stage.expect(player.level == 5, "the default is \(player.level as Any)")
    player.level = 7
    player.coded = Coded(number: 8)
    stage.expect(player.level == 7, "the level is \(player.level as Any)")
    stage.expect(player.coded?.number == 8, "what is coded is \(player.coded as Any)")
    player.level = nil
    stage.expect(player.level == 5, "the default is \(player.level as Any)")
  }
}

private final class Player {
  @Setting(writesThrough: true) var level: Int? = 5
  @Setting var coded: Coded?
}

private struct Coded: Codable {
  @TaskLocal static var store: VisitingStore?
  var number: Int

  init(number: Int) { self.number = number }

  init(from decoder: any Decoder) throws {
    Self.store?.visit(at: .decode)
    number = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    Self.store?.visit(at: .encode)
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

private final class VisitingStore: SettingsStore {
  enum Moment {
    case read, write, remove, synchronize, key, encode, decode
  }

  private let store = PlainStore()
  private let stage: Stage
  private let moment: Moment

  init(_ stage: Stage, _ moment: Moment) {
    self.stage = stage
    self.moment = moment
  }

  func visit(at moment: Moment) {
    if moment == self.moment { stage.visit() }
  }

  func object(forKey key: String) -> Any? {
    visit(at: .read)
    return store.object(forKey: key)
  }
  func setObject(_ object: Any, forKey key: String) {
    store.setObject(object, forKey: key)
    visit(at: .write)
  }
  func removeObject(forKey key: String) {
    store.removeObject(forKey: key)
    visit(at: .remove)
  }
  func synchronize() -> Bool {
    visit(at: .synchronize)
    return store.synchronize()
  }
}
