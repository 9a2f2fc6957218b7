import PropertyInjection

let stationModule = InjectionModule("Station") { registry in
  registry.register("title", instance: "Departures")
  registry.register(instance: StationClock() as any Clock)
  registry.register(in: .singleton) { Timetable(station: "Lisbon") }
}
