import PropertyInjection

protocol Clock: Sendable { var now: String { get } }
struct StationClock: Clock { let now = "08:02" }
final class Timetable: Sendable { let next = "08:15" }

final class Board: InjectionAware {
  var clock: (any Clock)?
  var timetable: Timetable?
  var platform: Int?

  func didInjectDependencies() {
    print("It is \(clock!.now). The \(timetable!.next) train leaves from platform \(platform!).")
  }
}

PropertyInjector.configure { registry in  // once, at process start
  registry.register("clock", instance: StationClock())  // name + type -> instance
  registry.register("timetable") { Timetable() }  // ... or -> factory, run per property
  registry.register("platform", instance: 1)
  registry.declare("clock", \Board.clock)  // a property that may be filled
  registry.declare("timetable", \Board.timetable)
  registry.declare("platform", \Board.platform)
}

let board = Board()
board.platform = 9  // what is set stays as it is
PropertyInjector.injectDependencies(to: board)  // the code that creates an object injects it
