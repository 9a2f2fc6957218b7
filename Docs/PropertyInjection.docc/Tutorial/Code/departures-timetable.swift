struct Departure: Sendable {
  let time: String
  let destination: String
}

final class Timetable: Sendable {
  let departures: [Departure]

  init(station: String) {
    print("Reads the timetable of \(station).")
    departures = [
      Departure(time: "08:15", destination: "Coimbra"),
      Departure(time: "09:40", destination: "Porto"),
    ]
  }
}
