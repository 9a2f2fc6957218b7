/// How measurements are printed.
enum Table {
  static func text(_ measurements: [Measurement]) -> String {
    measurements.map { measurement in
      pad(measurement.name, 54)
        + pad(decimal(measurement.nanoseconds), 12, left: true) + " ns"
        + pad(decimal(measurement.ratio, digits: 2), 8, left: true)
        + " x " + pad("\(measurement.baselineName), \(decimal(measurement.baseline)) ns", 44)
        + (measurement.goal.isEmpty ? "" : "goal " + measurement.goal)
    }.joined(separator: "\n")
  }

  static func json(_ measurements: [Measurement]) -> String {
    measurements.map { measurement in
      """
      {"name": "\(measurement.name)", "nanoseconds": \(decimal(measurement.nanoseconds)), \
      "baseline": "\(measurement.baselineName)", \
      "baselineNanoseconds": \(decimal(measurement.baseline)), \
      "ratio": \(decimal(measurement.ratio, digits: 3)), "goal": "\(measurement.goal)"}
      """
    }.joined(separator: "\n")
  }

  private static func pad(_ text: String, _ width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? space + text : text + space
  }

  static func decimal(_ number: Double, digits: Int = 1) -> String {
    let scale = digits == 1 ? 10.0 : digits == 2 ? 100 : 1000
    let rounded = (number * scale).rounded()
    let whole = Int(rounded / scale)
    let rest = String(Int(rounded) - whole * Int(scale))
    return "\(whole)." + String(repeating: "0", count: digits - rest.count) + rest
  }
}
