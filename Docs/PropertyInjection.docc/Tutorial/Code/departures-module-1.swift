import PropertyInjection

let stationModule = InjectionModule("Station") { registry in
  registry.register("title", instance: "Departures")
  registry.register("clock", instance: StationClock())
  registry.register("timetable", in: .singleton) { Timetable(station: "Lisbon") }
}
