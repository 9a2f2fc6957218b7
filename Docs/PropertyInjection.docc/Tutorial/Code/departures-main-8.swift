import PropertyInjection
import PropertyInjectionChecking

@main
struct Departures {
  static func main() {
    PropertyInjector.configure(stationModule)
    if CommandLine.arguments.contains("--check") {
      print(PropertyInjector.validate())
      return
    }

    let sign = Sign()
    PropertyInjector.injectDependencies(to: sign)
    print(sign.text ?? "no text")

    let board = Board()
    PropertyInjector.injectDependencies(to: board)
    for line in board.lines { print(line) }
  }
}
