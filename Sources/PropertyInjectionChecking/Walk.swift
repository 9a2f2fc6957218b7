import PropertyInjection

/// Follows a request through makings that need each other, as an injection does on one thread.
struct Walk {
  let group: Int
  private var running: [Making] = []
  private var shown: Set<ObjectIdentifier> = []
  /// The ways that keep a kept value from what one of its properties asks for.
  private var lacks: [ObjectIdentifier: [Making]] = [:]
  /// How many more makings are followed.
  private var left = 100_000
  /// Whether there were more, so that of the others nothing is known.
  var isGivenUp: Bool { left == 0 }
  private(set) var circles: MakingSearch.Circles = [:]

  init(group: Int) { self.group = group }

  /// The way through which a value leads back to one that is being made, so that it does not come; nil if it comes.
  ///
  /// - Parameter canWait: Whether a property asks, which is filled as soon as the value is shown.
  mutating func ask(_ making: Making, canWait: Bool = false) -> [Making]? {
    if running.isEmpty { (shown, lacks) = ([], [:]) }
    let id = ObjectIdentifier(making)
    // What certainly is not made is not waited for either.
    if shown.contains(id) || making.obstacle != nil { return nil }
    if let start = running.lastIndex(where: { $0 === making }) {
      let way = running[start...]
      if making.isKept { return canWait ? nil : Array(way) }
      // Within a kept value it is made again.
      if !way.contains(where: \.isKept) { return Array(way) }
    }
    if isGivenUp { return nil }
    left -= 1
    running.append(making)
    defer { running.removeLast() }
    for made in making.needed where made.group == group {
      if let way = ask(made) { return way }
    }
    if making.isShownEarly { shown.insert(id) }
    for (row, made) in making.properties where made.group == group {
      let canWait = row.isOfObject && running.contains(where: \.isKept)
      guard let way = ask(made, canWait: canWait), let cause = way.first,
        !(canWait && cause.isKept),
        let depth = running.lastIndex(where: { $0 === cause })
      else { continue }
      if way.allSatisfy({ !$0.isKept }) {
        let isAssumed = way.contains { $0.properties.contains { $0.wiring.isAssumed } }
        circles[Set(way.map { ObjectIdentifier($0) })] =
          MakingSearch.Circle(way: way, isAssumed: isAssumed)
      }
      // The innermost kept value that the cause encloses, or is.
      if let kept = running[depth...].last(where: \.isKept) { lacks[ObjectIdentifier(kept)] = way }
    }
    guard let way = lacks.removeValue(forKey: id) else {
      // It is at hand for the rest of the request.
      if making.isKept { shown.insert(id) }
      return nil
    }
    shown.remove(id)
    return way
  }
}
