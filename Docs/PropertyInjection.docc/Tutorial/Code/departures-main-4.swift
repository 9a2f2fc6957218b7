import PropertyInjection

@main
struct Departures {
  static func main() {
    PropertyInjector.configure { registry in
      registry.register("title", instance: "Departures")
      registry.register(instance: StationClock() as any Clock)
    }

    let board = Board()
    board.title = "Trains to the south"
    PropertyInjector.injectDependencies(to: board)
    print(board.title ?? "no title", board.clock?.now ?? "no time")
  }
}
