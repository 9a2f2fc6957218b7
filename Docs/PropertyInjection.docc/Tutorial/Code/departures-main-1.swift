@main
struct Departures {
  static func main() {
    let board = Board()
    print(board.title ?? "no title", board.clock?.now ?? "no time")
  }
}
