import PropertyInjection

protocol StationClock: Sendable { var now: String { get } }
struct SystemClock: StationClock { let now = "08:02" }

final class Board {
  @Required var clock: any StationClock
  @Injected var platform: Int?
}

let stationModule = InjectionModule("Station") { registry in
  registry.register(instance: SystemClock() as any StationClock)
  registry.register("platform", instance: 9)
}

@main
struct Station {
  static func main() {
    PropertyInjector.configure(stationModule)

    let board = Board()
    PropertyInjector.injectDependencies(to: board)
    print("It is \(board.clock.now) on platform \(board.platform ?? 0).")
  }
}
