// The words of the kinds that need more than a sentence.

extension IssueWords {
  /// A value without a scope is made anew for each property, and one that an argument asks for is not there yet.
  package static let remedyOfCycle =
    "let one of them get the other as a property, not as an argument, and keep it, an object of a class, in a scope, such as .singleton."
}

extension InjectionIssue {
  // Only the elements of a collection can be injected, and no key path can be written to the properties of an actor.
  var wordsOfNothingDeclared: IssueWords {
    if let suggestion {
      IssueWords(
        """
        Nothing was injected: no property is declared for an object of \(ownerText), and \(TypeName.shown(suggestion)) is a static \
        property.
        """, toFix: "injectDependencies(toStaticPropertiesOf: \(ownerText).self).")
    } else if ownerType is any Collection.Type {
      IssueWords(
        "Nothing was injected: \(ownerText) is a collection.",
        toFix: "injectDependencies(toEach:) injects its elements.")
    } else {
      IssueWords(
        "Nothing was injected: no property is declared for \(ownerText).",
        toFix: isOfActor
          ? "mark a property @Injected and build with reflection."
          : ownerType.map(TypeKind.init) == .metatype
            ? #"registry.declare("name", \\#(ownerText).name)."#
            : #"""
            mark a property @Injected and build with reflection, or registry.declare("name", \\#(ownerText).name); if there \#
            is nothing to fill, registry.declare(\#(ownerText).self).
            """#)
    }
  }

  var isOfActor: Bool { ownerType.map { TypeMetadata($0).isActor } ?? false }

  /// Whether a closure was found that the compiler would convert to the wanted type.
  var isOfConvertedClosure: Bool {
    guard valueType.map({ TypeMetadata($0).isFunction }) == true else { return false }
    let types = typeTexts()
    let found = types.found.replacing("@Sendable ", with: "")
    return found == types.wanted || found.replacing(" ->", with: " throws ->") == types.wanted
  }

  func wordsOfWrongActor(_ actor: String, _ callActor: String?) -> IssueWords {
    let subject = location == nil ? "\(ownerText) belongs to" : "\(propertyText) is declared on"
    let confinement = actor == "MainActor" ? "onMainActor { }" : "confined(to:) { }"
    let otherWay =
      location == nil
      ? "" : ", or declare the property outside of \(confinement) if it belongs to no actor"
    return IssueWords(
      "Nothing was done: \(subject) \(actor), and the call runs on \(callActor.map { $0 == actor ? "another \($0)" : $0 } ?? "no actor").",
      toFix: """
        make the call in code that is isolated to \(actor)\(otherWay).\(remedy(on: callActor, of: actor))
        """, call: "called at")
  }

  /// The end of a remedy, if the call runs on no actor.
  ///
  /// - Parameter actor: The one that it has to run on; left out, it is not known.
  func remedy(on callActor: String?, of actor: String = "MainActor") -> String {
    if callActor != nil { return "" }
    return actor == "MainActor"
      ? " An initial value or a default argument runs on no actor; code of the main actor passes isolation: MainActor.shared there."
      : " The initial value of a property runs on no actor."
  }

  func wordsOfMisfit(_ types: (wanted: String, found: String)) -> IssueWords {
    IssueWords(
      "\(stayedNil): the value for it is of type \(types.found), not \(types.wanted).",
      toFix: "give it a value of type \(types.wanted).")
  }

  func wordsOfWrongArguments(_ wanted: [TypeIdentity], _ given: [TypeIdentity?]) -> IssueWords {
    let parameters = TypeName.list(wanted.map(\.type))
    let arguments = given.isEmpty ? "none were" : TypeName.list(given.map { $0?.type }) + " was"
    return if ownerType != nil {
      IssueWords(
        "\(stayedNil): its binding takes the run-time arguments \(parameters), which only a look-up gives.",
        toFix: "look it up with them and set the property, or give its arguments another way.")
    } else if wanted.isEmpty {
      IssueWords(
        "\(stayedNil): it takes no run-time arguments, and \(arguments) given.",
        toFix: "leave them out, or let it be registered with .dynamic for each.")
    } else {
      IssueWords(
        "\(stayedNil): it is made with the arguments \(parameters), and \(arguments) given.",
        toFix: "make it with \(parameters), in that order.")
    }
  }

  /// The words for the argument of a value, or of the value of a property.
  func wordsOfMissing(_ argument: Argument, _ reason: Kind) -> IssueWords {
    let text = "argument \(argument.position), \(argument.type)"
    let way = IssueText.shortened(argument.path, by: ", which lacks ")
    let headline =
      switch (argument.isOptional, isForecast) {
      case _ where ownerType != nil: "\(stayedNil): its binding lacks \(way)"
      case (true, false): "\(typeText) was made with nil as \(text)"
      case (true, true): "\(typeText) is made with nil as \(text)"
      case (false, false): "\(typeText) was not made, because it lacks \(text)"
      case (false, true): "\(typeText) cannot be made, because it lacks \(text)"
      }
    // As the report of a look-up says it.
    var missing = InjectionIssue(reason)
    missing.key = BindingKey(argument.name, argument.type.type)
    missing.lookedUpName = argument.name
    let cause = missing.words.headline.replacing("\(missing.stayedNil): ", with: "")
    let remedy =
      switch reason {
      case .ambiguousType:
        related.allSatisfy { $0.name == nil }
          ? "register one of them as \(argument.type)." : "ask for one of them, with .key."
      case .wrongArguments:
        """
        make the value in a factory that hands the arguments on: { injector in ... \
        injector.instance(of: \(argument.metatype), ...) }.
        """
      case .factoryGaveNil, .initializerGaveNil, .boundToNil:
        "let its binding give a value, or make the parameter optional."
      case .placeholder:
        "register a value of type \(argument.type)\(argument.underName) in the test."
      default:
        "register \(missing.aValue)\(argument.otherWays)."
          + (argument.isOptional
            ? " If there is to be none, bind its key to nil, registry.registerNil." : "")
      }
    return IssueWords(
      "\(headline): \(cause)", toFix: remedy,
      related: ownerType != nil ? "binding" : reason == .ambiguousType ? "candidates" : "near")
  }
}

extension InjectionIssue.Argument {
  /// Its type in code: `(any Clock).self`.
  fileprivate var metatype: String {
    let name = type.description
    return name.hasPrefix("any ") ? "(\(name)).self" : "\(name).self"
  }

  /// The name in a remedy, if it is looked up by one: ` under "street"`.
  fileprivate var underName: String { name.map { " under \(TypeName.quoted($0))" } ?? "" }

  /// How else its value may come, in the words of a remedy.
  var otherWays: String {
    // `.initializer` takes a parameter with a default value, such as a number or a text, as well.
    let remedyOfDefault =
      name == nil && TypeName.qualified(type.type).hasPrefix("Swift.")
      ? "; if it has a default value, call the initializer in a closure" : ""
    let otherWay =
      if let suggestion {
        ", or ask for .key(.named(\(TypeName.quoted(suggestion)), \(metatype)))"
      } else {
        name == nil ? ", or give the argument as .key, .value or .dynamic" : ""
      }
    return underName + otherWay + remedyOfDefault
  }
}

extension ThrownError {
  /// The end of a sentence that names the error, with its details.
  package var sentence: String { details.hasSuffix(".") ? details : details + "." }

  /// The error in a report with what it carries: `DatabaseError.locked(file: "a.db", code: 3)`.
  ///
  /// A struct or an enum that has a description, or is Foundation's, gives that. Else of a case texts, numbers and cases are
  /// shown, of a struct its texts and numbers, of all else the type; no code of the program runs then, and no reference is
  /// followed.
  private var details: String {
    let type = type(of: error)
    let metadata = TypeMetadata(type)
    // Not `NSError`, which may contain itself.
    guard metadata.isStruct || metadata.isEnum else { return text }
    if TypeName.isOfFoundation(TypeName.module(of: type)) { return "\(text): \(error)" }
    if type is any CustomStringConvertible.Type { return "\(text): \(TypeName.shown("\(error)"))" }
    if type is any CustomDebugStringConvertible.Type || type is any CustomReflectable.Type {
      return text
    }
    func parts<Value>(_ value: Value) -> [String] {
      metadata.isStruct ? Self.fields(of: value) : Self.carried(by: value)
    }
    let parts = _openExistential(error, do: parts)
    return parts.isEmpty ? text : "\(text)(\(IssueText.ends(of: parts).joined(separator: ", ")))"
  }

  // Not with `Mirror`, which would retain what an `unowned` property refers to.
  private static func fields<Value>(of value: Value) -> [String] {
    withUnsafePointer(to: value) { value in
      StoredField.all(of: Value.self, [Value.self]).compactMap { field in
        func read<Field>(_: Field.Type) -> Any {
          UnsafeRawPointer(value).load(fromByteOffset: field.offset, as: Field.self)
        }
        let type = field.fieldType
        guard type == String.self || plainTypes.contains(ObjectIdentifier(type)) else { return nil }
        return "\(field.label): \(shown(_openExistential(type, do: read)))"
      }
    }
  }

  private static func carried<Value>(by value: Value) -> [String] {
    // The only child of a case is what it carries, alone or as a tuple.
    guard let carried = Mirror(reflecting: value).children.first?.value else { return [] }
    guard TypeMetadata(type(of: carried)).isTuple else { return [shown(carried)] }
    return Mirror(reflecting: carried).children.map { part in
      (part.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? "") + shown(part.value)
    }
  }

  private static func shown(_ value: Any) -> String {
    guard let value = TypeMatching.flatten(value) else { return "nil" }
    let type = Swift.type(of: value)
    if type == String.self, let text = value as? String { return TypeName.quoted(text) }
    if plainTypes.contains(ObjectIdentifier(type)) { return "\(value)" }
    let name = TypeName.of(type)
    return TypeName.ofCase(value).map { "\(name).\($0)" } ?? name
  }

  private static let plainTypes = Set(
    ([
      Bool.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
      UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    ] as [Any.Type]).map { ObjectIdentifier($0) })
}
