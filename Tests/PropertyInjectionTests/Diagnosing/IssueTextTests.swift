import PropertyInjection
import TestSupport
import Testing

/// The words of every report, to the letter.
///
/// Places are given by hand, to read well.
@Suite struct IssueTextTests {
  @Test func nothingIsRegisteredUnderTheName() {
    expectReport(
      """
      Player.number stayed nil: nothing is registered under "nunber".
        declared at    App/Setup.swift:3
        injected at    App/Main.swift:10
        near           "number": Int (App/Setup.swift:1)
                       "numbers": Array<Int> (App/Setup.swift:2)
        to fix         register a value of type Int under "nunber", or ask for "number".
      """,
      configure: { registry in
        registry.register("number", instance: 1, fileID: setup, line: 1)
        registry.register("numbers", instance: [1], fileID: setup, line: 2)
        registry.declare("number", \Player.number, from: "nunber", fileID: setup, line: 3)
      },
      use: { $0.injectDependencies(to: Player(), fileID: main, line: 10) })
  }

  @Test func nothingIsNearTheName() {
    expectReport(
      """
      Player.clock stayed nil: nothing is registered under "clock".
        declared at    App/Setup.swift:3
        injected at    App/Main.swift:10
        to fix         register a value of type any Clock under "clock".
      """,
      configure: { registry in
        registry.register("somethingElse", instance: [1], fileID: setup, line: 2)
        registry.declare("clock", \Player.clock, fileID: setup, line: 3)
      },
      use: { $0.injectDependencies(to: Player(), fileID: main, line: 10) })
  }

  @Test func noMoreThanThreeAreNearAndTheNearestComeFirst() {
    expectReport(
      """
      Player.clock stayed nil: nothing is registered under "clock".
        declared at    App/Setup.swift:9
        injected at    App/Main.swift:10
        near           "clok": StoppedClock (App/Setup.swift:2)
                       "aWatch": StoppedClock (App/Setup.swift:4)
                       "wallClock": ClassClock (App/Setup.swift:3)
        to fix         register a value of type any Clock under "clock", or ask for "clok".
      """,
      configure: { registry in
        registry.register("clocks", instance: 1, fileID: setup, line: 1)
        registry.register("clok", instance: StoppedClock(), fileID: setup, line: 2)
        registry.register("wallClock", instance: ClassClock(), fileID: setup, line: 3)
        registry.register("aWatch", instance: StoppedClock(), fileID: setup, line: 4)
        registry.declare("clock", \Player.clock, fileID: setup, line: 9)
      },
      use: { $0.injectDependencies(to: Player(), fileID: main, line: 10) })
  }

  @Test func whatHasTheNameDoesNotFit() {
    expectReport(
      """
      Player.clock stayed nil: what is registered under "clock" does not fit its type, any Clock.
        declared at    App/Setup.swift:3
        injected at    App/Main.swift:10
        near           "clock": String (App/Setup.swift:1)
                       "watch": StoppedClock (App/Setup.swift:2)
        to fix         register a value of type any Clock under "clock" as well, or ask for \
      "watch".
      """,
      configure: { registry in
        registry.register("clock", instance: "noon", fileID: setup, line: 1)
        registry.register("watch", instance: StoppedClock(), fileID: setup, line: 2)
        registry.declare("clock", \Player.clock, fileID: setup, line: 3)
      },
      use: { $0.injectDependencies(to: Player(), fileID: main, line: 10) })
  }

  @Test func twoTypesOfOneNameAreToldApart() {
    enum Other { struct StoppedClock: Sendable {} }
    final class Owner { var clock: StoppedClock? }
    expectReport(
      """
      Owner.clock stayed nil: what is registered under "clock" does not fit its type, \
      TestSupport.StoppedClock.
        declared at    App/Setup.swift:3
        injected at    App/Main.swift:10
        near           "clock": StoppedClock (App/Setup.swift:1)
        to fix         register a value of type StoppedClock under "clock" as well.
      """,
      configure: { registry in
        registry.register("clock", instance: Other.StoppedClock(), fileID: setup, line: 1)
        registry.declare("clock", \Owner.clock, fileID: setup, line: 3)
      },
      use: { $0.injectDependencies(to: Owner(), fileID: main, line: 10) })
  }

