#if DEBUG
  /// The decisions in which a run differs from letting each thread go on as long as it can.
  ///
  /// As text, `12>1 30>0`: at the twelfth decision thread 1 goes on, at the thirtieth thread 0.
  struct Schedule: Equatable, CustomStringConvertible, Sendable {
    /// The thread that goes on, by the number of the decision.
    var choices: [Int: Int] = [:]

    init(_ decisions: [Scheduler.Decision] = []) {
      for (number, decision) in decisions.enumerated() where decision.chosen != decision.options[0]
      {
        choices[number] = decision.chosen
      }
    }

    /// Nil if the text is no schedule.
    init?(_ text: String) {
      for choice in text.split(separator: " ") {
        let parts = choice.split(separator: ">").map { Int($0) }
        guard parts.count == 2, let number = parts[0], let thread = parts[1] else { return nil }
        choices[number] = thread
      }
    }

    var description: String {
      choices.sorted { $0.key < $1.key }.map { "\($0.key)>\($0.value)" }.joined(separator: " ")
    }
  }
#endif
