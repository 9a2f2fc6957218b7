// Exported, so that a file which imports this module needs no second import; and left out of its documentation.
@_documentation(visibility: private) @_exported import PropertyInjection

extension PropertyInjector {
  /// Checks the configuration, before the first object exists.
  ///
  /// ```swift
  /// try PropertyInjector.validate().requireClean()
  /// ```
  ///
  /// It looks up, as an injection does and through all layers, the marks of each type of the program, each declared
  /// property, what each binding needs, each alias, and `registry.declare(asks:)`. It makes nothing but samples,
  /// `registry.declare { Poller() }`; for one that injects itself factories run, in an override that is dropped. A
  /// `Constructible` type that is needed is asked for its `provider`. Nothing is reported to the `issueHandler`.
  ///
  /// **Types.** It finds those of a Swift module whose code creates an installed `InjectionModule` or `MainActorModule`,
  /// or calls `configure`, unless its name ends with `Tests`; `registry.declareTypes` adds a Swift module, or leaves
  /// types out. A clean report counts the types, and each one names what was not looked at: generic types without an object,
  /// other Swift modules that have types with marks, those that are built without reflection metadata. Look-ups outside of
  /// factories are not seen. On Apple's platforms the code that finds types was never run.
  ///
  /// **Marks.** An object tells the key of a mark: a sample, or one that was injected before. Without one the mark is taken
  /// to ask for its property's name, else for its type alone; that of a list, else for all values. A mark that nothing
  /// answers is a warning then, which names the sample that makes it certain, or an error, if it is required and no binding
  /// fits.
  ///
  /// **Actors.** A type is taken to belong to the actor that its values need. Values of two actors are an error.
  ///
  /// What only an injection tells, such as whether the product of a factory fits, is
  /// ``ValidationReport/Severity/unverified``. What a factory looks up, throws or returns is seen by `rehearse` only.
  ///
  /// A binding that does not fit a property with `optional: true`, or may be meant for it, is a warning, and so is a
  /// registered instance with a nil property that a binding would fill: the injector does not fill instances. So are two
  /// bindings of a name that fit equally well, and an override that does not fit where its name is asked for, now or in a
  /// look-up before: no injection reports them, but those of `rehearse` and of a test with the trait. A key path
  /// that leads to another property than its name says is found for a struct only.
  ///
  /// Cost: a few microseconds for each property and each binding. A type that no binding has exactly, and the explanation
  /// of a missing binding, look at every binding once; a scoped instance looks at all that it holds. The first check of a
  /// process takes some tenths of a millisecond for some thousand types, among which it finds those with marks.
  ///
  /// - Parameters:
  ///   - samples: Further types to check, or objects of them.
  ///   - isolation: The actor of the calling code.
  /// - Returns: All findings, the gravest first.
  public func validate(
    including samples: Any..., isolation: isolated (any Actor)? = #isolation
  ) -> ValidationReport {
    report { Validator($0, including: samples, on: Isolation(actor: isolation)).report }
  }

  /// Checks the configuration of the shared injector.
  public static func validate(
    including samples: Any..., isolation: isolated (any Actor)? = #isolation
  ) -> ValidationReport {
    shared.report { Validator($0, including: samples, on: Isolation(actor: isolation)).report }
  }

  /// The report of a check of the injector that calls ask here; of none, that the shared one is not configured.
  private func report(of check: (PropertyInjector) -> ValidationReport) -> ValidationReport {
    let injector = replacementOrSelf
    if injector.role != .unconfigured { return check(injector) }
    return ValidationReport(
      findings: [.init(.error, InjectionIssue(.notConfigured))], omittedModules: [], extent: "",
      omitted: [])
  }