  @Test func nothingFitsTheType() {
    expectReport(
      """
      Player.clock stayed nil: nothing that is registered fits its type, any Clock.
        declared at    App/Setup.swift:3
        injected at    App/Main.swift:10
        to fix         register a value of type any Clock.
      """,
      configure: { registry in
        registry.declare("clock", \Player.clock, from: .byType, fileID: setup, line: 3)
      },
      use: { $0.injectDependencies(to: Player(), fileID: main, line: 10) })
  }

  @Test func moreThanOneFitsTheType() {
    expectReport(
      """
      Player.clock stayed nil: more than one binding fits its type, any Clock.
        declared at    App/Setup.swift:3
        injected at    App/Main.swift:10
        candidates     "one": StoppedClock (App/Setup.swift:1)
                       "two": ClassClock (App/Setup.swift:2)
        to fix         ask for one of them by name.
      """,
      configure: { registry in
        registry.register("one", instance: StoppedClock(), fileID: setup, line: 1)
        registry.register("two", instance: ClassClock(), fileID: setup, line: 2)
        registry.declare("clock", \Player.clock, from: .byType, fileID: setup, line: 3)
      },
      use: { $0.injectDependencies(to: Player(), fileID: main, line: 10) })
  }

  @Test func aNameAndATypeAreRegisteredTwice() {
    expectReport(
      """
      "number": Int is registered twice; the first registration is kept.
        registered at  App/Setup.swift:2
        first at       "number": Int (App/Setup.swift:1)
        to fix         remove one of the two, or pass replacing: true.
      """,
      configure: { registry in
        registry.register("number", instance: 1, fileID: setup, line: 1)
        registry.register("number", instance: 2, fileID: setup, line: 2)
      })
  }

  @Test func thereIsNothingToReplace() {
    expectReport(
      """
      "clock": StoppedClock is to replace a binding, and there is none; it is registered.
        registered at  App/Setup.swift:2
        near           "clock": any Clock (App/Setup.swift:1)
        to fix         register it with the type of the binding that it is for, or without \
      replacing: true.
      """,
      configure: { registry in
        registry.register(.clock, instance: ClassClock(), fileID: setup, line: 1)
        registry.register(
          "clock", instance: StoppedClock(), replacing: true, fileID: setup, line: 2)
      })
  }

  @Test func anOverrideDoesNotFit() {
    expectReport(
      """
      "service": SpecialService is not overridden: the override that is registered under the name \
      does not fit that type.
        registered at  App/Setup.swift:1
        override       "service": Service (App/Tests.swift:2)
        to fix         register the override with that type, or let a type be asked for that both fit.
      """,
      configure: { registry in
        registry.register("service", instance: SpecialService(), fileID: setup, line: 1)
      },
      use: { injector in
        let derived = injector.overriding {
          $0.register("service", instance: Service(), fileID: "App/Tests.swift", line: 2)
        }
        _ = derived[.named("service", SpecialService.self)]
      })
  }

  @Test func twoBindingsOfANameFit() {
    expectReport(
      """
      "clock": any Clock is ambiguous: more than one binding of the name fits that type; the first \
      is used.
        registered at  App/Setup.swift:1
        candidates     "clock": ClassClock (App/Setup.swift:1)
                       "clock": StoppedClock (App/Setup.swift:2)
        to fix         register one of them under another name, or one with the very type, any Clock.
      """,
      configure: { registry in
        registry.register("clock", instance: ClassClock(), fileID: setup, line: 1)
        registry.register("clock", instance: StoppedClock(), fileID: setup, line: 2)
      },
      use: { _ = $0[.clock] })
  }

