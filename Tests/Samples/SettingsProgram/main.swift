// Writes or reads settings of a suite: two runs are two processes.
import Foundation
import PropertyInjection
import PropertyInjectionSettings

struct Theme: Codable {
  var name: String
}

final class Player {
  @Setting(writesThrough: true) var username: String?
  @Setting(writesThrough: true) var volume: Double? = 0.5
  @Setting(writesThrough: true) var theme: Theme?
  @Setting var count: Int?
}

let arguments = CommandLine.arguments
let injector = PropertyInjector { registry in
  registry.useSettings(in: .suite(arguments[1]))
  registry.issueHandler = { issue in if arguments.contains("report") { print(issue) } }
}
let player = Player()
injector.injectDependencies(to: player)
if arguments.contains("write") {
  player.username = "jenny"
  player.volume = 0.75
  player.theme = Theme(name: "dark")
  player.count = 1
}
if arguments.contains("remove") { player.username = nil }
print(
  player.username ?? "nil", player.volume ?? 0, player.theme?.name ?? "nil", player.count ?? 0)
if arguments.contains("dump") {
  print(UserDefaults(suiteName: arguments[1])?.dictionaryRepresentation() ?? [:])
}
if arguments.contains("forget") {
  UserDefaults(suiteName: arguments[1])?.removePersistentDomain(forName: arguments[1])
  UserDefaults(suiteName: arguments[1])?.synchronize()
}
