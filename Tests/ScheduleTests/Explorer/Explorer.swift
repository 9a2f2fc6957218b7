#if DEBUG
  import PropertyInjection
  import TestSupport

  /// A small program of two or three threads.
  struct Program: Sendable {
    let name: String
    let details: String
    /// How many threads it has.
    let threads: Int
    /// Makes everything anew for one run.
    let begin: @Sendable () -> Run

    /// One run of the program.
    struct Run {
      let threads: [@Sendable () -> Void]
      /// Looks at the outcome when all threads have ended; returns the complaints.
      let complaints: () -> [String]
    }
  }

  /// Runs a program in every order of its threads, up to a number of interruptions.
  ///
  /// After Loom and CHESS: nearly every race shows with two interruptions of a running thread. Changes of the
  /// thread where the running one waits or ends are free, and all are tried.
  struct Explorer {
    let program: Program
    /// How often a run may interrupt a thread that could go on.
    let interruptions: Int
    /// The number of runs so far.
    private(set) var runs = 0

    init(_ program: Program, interruptions: Int) {
      self.program = program
      self.interruptions = interruptions
    }

    /// A run that went wrong.
    struct Failure: CustomStringConvertible {
      let program: Program
      let schedule: Schedule
      let complaints: [String]
      /// The complaints of a second run with the same schedule.
      let again: [String]

      var description: String {
        """
        \(program.name), \(program.details), with the schedule "\(schedule)": \(complaints.joined(separator: "; ")).
        Run once more: \(again == complaints ? "the same" : again.joined(separator: "; ")).
        To repeat: PROGRAM='\(program.name)' SCHEDULE='\(schedule)' swift test --filter ScheduleTests
        """
      }
    }

    /// The first run that goes wrong; nil if none does.
    mutating func failure() -> Failure? {
      // What is done once in a process is done before.
      _ = Self.run(program, Schedule())
      var path: ArraySlice<Step> = []
      while true {
        let (decisions, complaints) = Self.run(program, Schedule(path.map(\.decision)))
        runs += 1
        if !complaints.isEmpty {
          let schedule = Schedule(decisions)
          return Failure(
            program: program, schedule: schedule, complaints: complaints,
            again: Self.run(program, schedule).complaints)
        }
        let known = zip(path, decisions).prefix { $0.options == $1.options }.count
        // A set in another order has led to other decisions: the rest of this way is left out.
        if known < path.count {
          path = path[..<known]
        } else {
          path += decisions[known...].map { Step($0) }
        }
        guard advance(&path) else { return nil }
      }
    }

    /// Takes the next way that has not been tried: the last step with another option that is allowed.
    private func advance(_ path: inout ArraySlice<Step>) -> Bool {
      var interruptions = path.count(where: \.isInterruption)
      while var step = path.popLast() {
        if step.isInterruption { interruptions -= 1 }
        while step.takeNext() {
          guard interruptions + (step.isInterruption ? 1 : 0) <= self.interruptions else {
            continue
          }
          path.append(step)
          return true
        }
      }
      return false
    }

    /// A decision on the present way, and the option that is taken.
    private struct Step {
      let options: [Int]
      private let isFirstRunning: Bool
      private var index = 0

      init(_ decision: Scheduler.Decision) {
        options = decision.options
        isFirstRunning = decision.isFirstRunning
      }

      var isInterruption: Bool { isFirstRunning && index > 0 }

      mutating func takeNext() -> Bool {
        index += 1
        return index < options.count
      }

      var decision: Scheduler.Decision {
        Scheduler.Decision(
          options: options, isFirstRunning: isFirstRunning, chosen: options[index])
      }
    }

    static func run(
      _ program: Program, _ schedule: Schedule
    ) -> (decisions: [Scheduler.Decision], complaints: [String]) {
      let run = program.begin()
      let scheduler = Scheduler(run.threads.count, schedule)
      switch scheduler.run(run.threads) {
      case .ended: return (scheduler.decisions, run.complaints())
      case .deadlock: return (scheduler.decisions, ["the threads wait for each other"])
      case .endless: return (scheduler.decisions, ["the threads have no end"])
      }
    }
  }
#endif