  @Test func aPropertyIsDeclaredTwice() {
    expectReport(
      """
      Player.number is declared twice; the first declaration is kept.
        declared at    App/Setup.swift:2
        first at       "number": Int (App/Setup.swift:1)
        to fix         remove one of the two.
      """,
      configure: { registry in
        registry.declare("number", \Player.number, fileID: setup, line: 1)
        registry.declare("number", \Player.number, fileID: setup, line: 2)
      })
  }

  @Test func aNameIsEmpty() {
    expectReport(
      """
      A value of type Int was registered under an empty name; it is ignored.
        registered at  App/Setup.swift:1
        to fix         give it the name of the property that it is for.
      """,
      configure: { $0.register("", instance: 1, fileID: setup, line: 1) })
    expectReport(
      """
      A property of Player was declared under an empty name; it is ignored.
        declared at    App/Setup.swift:1
        to fix         give it the name of the property that it is for.
      """,
      configure: { $0.declare("", \Player.number, fileID: setup, line: 1) })
  }

  @Test func anInstanceIsNil() {
    expectReport(
      """
      Nil was registered as the instance for "number": Int?; it is ignored.
        registered at  App/Setup.swift:1
        to fix         leave it out, or register a factory that may return nil.
      """,
      configure: { $0.register("number", instance: nil as Int?, fileID: setup, line: 1) })
  }

  @Test func aPropertyIsDeclaredForAProtocol() {
    expectReport(
      """
      any Numbered.number is declared by a key path that starts at a protocol type; it is ignored.
        declared at    App/Setup.swift:1
        to fix         declare the property for each type, \\SomeType.number.
      """,
      configure: { $0.declare("number", \(any Numbered).number, fileID: setup, line: 1) })
  }

  @Test func aFittingPropertyIsNotDeclared() {
    expectReport(
      """
      Player.number is not declared, and a binding fits it.
        injected at    App/Main.swift:10
        binding        "number": Int (App/Setup.swift:1)
        to fix         registry.declare("number", \\Player.number), in the type itself if it is private.
      """,
      configure: { registry in
        registry.register("number", instance: 1, fileID: setup, line: 1)
      },
      use: { $0.injectDependencies(to: Player(), fileID: main, line: 10) })
  }

  @Test func nothingIsDeclaredForTheType() {
    final class Empty {}
    expectReport(
      """
      Nothing was injected: no property is declared for Empty.
        injected at    App/Main.swift:10
        to fix         registry.declare("name", \\Empty.name), or mark a property @Injected and build with reflection.
      """,
      configure: { _ in },
      use: { $0.injectDependencies(to: Empty(), fileID: main, line: 10) })
  }

  @Test func aPropertyIsLazy() {
    final class Owner { lazy var number: Int? = 1 }
    expectReport(
      """
      Owner.number is a lazy var: it is skipped, and its initializer is not run.
        declared at    App/Setup.swift:1
        injected at    App/Main.swift:10
        to fix         make it a plain var.
      """,
      configure: { $0.declare("number", \Owner.number, fileID: setup, line: 1) },
      use: { $0.injectDependencies(to: Owner(), fileID: main, line: 10) })
  }

