import PropertyInjection

let stationModule = InjectionModule("Station") { registry in
  registry.register("title", instance: "Departures")
  registry.register(instance: StationClock() as any Clock)
  registry.register("station", instance: "Lisbon")
  registry.register("plattform", instance: 9)
  registry.register(in: .singleton, .initializer(Timetable.init(station:), .key("station")))

  registry.declare("text", \Sign.text, from: "station")
}
