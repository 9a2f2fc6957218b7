import PropertyInjection

extension PropertyInjector {
  /// Checks the configuration, before the first object exists.
  ///
  /// ```swift
  /// try PropertyInjector.validate().requireNoErrors()
  /// ```
  ///
  /// Every declared property, every argument of a registered initializer and every alias is looked
  /// up, as an injection does it, through all layers. No object is made, and no factory or
  /// initializer runs; a `Constructible` type that is needed is asked for its
  /// `provider`. Nothing is reported to the
  /// `issueHandler`: all findings are in the report, each with its severity, the places
  /// of both ends, what is near, and how to fix it.
  ///
  /// A key path that leads to another property than its name says is found here for a struct; that of
  /// a class does not tell.
  ///
  /// A fact that only an injection can tell is listed as ``ValidationReport/Severity/unverified``: a
  /// factory whose product may or may not be of the property's type, a value that comes on one
  /// actor only. Products and marks are learnt: what an injection has filled once is no finding any
  /// more. That a factory returns nil or throws is not reported.
  ///
  /// A property that may stay nil is declared with `optional: true`; a binding of its name that does not fit
  /// it is a warning. Types whose properties are all marked are known only if they are named, or declared as a
  /// whole, `registry.declare(Board.self)`. Of a type, also of one that a binding makes, it is assumed that a mark asks
  /// for its property's own name; a sample object tells for which key it asks, and is checked exactly:
  ///
  /// ```swift
  /// let report = injector.validate(including: Board(), Player.self)
  /// ```
  ///
  /// Registered instances are not injected by the library: those with a nil property that a binding
  /// would fill are listed. Samples and instances are read as by `explain`.
  ///
  /// Cost: linear in the declared properties and the bindings, a few microseconds for each property;
  /// one that asks for a type that no binding has exactly looks at every binding once, and a scoped instance looks at
  /// what it holds; so does the explanation of a missing binding, in a configuration of at most 2,000 names. May be called on any thread.
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
    guard injector.role != .unconfigured else {
      return ValidationReport(
        findings: [.init(severity: .error, issue: InjectionIssue(.notConfigured))])
    }
    return Validator.report(on: injector, including: samples, from: isolation)
  }

  /// Explains what fills each property of an object, or of a type, and why nothing does.
  ///
  /// ```swift
  /// print(injector.explain(player))
  /// print(injector.explain(Player.self))
  /// ```
  ///
  /// The answer is the one that an injection gives, found without making anything: no factory,
  /// initializer, getter or `description` of the program runs, nothing changes, and nothing is
  /// reported. Whether a property is nil is told only if it is marked, or declared and stored, strongly,
  /// in the object's own class, and if the calling code may inject the object. Nothing else is read.
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
  /// It shows what `validate` checks, found in the same way: the types for which
  /// properties are declared, the properties, the bindings that fill them, their arguments and
  /// aliases, and modules. Costs about as much as a validation. The idea is Guice's grapher.
  ///
  /// - Parameters:
  ///   - samples: Further types, whose properties are all marked, or objects of them, whose marks are exact.
  ///   - isolation: The actor of the calling code.
  public func graph(
    including samples: Any..., isolation: isolated (any Actor)? = #isolation
  ) -> InjectionGraph {
    GraphBuilder.graph(
      of: replacementOrSelf, including: samples, on: Isolation(actor: isolation))
  }

  /// The wiring of the shared injector's configuration, see the method of the same name.
  public static func graph(
    including samples: Any..., isolation: isolated (any Actor)? = #isolation
  ) -> InjectionGraph {
    GraphBuilder.graph(
      of: shared.replacementOrSelf, including: samples, on: Isolation(actor: isolation))
  }
}
