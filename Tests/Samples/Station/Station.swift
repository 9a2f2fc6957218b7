import PropertyInjection

protocol Clock: Sendable { var now: String { get } }
struct SystemClock: Clock { let now = "08:02" }

final class Board {
  @Injected var clock: (any Clock)?
  @Injected var platform: Int?
}

struct StationModule: InjectionModule {
  func configure(_ registry: inout Registry) {
    registry.register("clock", instance: SystemClock())
    registry.register("platform", instance: 9)
  }
}

@main
struct Station {
  static func main() {
    PropertyInjector.configure { $0.install(StationModule()) }

    let board = Board()
    PropertyInjector.injectDependencies(to: board)
    print("It is \(board.clock!.now) on platform \(board.platform!).")
  }
}
