import PropertyInjection

final class Board: InjectionAware {
  @Injected var title: String?
  @Injected var clock: (any Clock)?
  @Injected var timetable: Timetable?
  @Injected var platform: Int?
  private(set) var lines: [String] = []

  func didInjectDependencies() {
    guard let title, let clock, let timetable, let platform else { return }
    lines = ["\(clock.now) \(title), platform \(platform)"]
    for departure in timetable.departures where departure.time > clock.now {
      lines.append("\(departure.time) \(departure.destination)")
    }
  }
}
