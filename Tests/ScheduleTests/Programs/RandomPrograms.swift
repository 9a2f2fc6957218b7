#if DEBUG
  import TestSupport

  extension NetworkProgram {
    /// A small program that a seed stands for: two or three values, two or three threads.
    ///
    /// The arguments lead back to no value, so every value can be complete, whoever comes first.
    static func random(seed: UInt64) -> Program {
      var random = SeededRandom(seed: seed)
      let count = 2 + random.below(2)
      let order = Array(0..<count).shuffled(using: &random)
      var needs = Array(repeating: Network.Needs(), count: count)
      for (place, number) in order.enumerated() {
        if place > 0, random.percent(50) { needs[number].arguments = [order[random.below(place)]] }
        if random.percent(70) { needs[number].left = random.below(count) }
        if random.percent(30) { needs[number].right = random.below(count) }
        needs[number].scope = random.one(of: [.singleton, .cached, .custom])
      }
      let threads = random.percent(60) ? 2 : 3
      // Two uses of a thread, where there are two threads.
      let uses = (0..<threads).map { _ in
        (0..<(threads == 2 ? 1 + random.below(2) : 1)).map { _ in use(count, &random) }
      }
      return NetworkProgram(Network(needs), uses).named("seed \(seed)")
    }

    private static func use(_ count: Int, _ random: inout SeededRandom) -> Use {
      switch random.below(20) {
      case ..<11: .ask(random.below(count))
      case ..<13: .readLazy
      case ..<15: .reset
      case ..<16: .forget
      case ..<18: .askDerived(random.below(count))
      default: .askWithFake(of: random.below(count), for: random.below(count))
      }
    }
  }
#endif