  /// Makes every value once, in an override of which nothing stays, and fills every sample.
  ///
  /// ```swift
  /// try PropertyInjector.rehearse().requireClean()
  /// ```
  ///
  /// It runs each factory and initializer that takes no run-time arguments, a note names the others, and injects each
  /// sample, `registry.declare { Board() }`. What injections would report is a finding, and so is a struct with marks in
  /// a sample that no injection has filled. The keys of types without a sample, which the report names, are looked up as
  /// by `validate`. A sample that lacks a required property is not made, or its hook is not called. What belongs to an
  /// actor is made if the call runs on it. Else it is unverified, and so is a value that comes on another actor only, an
  /// actor, which injects itself, and what is kept for a request, where there is none: rehearse within one.
  ///
  /// What a newer layer goes before, such as a fake of its name, is made only if something asks for it. A value that
  /// another injector keeps is also made from the bindings of that one. What factories do elsewhere, such as writing a
  /// file, happens. Within the overrides of a test the fakes take part. Lazy properties are not read, but required ones
  /// of samples are filled. It sees no more than the code that runs: another path of a factory may ask for something
  /// else.
  ///
  /// - Parameter isolation: The actor of the calling code.
  /// - Returns: All findings, the gravest first.
  public func rehearse(isolation: isolated (any Actor)? = #isolation) -> ValidationReport {
    report { Rehearsal.report(of: $0, on: isolation) }
  }

  /// Rehearses with the shared injector, see the method of the same name.
  public static func rehearse(
    isolation: isolated (any Actor)? = #isolation
  ) -> ValidationReport {
    shared.rehearse(isolation: isolation)
  }

  /// Explains what fills each property of an object, or of a type, and why nothing does.
  ///
  /// ```swift
  /// print(injector.explain(player))
  /// print(injector.explain(Player.self))
  /// ```
  ///
  /// The answer is the one that an injection gives here, on the actor of the calling code. No factory, initializer,
  /// getter or `description` of the program runs, only the sample of a type that is asked about and the `provider` of a
  /// `Constructible` type. Marks without an object count as in `validate`. Nothing changes, and nothing is reported.
  /// Whether a property is nil is told only if it is marked, or declared and stored, strongly, in the object's own class,
  /// and if the calling code may inject the object. Nothing else is read.
  ///
  /// - Parameters:
  ///   - subject: A class instance, a struct, or a type.
  ///   - isolation: The actor of the calling code.
  /// - Returns: A row for each property; printed, a table.
  public func explain(
    _ subject: Any, isolation: isolated (any Actor)? = #isolation
  ) -> InjectionExplanation {
    replacementOrSelf.explanation(of: subject, on: Isolation(actor: isolation))
  }

  /// Explains what the shared injector fills, see the method of the same name.
  public static func explain(
    _ subject: Any, isolation: isolated (any Actor)? = #isolation
  ) -> InjectionExplanation {
    shared.replacementOrSelf.explanation(of: subject, on: Isolation(actor: isolation))
  }

  /// The wiring of the configuration, as data and as a picture.
  ///
  /// ```swift
  /// try injector.graph().dot.write(toFile: "injection.dot", atomically: true, encoding: .utf8)
  /// ```
  ///
  /// It shows what `validate` checks: the types with their properties, the bindings that fill them, their arguments and
  /// aliases, what decorates what, and modules as frames. Costs about as much as a validation. The idea is Guice's grapher.
  ///
  /// - Parameters:
  ///   - samples: Further types to draw, or objects of them.
  ///   - isolation: The actor of the calling code.
  public func graph(
    including samples: Any..., isolation: isolated (any Actor)? = #isolation
  ) -> InjectionGraph {
    GraphBuilder.graph(of: replacementOrSelf, including: samples, on: Isolation(actor: isolation))
  }

  /// The wiring around a type: what its properties lead to, what is registered for it, and what else leads there.
  ///
  /// ```swift
  /// print(injector.graph(around: Board.self, depth: 2).mermaid)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type in the middle.
  ///   - depth: How many bindings the picture goes in each direction.
  ///   - isolation: The actor of the calling code.
  public func graph(
    around type: Any.Type, depth: Int = 2, isolation: isolated (any Actor)? = #isolation
  ) -> InjectionGraph {
    GraphBuilder.graph(
      of: replacementOrSelf, including: [], on: Isolation(actor: isolation), around: type,
      depth: depth)
  }

  /// The wiring of the shared injector around a type, see the method of the same name.
  public static func graph(
    around type: Any.Type, depth: Int = 2, isolation: isolated (any Actor)? = #isolation
  ) -> InjectionGraph {
    shared.graph(around: type, depth: depth, isolation: isolation)
  }

  /// The wiring of the shared injector's configuration, see the method of the same name.
  public static func graph(
    including samples: Any..., isolation: isolated (any Actor)? = #isolation
  ) -> InjectionGraph {
    GraphBuilder.graph(
      of: shared.replacementOrSelf, including: samples, on: Isolation(actor: isolation))
  }
}
