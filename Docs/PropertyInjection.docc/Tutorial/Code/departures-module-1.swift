import PropertyInjection

struct StationModule: InjectionModule {
  func configure(_ registry: inout Registry) {
    registry.register("title", instance: "Departures")
    registry.register("clock", instance: StationClock())
    registry.register("timetable", in: .singleton) { Timetable(station: "Lisbon") }
  }
}
