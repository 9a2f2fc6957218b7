// Exported, so that a file which imports this module needs no second import; and left out of its documentation.
@_documentation(visibility: private) @_exported import PropertyInjection

extension PropertyInjector {
  /// Checks the configuration, before the first object exists.
  ///
  /// ```swift
  /// try PropertyInjector.validate().requireClean()
  /// ```
  ///
  /// Every declared property, every argument of a registered initializer, every property of what bindings make and every
  /// alias is looked up, as an injection does it, through all layers. No factory or initializer runs; the samples of
  /// types are made, `registry.declare { Board() }`, and a `Constructible` type that is needed is asked for
  /// its `provider`. For a sample that injects itself factories run, in an override that is dropped. Nothing is reported to the `issueHandler`: all findings are in the report, each with its severity,
  /// the places of both ends, what is near, and how to fix it.
  ///
  /// A key path that leads to another property than its name says is found here for a struct; that of
  /// a class does not tell.
  ///
  /// A fact that only an injection can tell is listed as ``ValidationReport/Severity/unverified``: a
  /// factory whose product may or may not be of the property's type, a value that comes on one
  /// actor only. Products and marks are learnt: what an injection has filled once is no finding any
  /// more. What a factory looks up, returns or throws is seen by `rehearse` only.
  ///
  /// A property that may stay nil is declared with `optional: true`; a binding of its name that does not fit
  /// it is a warning. Of a type without a sample, also of one that a binding makes, it is assumed that a mark asks
  /// for its property's own name. Registered instances are not injected by the library: those with a nil property that a
  /// binding would fill are listed. Samples and instances are read as by `explain`.
  ///
  /// Cost: a few microseconds for each property and each binding. Three things cost more. A property that asks for a type
  /// that no binding has exactly looks at every binding once. So does the explanation of a missing binding, in a
  /// configuration of at most 2,000 names. A scoped instance looks at all that it holds. May be called on any thread.
  ///
  /// - Parameters:
  ///   - samples: Further types to check, or objects of them.
  ///   - isolation: The actor of the calling code.
  /// - Returns: All findings, the gravest first.
  public func validate(
    including samples: Any..., isolation: isolated (any Actor)? = #isolation
  ) -> ValidationReport {
    report(including: samples, on: Isolation(actor: isolation))
  }

  /// Checks the configuration of the shared injector.
  public static func validate(
    including samples: Any..., isolation: isolated (any Actor)? = #isolation
  ) -> ValidationReport {
    shared.report(including: samples, on: Isolation(actor: isolation))
  }

  private func report(including samples: [Any], on isolation: Isolation) -> ValidationReport {
    let injector = replacementOrSelf
    return injector.role == .unconfigured
      ? .notConfigured : Validator.report(on: injector, including: samples, from: isolation)
  }

  /// Makes every value once, in an override of which nothing stays, and fills every sample.
  ///
  /// ```swift
  /// try PropertyInjector.rehearse().requireClean()
  /// ```
  ///
  /// `validate` runs no factory and no initializer, so it does not see what they look up, throw or give. A rehearsal
  /// runs them: each factory and initializer that takes no run-time arguments, a note names the others, and each sample,
  /// `registry.declare { Board() }`, which is injected. What injections would report is a finding, and so is a
  /// struct with marks in a sample that no injection has filled. A sample that lacks a required property is not made, or
  /// its hook is not called. What belongs to an actor is made if the call runs on it. Else it is listed as unverified,
  /// and so is a value that comes on another actor only, an actor, which injects itself, and what is kept for a request,
  /// where there is none: rehearse within one.
  ///
  /// What a newer layer goes before, such as a fake of its name, is made only if something asks for it. A value that
  /// another injector keeps is also made from the bindings of that one. Kept values are made anew, and dropped with the
  /// override; what factories do elsewhere, such as writing a file, happens. Within the overrides of a test the fakes take
  /// part. Lazy properties are not read, but required ones of samples are filled. It sees no more than the code that runs:
  /// another path of a factory may ask for something else.
  ///
  /// - Parameter isolation: The actor of the calling code.
  /// - Returns: All findings, the gravest first.
  public func rehearse(isolation: isolated (any Actor)? = #isolation) -> ValidationReport {
    let injector = replacementOrSelf
    return injector.role == .unconfigured
      ? .notConfigured : Rehearsal.report(of: injector, on: isolation)
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
  /// The answer is the one that an injection gives here, on the actor of the calling code, found without making
  /// anything: no factory, initializer, getter or `description` of the program runs, only the sample of a type that is
  /// asked about and the `provider` of a `Constructible` type. Nothing changes, and nothing is reported. Whether a
  /// property is nil is told only if it is marked, or declared and stored, strongly, in the object's own class, and if
  /// the calling code may inject the object. Nothing else is read.
  /// Costs microseconds for each property; it is meant for people.
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
  /// It shows what `validate` checks, found in the same way: the types that are declared, have a sample, or are made by a
  /// binding, with their properties, the bindings that fill them, their arguments and aliases, what decorates what, and
  /// modules as frames. Costs about as much as a validation. The idea is Guice's grapher.
  ///
  /// - Parameters:
  ///   - samples: Further types, whose properties are all marked, or objects of them, whose marks are exact.
  ///   - isolation: The actor of the calling code.
  public func graph(
    including samples: Any..., isolation: isolated (any Actor)? = #isolation
  ) -> InjectionGraph {
    GraphBuilder.graph(of: replacementOrSelf, including: samples, on: Isolation(actor: isolation))
  }

  /// The wiring around a type: what its properties lead to, and what else leads there.
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
