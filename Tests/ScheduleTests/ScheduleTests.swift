#if DEBUG
  import TestSupport
  import Testing

  /// Every order in which two or three threads can meet, up to a number of interruptions.
  @Suite struct ScheduleTests {
    static let programs = [
      NetworkProgram([.init()], [.ask(0)], [.ask(0)]).named("one value"),
      NetworkProgram(
        [.init(left: 1), .init(left: 0)], [.ask(0)], [.ask(1)]
      ).named("a circle of two"),
      NetworkProgram(
        [.init(left: 1, in: .custom), .init(left: 0, in: .custom)], [.ask(0)], [.ask(1)]
      ).named("a circle of two, custom"),
      NetworkProgram(
        [.init(left: 1, in: .cached), .init(left: 0, in: .cached)], [.ask(0)], [.ask(1), .reset]
      ).named("a circle of two, reset"),
      NetworkProgram(
        [.init([1], left: 2), .init(left: 0), .init([0], left: 1)], [.ask(0)], [.ask(2)]
      ).named("arguments and properties"),
      NetworkProgram([.init()], [.readLazy], [.readLazy]).named("one lazy property"),
    ]

    @Test(arguments: programs)
    func everyOrderOfTheThreadsIsAsGood(_ program: Program) {
      var explorer = Explorer(program, interruptions: Effort.isFull ? 2 : 1)
      let failure = explorer.failure()
      #expect(failure == nil, "\(failure?.description ?? "")")
      print("\(program.name): \(explorer.runs) schedules")
    }
  }
#endif
