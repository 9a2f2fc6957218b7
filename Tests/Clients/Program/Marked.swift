import Foundation
import PropertyInjection
import PropertyInjectionSettings
import PropertyInjectionStorage

// Marked properties, of every kind.

nonisolated final class Tag {}

extension Tag {
  private nonisolated static let notes = AssociatedStorage<Tag, Timetable>()

  nonisolated var timetable: Timetable? {
    get { Self.notes[self] }
    set { Self.notes[self] = newValue }
  }
}

@MainActor final class Player {
  @Injected var title: String?
  @Injected(.byType) var clock: (any Clock)?
  @Injected("timetable") private var times: Timetable?
  @Injected(lazy: true) var late: Ticket?
  @Injected var volume: Int?
  @Setting("player.name") var name: String? = "nobody"

  /// What it holds, in one line.
  var contents: String {
    "\(title ?? "-") \(clock?.now ?? "-") \(times?.next ?? "-") \(late?.seat ?? 0) "
      + "\(volume ?? 0) \(name ?? "-")"
  }
}

nonisolated enum Models {
  /// A model that any thread may have; Swift takes no wrapper in a struct that says `nonisolated` itself.
  struct Row: Sendable {
    @Injected var title: String?
    @Injected(lazy: true) var late: Ticket?
    @Setting("player.name") var name: String?
  }
}

nonisolated final class MemoryStore: SettingsStore, @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = NSLock()
  private var names: [String: String] = [:]

  func object(forKey key: String) -> Any? { lock.withLock { names[key] } }
  func setObject(_ object: Any, forKey key: String) {
    lock.withLock { names[key] = object as? String }
  }
  func removeObject(forKey key: String) { lock.withLock { names[key] = nil } }
}

extension Program {
  @MainActor static func injectMarked() async {
    let made = Log()
    let injector = PropertyInjector.shared.overriding { registry in
      registry.useSettings(in: MemoryStore())
      registry.register("late") { () -> Ticket? in
        made.append("made")
        return Ticket(passenger: "Late", seat: 4)
      }
      registry.intercept(
        .named("volume", Int.self),
        get: { property in (property.storedValue ?? 5) * 2 },
        set: { property, volume in property.storedValue = volume.map { min($0, 10) } })
      registry.declare("timetable", \Tag.timetable)
    }
    let player = Player()
    print("marked player:", injector.injectDependencies(to: player))
    print("marked made:", made.texts.count)
    print("marked player:", player.contents, "made:", made.texts.count)
    player.volume = 30
    player.name = "Jenny"
    print("marked player:", player.contents)
    let other = Player()
    injector.injectDependencies(to: other)
    print("marked other:", other.contents)
    print("marked removed:", injector.removeAccessors(of: player))
    let tag = Tag()
    injector.injectDependencies(to: tag)
    print("marked tag:", tag.timetable?.next ?? "-")
    var row = Models.Row()
    injector.injectDependencies(to: &row)
    let contents = await Task.detached { [row] in
      "\(row.title ?? "-") \(row.late?.seat ?? 0) \(row.name ?? "-")"
    }.value
    print("marked row:", contents)
  }
}
