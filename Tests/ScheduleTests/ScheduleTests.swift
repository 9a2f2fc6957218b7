#if DEBUG
  import Foundation
  import ReferenceModel
  import TestSupport
  import Testing

  /// Every order in which two or three threads can meet, up to a number of interruptions.
  ///
  /// One program at a time: a thread that waits for its turn may hold a lock that all injectors share.
  @Suite(.serialized) struct ScheduleTests {
    static let programs = [
      NetworkProgram([.init()], [.ask(0)], [.ask(0)]).named("one value"),
      NetworkProgram(
        [.init(left: 1), .init(left: 0)], [.ask(0)], [.ask(1)]
      ).named("a cycle of two"),
      NetworkProgram(
        [.init(left: 1, in: .custom), .init(left: 0, in: .custom)], [.ask(0)], [.ask(1)]
      ).named("a cycle of two in a custom scope"),
      NetworkProgram(
        [.init(left: 1, in: .cached), .init(left: 0, in: .cached)], [.ask(0)], [.ask(1), .reset]
      ).named("a cycle of two and a reset"),
      NetworkProgram(
        [.init(in: .cached)], [.ask(0)], [.ask(0)], [.reset]
      ).named("a reset while a thread waits"),
      NetworkProgram(
        [.init([1], left: 2), .init(left: 0), .init([0], left: 1)], [.ask(0)], [.ask(2)]
      ).named("arguments and properties"),
      NetworkProgram(
        [.init([1]), .init(left: 2), .init([0])], [.ask(0)], [.ask(1)], [.ask(2)]
      ).named("a making that is given up"),
      NetworkProgram(
        [.init([1, 3]), .init(left: 2, in: .unique), .init(lookingUp: [0]), .init([1])],
        [.ask(2)], [.ask(0)]
      ).named("a part that needs the value whose argument it is"),
      NetworkProgram(
        [.init(left: 1, in: .custom), .init(left: 0, in: .custom)], [.ask(0)], [.forget]
      ).named("a scope that ends while a cycle is made"),
      NetworkProgram([.init()], [.readLazy], [.readLazy]).named("one lazy property"),
      NetworkProgram(
        [.init(left: 1), .init(left: 0)], [.readLazy], [.ask(1)]
      ).named("a lazy property and a cycle"),
      NetworkProgram(
        [.init(left: 1), .init()], [.ask(0)], [.askWithFake(of: 1, for: 0)]
      ).named("an override"),
      HookProgram.cycle,
      HookProgram.enclosedCycle,
      ActorProgram.confinedProperty,
      LookUpProgram.factory,
      LookUpProgram.hook,
      LackProgram.cycle,
      LackProgram.arguments,
      LackProgram.released,
      LackProgram.late,
    ]

    @Test(arguments: programs)
    func noOrderOfTheThreadsMatters(_ program: Program) {
      explore(program)
    }

    @Test(arguments: Effort.isFull ? 0..<Setting.seeds : 0..<3)
    func randomProgramsHoldInEveryOrder(seed: UInt64) {
      explore(NetworkProgram.random(seed: Effort.isFull ? seed : Effort.seed &+ seed))
    }

    @Test(arguments: Effort.isFull ? 0..<Setting.seeds : 0..<3)
    func eachOutcomeIsOneOfTheModel(seed: UInt64) {
      // Some seeds tell no outcomes.
      let first = Effort.isFull ? seed * 10 : Effort.seed &+ seed * 10
      guard let program = (first..<(first + 10)).lazy.compactMap(Interleaving.program).first
      else { return }
      explore(program)
    }

    @Test(arguments: [120_909, 573_284 as UInt64])
    func aProgramThatHasDifferedOnceDoesNotDifferAgain(seed: UInt64) throws {
      explore(try #require(Interleaving.program(seed: seed)))
    }

    private func explore(_ program: Program) {
      // Three threads change often enough by themselves.
      let interruptions = Effort.isFull || program.threads == 2 ? 1 : 0
      var explorer = Explorer(program, interruptions: Setting.interruptions ?? interruptions)
      let failure = explorer.failure()
      #expect(failure == nil, "\(failure?.description ?? "")")
      if Setting.isTelling { print("\(program.name): \(explorer.runs) schedules") }
    }

    @Test func anOverrideAppliesWhileTheSharedInjectorIsReplaced() async {
      await #expect(processExitsWith: .success) {
        var explorer = Explorer(SharedProgram.override, interruptions: 2)
        let failure = explorer.failure()
        #expect(failure == nil, "\(failure?.description ?? "")")
      }
    }

    /// The run that a failure names.
    @Test(.enabled(if: Setting.schedule != nil))
    func theRunOfTheEnvironmentIsRepeated() throws {
      let name = try #require(Setting.program)
      let seed = name.split(separator: " ").last.flatMap { UInt64($0) }
      let program = try #require(
        Self.programs.first { $0.name == name }
          ?? (name.hasPrefix("model") ? seed.flatMap(Interleaving.program) : nil)
          ?? seed.map(NetworkProgram.random))
      let schedule = try #require(Schedule(Setting.schedule ?? ""))
      _ = Explorer.run(program, Schedule())
      #expect(Explorer.run(program, schedule).complaints == [])
    }
  }

  /// What the environment says.
  private enum Setting {
    private static let environment = ProcessInfo.processInfo.environment

    static let interruptions = environment["INTERRUPTIONS"].flatMap { Int($0) }
    static let seeds = environment["SEEDS"].flatMap { UInt64($0) } ?? 30
    /// Whether the number of schedules is printed.
    static let isTelling = environment["TELL"] != nil
    static let program = environment["PROGRAM"]
    static let schedule = environment["SCHEDULE"]
  }
#endif
