import PropertyInjection
import TestSupport
import Testing

/// Values that wait for others in a cycle, or lack them.
@Suite struct LackingValuesTests {
  /// Needs what it is a part of.
  private final class Part: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before other code sees it.
    var whole: Whole?
    private(set) var calls = 0
    private(set) var callsWithout = 0

    func didInjectDependencies() {
      calls += 1
      if whole == nil { callsWithout += 1 }
    }
  }
  private final class Whole: Sendable {
    let part: Part
    let outer: Outer
    init(_ part: Part, _ outer: Outer) { (self.part, self.outer) = (part, outer) }
  }
  private final class Middle: @unchecked Sendable {
    // Unchecked: filled once, before other code sees it.
    var whole: Whole?
  }
  private final class Outer: Sendable {
    let middle: Middle
    init(_ middle: Middle) { self.middle = middle }
  }

  @Test func aHookWaitsForAValueThatGivesWayToAnother() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Outer.self), in: .singleton, .initializer(Outer.init))
      registry.register(.type(Middle.self), in: .singleton, .initializer(Middle.init))
      registry.register(.type(Whole.self), in: .singleton, .initializer(Whole.init))
      registry.register(.type(Part.self), in: .singleton, .initializer(Part.init))
      registry.declare("whole", \Middle.whole, from: .byType)
      registry.declare("whole", \Part.whole, from: .byType)
    }
    let outer = try #require(injector.instance(of: Outer.self))
    let whole = try #require(injector.instance(of: Whole.self))
    #expect(outer.middle.whole === whole && whole.outer === outer && whole.part.whole === whole)
    #expect(whole.part.calls == 1 && whole.part.callsWithout == 0)
    #expect(log.texts == [])
    outer.middle.whole = nil
    whole.part.whole = nil
  }

  private final class House: @unchecked Sendable {
    // Unchecked: filled once, before other code sees it.
    var room: Room?
  }
  private final class Room: @unchecked Sendable {
    // Unchecked: filled once, before other code sees it.
    var wall: Wall?
  }
  private final class Wall: @unchecked Sendable {
    // Unchecked: filled once, before other code sees it.
    var room: Room?
    var house: House?
  }

  /// The factories inject what they make; the injector fills what is missing then.
  @Test func whatLacksTwoValuesThatItsFactoryHasAskedForGetsThem() throws {
    let made = Counter()
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(.type(House.self), in: .cached) { injector -> House in
        made.increment()
        let house = House()
        injector.injectDependencies(to: house)
        return house
      }
      registry.register(.type(Room.self), in: .cached) { injector -> Room in
        let room = Room()
        injector.injectDependencies(to: room)
        return room
      }
      registry.register(.type(Wall.self), in: .cached) { injector -> Wall in
        let wall = Wall()
        injector.injectDependencies(to: wall)
        return wall
      }
      registry.declare("room", \House.room, from: .byType)
      registry.declare("wall", \Room.wall, from: .byType)
      registry.declare("room", \Wall.room, from: .byType)
      registry.declare("house", \Wall.house, from: .byType)
    }
    let house = try #require(injector.instance(of: House.self))
    let wall = try #require(house.room?.wall)
    #expect(wall.house === house && wall.room === house.room)
    #expect(injector.instance(of: House.self) === house && made.count == 1)
    (wall.house, wall.room) = (nil, nil)
  }
}