  @Test func anObjectBelongsToAnotherActor() async {
    let log = IssueLog()
    let (injector, object) = await MainActor.run {
      let injector = PropertyInjector(reportingTo: log) {
        $0.onMainActor { $0.declare("number", \ViewModel.number, fileID: setup, line: 1) }
      }
      return (injector, ViewModel())
    }
    injector.injectDependencies(to: object, fileID: main, line: 10)
    #expect(
      log.texts == [
        """
        Nothing was injected: ViewModel.number is declared on MainActor, and the injection runs on \
        no actor.
          declared at    App/Setup.swift:1
          injected at    App/Main.swift:10
          to fix         inject it in code that is isolated to MainActor, or declare it outside of \
        onMainActor { } if it belongs to no actor.
        """
      ])
  }

  @Test func anActorIsInjectedFromOutside() {
    expectReport(
      """
      Nothing was injected: Account belongs to Account, and the injection runs on no actor.
        injected at    App/Main.swift:10
        to fix         inject it in code that is isolated to Account.
      """,
      configure: { $0.register("number", instance: 1) },
      use: { $0.injectDependencies(to: Account(), fileID: main, line: 10) })
  }

  @Test func aHookBelongsToAnotherActor() {
    expectReport(
      """
      Nothing was injected: didInjectDependencies() of HookedOnMain belongs to an actor that the \
      injection does not run on.
        injected at    App/Main.swift:10
        to fix         inject it in code that is isolated to the hook's actor.
      """,
      configure: { registry in
        registry.register("number", instance: 1, fileID: setup, line: 1)
        registry.declare("number", \HookedOnMain.number, fileID: setup, line: 2)
      },
      use: { $0.injectDependencies(to: HookedOnMain(), fileID: main, line: 10) })
  }

  @Test func aBindingIsConfinedToAnotherActor() {
    expectReport(
      """
      Player.number stayed nil: its binding is confined to MainActor, and the injection runs on no \
      actor.
        declared at    App/Setup.swift:2
        injected at    App/Main.swift:10
        binding        "number": Int (App/Setup.swift:1)
        to fix         inject in code isolated to MainActor, or register what all threads may use.
      """,
      configure: { registry in
        registry.register("number", fileID: setup, line: 1, onMainActor: { _ in 1 })
        registry.declare("number", \Player.number, fileID: setup, line: 2)
      },
      use: { $0.injectDependencies(to: Player(), fileID: main, line: 10) })
  }

  @Test func aProductDoesNotFit() {
    final class Owner { var service: SpecialService? }
    expectReport(
      """
      Owner.service stayed nil: its binding gave a value of type Service, not SpecialService.
        declared at    App/Setup.swift:2
        injected at    App/Main.swift:10
        binding        "service": Service (App/Setup.swift:1)
        to fix         let the binding give a value of type SpecialService.
      """,
      configure: { registry in
        registry.register("service", fileID: setup, line: 1) { Service() }
        registry.declare("service", \Owner.service, fileID: setup, line: 2)
      },
      use: { $0.injectDependencies(to: Owner(), fileID: main, line: 10) })
  }

  @Test func aValueIsGone() {
    final class Owner { weak var service: Service? }
    expectReport(
      """
      Owner.service is nil again: it does not hold the value that was stored.
        declared at    App/Setup.swift:2
        injected at    App/Main.swift:10
        to fix         register an instance, which is held, or make the property strong.
      """,
      configure: { registry in
        registry.register("service", fileID: setup, line: 1) { Service() }
        registry.declare("service", \Owner.service, fileID: setup, line: 2)
      },
      use: { $0.injectDependencies(to: Owner(), fileID: main, line: 10) })
  }

  @Test func aFactoryLeadsBackToItself() {
    expectReport(
      """
      No instance for "a": Int: its binding leads back to itself, "a": Int -> "b": Int -> "a": Int.
        registered at  App/Setup.swift:1
        asked for at   App/Setup.swift:4
        to fix         let one of them get the other later: as a property that the injector fills, or \
      after its factory has returned.
      """,
      configure: { registry in
        registry.register("a", fileID: setup, line: 1) { injector in
          injector.instance(for: "b", fileID: setup, line: 3) as Int?
        }
        registry.register("b", fileID: setup, line: 2) { injector in
          injector.instance(for: "a", fileID: setup, line: 4) as Int?
        }
      },
      use: { _ = $0.instance(for: "a", fileID: main, line: 10) as Int? })
  }

  @Test func factoriesAreNestedTooDeep() {
    expectReport(
      """
      No instance for "n32": Int: factories, hooks and the like are nested 33 deep, at last "n30": Int -> "n31": Int \
      -> "n32": Int.
        registered at  App/Setup.swift:1
        asked for at   App/Setup.swift:2
        to fix         look for a factory or a hook that injects without end.
      """,
      configure: { registry in
        for number in 0..<300 {
          registry.register(.named("n\(number)"), fileID: setup, line: 1) { injector in
            injector.instance(
              for: .named("n\(number + 1)"), fileID: setup, line: 2) as Int?
          }
        }
      },
      use: { _ = $0.instance(for: "n0", fileID: main, line: 10) as Int? })
  }

  @Test func noReportAsksAValueForItsDescription() {
    struct Loud: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
      var description: String { preconditionFailure("asked") }
      var debugDescription: String { preconditionFailure("asked") }
    }
    expectReport(
      """
      Player.clock stayed nil: what is registered under "clock" does not fit its type, any Clock.
        declared at    App/Setup.swift:2
        injected at    App/Main.swift:10
        near           "clock": Loud (App/Setup.swift:1)
        to fix         register a value of type any Clock under "clock" as well.
      """,
      configure: { registry in
        registry.register("clock", instance: Loud(), fileID: setup, line: 1)
        registry.declare("clock", \Player.clock, fileID: setup, line: 2)
      },
      use: { $0.injectDependencies(to: Player(), fileID: main, line: 10) })
  }

  @Test func aLookUpWithoutAnObjectIsReportedAlike() {
    expectReport(
      """
      No instance for "number": Int: nothing is registered under "number".
        asked for at   App/Main.swift:10
        to fix         register a value of type Int under "number".
      """,
      configure: { _ in },
      use: { _ = $0.instance(for: "number", fileID: main, line: 10) as Int? })
    expectReport(
      """
      No instance of Int: nothing that is registered fits its type, Int.
        asked for at   App/Main.swift:10
        to fix         register a value of type Int.
      """,
      configure: { _ in },
      use: { _ = $0.instance(of: Int.self, fileID: main, line: 10) })
  }

  @Test func anArgumentIsNotFound() {
    expectReport(
      """
      Address was not made for want of argument 1, String: nothing is registered under "strete".
        registered at  App/Setup.swift:2
        made by        (String) -> Address
        for            Address -> Address.init argument 1 (String)
        asked for at   App/Main.swift:10
        near           "street": String (App/Setup.swift:1)
        to fix         register a value of type String, or ask for .key("street").
      """,
      configure: { registry in
        registry.register("street", instance: "Elm", fileID: setup, line: 1)
        registry.register(
          .type(Address.self), initializer: Address.init(street:), arguments: .key("strete"),
          fileID: setup, line: 2)
      },
      use: { _ = $0.instance(of: Address.self, fileID: main, line: 10) })
  }

  @Test func anArgumentIsNilThatMayBe() {
    expectReport(
      """
      String was made with nil as argument 1, Int: nothing that is registered fits it.
        registered at  App/Setup.swift:2
        made by        (Int?) -> String
        for            "text": String -> String.init argument 1 (Int)
        asked for at   App/Main.swift:10
        to fix         register a value of type Int, or give the argument as .key, .value or .dynamic.
      """,
      configure: { registry in
        registry.register(
          "text", initializer: { (number: Int?) in "\(number ?? 0)" }, arguments: .byType,
          fileID: setup, line: 2)
      },
      use: { _ = $0.instance(for: "text", fileID: main, line: 10) as String? })
  }

  @Test func anArgumentIsAmbiguous() {
    expectReport(
      """
      Address was not made for want of argument 1, String: more than one binding fits it.
        registered at  App/Setup.swift:3
        made by        (String) -> Address
        for            Address -> Address.init argument 1 (String)
        asked for at   App/Main.swift:10
        candidates     "one": String (App/Setup.swift:1)
                       "two": String (App/Setup.swift:2)
        to fix         ask for one of them, with .key.
      """,
      configure: { registry in
        registry.register("one", instance: "a", fileID: setup, line: 1)
        registry.register("two", instance: "b", fileID: setup, line: 2)
        registry.register(
          .type(Address.self), initializer: Address.init(street:), fileID: setup, line: 3)
      },
      use: { _ = $0.instance(of: Address.self, fileID: main, line: 10) })
  }

  @Test func anInitializerThrows() {
    expectReport(
      """
      No instance of Address: what makes it has thrown Missing.street.
        registered at  App/Setup.swift:1
        made by        (String) -> Address
        asked for at   App/Main.swift:10
        to fix         see to the cause, the issue's underlyingError.
      """,
      configure: { registry in
        registry.register(
          .type(Address.self), initializer: Address.init(throwing:), arguments: .value(""),
          fileID: setup, line: 1)
      },
      use: { _ = $0.instance(of: Address.self, fileID: main, line: 10) })
  }

  @Test func aFailableInitializerFailsForAProperty() {
    expectReport(
      """
      Player.service stayed nil: what makes it has given nil.
        declared at    App/Setup.swift:2
        made by        () -> Service
        injected at    App/Main.swift:10
        binding        "service": Service (App/Setup.swift:1)
        to fix         give it arguments with which it succeeds.
      """,
      configure: { registry in
        registry.register(
          "service", initializer: { () -> Service? in nil }, fileID: setup, line: 1)
        registry.declare("service", \Player.service, fileID: setup, line: 2)
      },
      use: { $0.injectDependencies(to: Player(), fileID: main, line: 10) })
  }

  @Test func theArgumentsAreWrong() {
    expectReport(
      """
      No instance of Address: it is made with the arguments (String), and (Int, nil) was given.
        registered at  App/Setup.swift:1
        made by        (String) -> Address
        asked for at   App/Main.swift:10
        to fix         make it with (String), in that order.
      """,
      configure: { registry in
        registry.register(
          .type(Address.self), initializer: Address.init(street:), arguments: .dynamic,
          fileID: setup, line: 1)
      },
      use: { _ = $0.make(Address.self, 3, nil, fileID: main, line: 10) })
  }

  @Test func argumentsAreGivenToWhatTakesNone() {
    expectReport(
      """
      No instance for "number": Int: it takes no creation-time arguments, and (Int) was given.
        registered at  App/Setup.swift:1
        made by        () -> Int
        asked for at   App/Main.swift:10
        to fix         leave them out.
      """,
      configure: { $0.register("number", instance: 1, fileID: setup, line: 1) },
      use: { _ = $0.make("number", 3, fileID: main, line: 10) as Int? })
  }

  @Test func aKeptValueIsToBeMadeWithArguments() {
    expectReport(
      """
      Address cannot be made: a value that is kept takes no creation-time arguments.
        registered at  App/Setup.swift:1
        made by        (String) -> Address
        to fix         make it anew each time, in the scope .unique, or give its arguments \
      another way.
      """,
      configure: { registry in
        registry.register(
          .type(Address.self), in: .singleton, initializer: Address.init(street:),
          arguments: .dynamic,
          fileID: setup, line: 1)
      })
  }

  @Test func aWeakValueIsNoObject() {
    expectReport(
      """
      "number": Int is made each time: only an instance of a class can be kept weakly.
        registered at  App/Setup.swift:1
        asked for at   App/Main.swift:10
        to fix         use another scope.
      """,
      configure: { $0.register("number", in: .weak, fileID: setup, line: 1) { 1 } },
      use: { _ = $0.instance(for: "number", fileID: main, line: 10) as Int? })
  }

  @Test func aKeyLeadsNowhere() {
    expectReport(
      """
      Player.clock stayed nil: its key leads to one without such a value, "clock": any Clock -> \
      "tower": any Clock.
        declared at    App/Setup.swift:2
        injected at    App/Main.swift:10
        binding        "clock": any Clock (App/Setup.swift:1)
        to fix         bind "tower": any Clock to a value of type any Clock, or lead elsewhere.
      """,
      configure: { registry in
        registry.alias(.clock, to: "tower", fileID: setup, line: 1)
        registry.declare(.clock, \Player.clock, fileID: setup, line: 2)
      },
      use: { $0.injectDependencies(to: Player(), fileID: main, line: 10) })
  }

  @Test func keysLeadInACircle() {
    expectReport(
      """
      No instance for "a": Int: its binding leads back to itself, "a" -> "b" -> "a".
        asked for at   App/Main.swift:10
        binding        "a" (App/Setup.swift:1)
        to fix         let one of them lead elsewhere.
      """,
      configure: { registry in
        registry.alias("a", to: "b", fileID: setup, line: 1)
        registry.alias("b", to: "a", fileID: setup, line: 2)
      },
      use: { _ = $0.instance(for: "a", fileID: main, line: 10) as Int? })
  }

  @Test func aKeyLeadsToAnEmptyName() {
    expectReport(
      """
      A key was bound to one with an empty name; it is ignored.
        registered at  App/Setup.swift:1
        to fix         name the key that it is to lead to.
      """,
      configure: { $0.alias("a", to: "", fileID: setup, line: 1) })
  }

  @Test func aScopeIsSetForNothing() {
    expectReport(
      """
      A scope was set for "number": Int, and nothing is registered under that key.
        asked for at   App/Setup.swift:1
        to fix         set it after the registration, for the same name and the very type.
      """,
      configure: {
        $0.setScope(.singleton, for: .named("number", Int.self), fileID: setup, line: 1)
      })
  }

  @Test func aScopeIsSetForWhatIsNotMade() {
    expectReport(
      """
      A scope was set for "number": Int, and what that is bound to is not made.
        asked for at   App/Setup.swift:2
        binding        "number": Int (App/Setup.swift:1)
        to fix         leave it out; for a key that leads to another, set the scope of that one.
      """,
      configure: { registry in
        registry.register("number", instance: 1, fileID: setup, line: 1)
        registry.setScope(.singleton, for: .named("number", Int.self), fileID: setup, line: 2)
      })
  }

  @Test func aModuleIsNotInstalled() {
    expectReport(
      """
      Setup was to be uninstalled, and is not installed.
        asked for at   App/Setup.swift:1
        to fix         leave it out, or install the module before.
      """,
      configure: { $0.uninstall(Setup.self, fileID: setup, line: 1) })
  }

  @Test func theModuleOfABindingIsNamed() {
    expectReport(
      """
      Player.number stayed nil: what is registered under "number" does not fit its type, Int.
        declared at    App/Setup.swift:2
        injected at    App/Main.swift:10
        near           "number": String (App/Setup.swift:1, Setup)
        to fix         register a value of type Int under "number" as well.
      """,
      configure: { registry in
        registry.install(Setup())
        registry.declare("number", \Player.number, fileID: setup, line: 2)
      },
      use: { $0.injectDependencies(to: Player(), fileID: main, line: 10) })
  }

  let setup: StaticString = "App/Setup.swift"
  let main: StaticString = "App/Main.swift"

  /// Configures and uses an injector, and expects one report with this text.
  func expectReport(
    _ text: String, configure: (inout Registry) -> Void, use: (PropertyInjector) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { configure(&$0) }
    use(injector)
    #expect(log.texts == [text], sourceLocation: sourceLocation)
  }
}

private struct Setup: InjectionModule {
  func configure(_ registry: inout Registry) {
    registry.register("number", instance: "seven", fileID: "App/Setup.swift", line: 1)
  }
}
