import PropertyInjection
import PropertyInjectionSettings
import PropertyInjectionTesting
import TestSupport
import Testing

/// Recordings of what is injected into what.
@Suite(.injecting(deskModule)) struct RecordingTests {
  @Test func propertiesAreRecordedInOrder() throws {
    let injections = PropertyInjector.shared.recordInjections {
      let desk = Desk()
      PropertyInjector.injectDependencies(to: desk)
      _ = desk.open()
    }
    #expect(
      injections.map(\.description) == [
        #"Desk.lamp <- "lamp": Lamp"#, #"Desk.pens <- "pens": Int"#,
        #"Drawer.lamp <- "lamp": Lamp"#,
      ])
    let first = try #require(injections.first)
    #expect(first.ownerType == Desk.self && first.name == "lamp" && first.valueType == Lamp.self)
    #expect(first.binding?.name == "lamp" && first.injectionLocation?.line == #line - 10)
  }

  @Test func onlyWhatIsFilledIsRecorded() {
    let injections = PropertyInjector.shared.recordInjections {
      let desk = Desk()
      desk.pens = 1
      for _ in 0..<2 { PropertyInjector.injectDependencies(to: desk) }
    }
    #expect(injections.map(\.name) == ["lamp"])
  }

  @Test(
    .injecting { registry in
      registry.register("tidy", in: .singleton, .initializer(Tidy.init))
      registry.declare("tidy", \Drawer.tidy)
    })
  func whatTheInjectorMakesIsRecordedBeforeWhatItIsFor() {
    let injections = PropertyInjector.shared.recordInjections { _ = Desk().open() }
    #expect(
      injections.map(\.description) == [
        #"Drawer.lamp <- "lamp": Lamp"#, #"Tidy.pens <- "pens": Int"#,
        #"Drawer.tidy <- "tidy": Tidy"#,
      ])
  }

  @Test(.injecting { $0.declare("pens", \Form.pens) }) func nothingElseChanges() {
    let shared = PropertyInjector.shared
    let before = shared.instance(for: .lamp)
    let desk = Desk()
    let injections = shared.recordInjections {
      #expect(shared.instance(for: .lamp) === before, "kept values stay")
      var form = Form()
      PropertyInjector.injectDependencies(to: &form)
      #expect(form.pens == 3)
      PropertyInjector.injectDependencies(to: desk)
    }
    #expect(injections.map(\.name) == ["pens", "lamp", "pens"] && desk.lamp === before)
    PropertyInjector.injectDependencies(to: Desk())
    #expect(injections.count == 3)
  }

  @Test func overridesWithinAreRecorded() {
    let injections = PropertyInjector.shared.recordInjections {
      PropertyInjector.shared.withOverrides {
        $0.register("pens", instance: 8)
      } operation: {
        PropertyInjector.injectDependencies(to: Desk())
      }
    }
    #expect(injections.map(\.name) == ["lamp", "pens"])
    #expect(injections.last?.binding?.location?.fileID == #fileID)
  }

  @Test func recordingsNest() {
    let shared = PropertyInjector.shared
    var inner: [InjectionPoint] = []
    let outer = shared.recordInjections {
      PropertyInjector.injectDependencies(to: Desk())
      inner = shared.recordInjections { _ = Desk().open() }
    }
    #expect(inner.map(\.name) == ["lamp"] && outer.map(\.name) == ["lamp", "pens", "lamp"])
  }

  @Test func decisionsAndAsynchronousCodeAreRecorded() async {
    let shared = PropertyInjector.shared
    let injections = await shared.recordInjections {
      await Task.yield()
      shared.injectDependencies(to: Desk()) { property in
        property.name == "pens" ? .inject(2) : .skip
      }
      await Task { _ = PropertyInjector.injectDependencies(to: Desk()) }.value
    }
    #expect(injections.map(\.name) == ["pens", "lamp", "pens"])
  }

  @Test func anInjectorOfOnesOwnIsRecorded() {
    let injector = PropertyInjector { $0.install(deskModule) }
    let derived = injector.overriding { $0.register("pens", instance: 2) }
    let other = PropertyInjector { $0.install(deskModule) }
    let injections = derived.recordInjections {
      derived.injectDependencies(to: Desk())
      other.injectDependencies(to: Desk())
    }
    #expect(injections.map(\.name) == ["lamp", "pens"])
  }

  @Test(.injecting { $0.declare("pens", \Form.pens) })
  func aCallWithSettingsOfItsOwnIsRecorded() {
    let injections = PropertyInjector.shared.recordInjections {
      PropertyInjector.shared.injectDependencies(to: Desk(), settings: InMemorySettingsStore())
      var form = Form()
      PropertyInjector.shared.injectDependencies(to: &form, settings: InMemorySettingsStore())
    }
    #expect(injections.map(\.name) == ["lamp", "pens", "pens"])
  }

  @Test func tasksAtTheSameTimeAreNotRecorded() async {
    let names = await withTaskGroup(of: [String?].self) { group in
      for number in 0..<50 {
        group.addTask {
          await PropertyInjector.shared.recordInjections {
            await Task.yield()
            if number.isMultiple(of: 2) { PropertyInjector.injectDependencies(to: Desk()) }
          }.map(\.name)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(names.count { $0 == ["lamp", "pens"] } == 25 && names.count(where: \.isEmpty) == 25)
  }

  @Test func propertiesThatAreFilledLaterAreRecorded() {
    let injector = PropertyInjector { registry in
      registry.register("hen", in: .singleton, .initializer(Hen.init(egg:), .byType))
      registry.register("egg", .initializer(Egg.init))
      registry.declare("hen", \Egg.hen)
    }
    let injections = injector.recordInjections {
      let hen: Hen? = injector.instance(for: "hen")
      #expect(hen?.egg.hen === hen)
    }
    #expect(injections.map(\.description) == [#"Egg.hen <- "hen": Hen"#])
  }

  private struct Form { var pens: Int? }
  private final class Hen: Sendable {
    let egg: Egg
    init(egg: Egg) { self.egg = egg }
  }
  private final class Egg: @unchecked Sendable {
    // Unchecked: one test uses it, on one thread.
    var hen: Hen?
  }
}
