import PropertyInjection

@main
struct Departures {
  static func main() {
    PropertyInjector.configure(stationModule)

    for _ in 1...2 {
      let board = Board()
      PropertyInjector.injectDependencies(to: board)
      for line in board.lines { print(line) }
    }
  }
}
