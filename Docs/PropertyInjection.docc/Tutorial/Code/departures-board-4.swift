import PropertyInjection

final class Board: InjectionAware {
  @Required var clock: any Clock
  @Required var timetable: Timetable
  @Injected var title: String?
  @Injected var platform: Int?
  private(set) var lines: [String] = []

  func didInjectDependencies() {
    lines = ["\(clock.now) \(title ?? ""), platform \(platform ?? 0)"]
    for departure in timetable.departures where departure.time > clock.now {
      lines.append("\(departure.time) \(departure.destination)")
    }
  }
}
