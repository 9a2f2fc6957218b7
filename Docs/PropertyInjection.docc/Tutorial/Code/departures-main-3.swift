import PropertyInjection

@main
struct Departures {
  static func main() {
    PropertyInjector.configure { registry in
      registry.register("title", instance: "Departures")
      registry.register("clock", instance: StationClock())
    }

    let board = Board()
    PropertyInjector.injectDependencies(to: board)
    print(board.title ?? "no title", board.clock?.now ?? "no time")
  }
}
