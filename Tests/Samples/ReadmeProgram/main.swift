import PropertyInjection

protocol StationClock: Sendable { var now: String { get } }
struct QuartzClock: StationClock { let now = "08:02" }
final class Timetable: Sendable { let next = "08:15" }

final class Board: InjectionAware {
  @Required var clock: any StationClock  // the value of this type
  @Required var timetable: Timetable
  @Injected var platform: Int?  // a common type: by its name; if missing, nil and a report

  func didInjectDependencies() {
    print("It is \(clock.now). The \(timetable.next) train leaves from platform \(platform ?? 0).")
  }
}

final class Sign { var text: String? }  // a class of a framework, which you cannot mark

PropertyInjector.configure { registry in  // once, at process start
  registry.register(instance: QuartzClock() as any StationClock)  // a type, and its value
  registry.register(in: .singleton) { Timetable() }  // ... or a factory
  registry.register("platform", instance: 1)  // a name, and a value
  registry.register("text", instance: "Mind the gap.")
  registry.declare("text", \Sign.text)  // for what you cannot mark
}

let board = Board()
board.platform = 9  // what is set stays as it is
PropertyInjector.injectDependencies(to: board)  // the code that creates an object injects it

let sign = Sign()
PropertyInjector.injectDependencies(to: sign)
print(sign.text ?? "")
