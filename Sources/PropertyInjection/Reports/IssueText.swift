/// The text of an issue.
///
/// A headline says what happened, lines below it say where and what is near, and the last line says
/// how to fix it. Lines without content are left out.
package enum IssueText {
  static func text(of issue: InjectionIssue) -> String {
    let words = issue.words
    var lines = [words.headline]
    @inline(never)  // Called for each line.
    func add(_ label: String, _ text: String?) {
      guard let text else { return }
      lines.append("  " + label + String(repeating: " ", count: max(1, 15 - label.count)) + text)
    }
    // A module that is not installed is named by the headline.
    let module = issue.kind == .unknownModule ? nil : issue.module
    add(
      words.place ?? (issue.isAboutBinding ? "registered at" : "declared at"),
      place(issue.location, module))
    add("made by", issue.signature)
    // A path that starts like the chain repeats it, and is left out.
    if issue.path.count > 1, issue.path.first != issue.kind.chain.first {
      add("for", shortened(issue.path))
    }
    add(
      words.call ?? (issue.isAboutBinding ? "asked for at" : "injected at"),
      issue.injectionLocation?.description)
    for (index, related) in issue.related.enumerated() {
      add(index == 0 ? words.related : "", related.text(isQualified: issue.hasNamesake))
    }
    add("to fix", words.remedy)
    return lines.joined(separator: "\n")
  }

  /// A place in the code, and the module that it belongs to.
  static func place(_ location: CodeLocation?, _ module: String?) -> String? {
    location.map { place in
      module.map { "\(place), module \(TypeName.shown($0))" } ?? place.description
    }
  }

  /// The links of a chain; of a long chain only those at both ends.
  package static func shortened(_ links: [String], by separator: String = " -> ") -> String {
    ends(of: links).joined(separator: separator)
  }

  @inline(never)  // Each caller would have a copy of it.
  static func ends(of links: [String]) -> [String] {
    let end = 8
    guard links.count > 2 * end + 1 else { return links }
    return links.prefix(end) + ["(\(links.count - 2 * end) more)"] + links.suffix(end)
  }
}

/// The words of a report.
package struct IssueWords {
  /// What happened.
  package let headline: String
  /// How to fix it.
  let remedy: String
  /// The label of the related bindings or declarations.
  let related: String
  /// The label of the issue's own place; nil for the usual one.
  let place: String?
  /// The label of the place of the call; nil for the usual one.
  let call: String?

  package init(
    _ headline: String, toFix remedy: String, related: String = "binding", place: String? = nil,
    call: String? = nil
  ) {
    self.headline = headline
    self.remedy = remedy
    self.related = related
    self.place = place
    self.call = call
  }
}

// Names and types.
extension InjectionIssue {
  /// Whether the issue's place is that of a registration.
  var isAboutBinding: Bool { ownerType == nil && (valueType != nil || name != nil) }

  package var ownerText: String { ownerType.map(TypeName.of) ?? "?" }

  package var typeText: String {
    valueType.map { hasNamesake ? TypeName.qualified($0) : TypeName.of($0) } ?? "?"
  }

  /// Whether a binding that is near has another type of the same name, of another module or within another type.
  var hasNamesake: Bool {
    guard let valueType else { return false }
    return related.compactMap(\.type).contains {
      $0 != valueType && TypeName.of($0) == TypeName.of(valueType)
    }
  }

  /// What a remedy registers for it: `a value of type any Clock`; for an array that collects what fits its elements, also
  /// that.
  package var aValue: String {
    let type = asksOwnName || lookedUpName == nil ? valueType : nil
    let elements = type.flatMap { TypeMetadata($0).listedType }
    return (elements.map { "what fits its elements, \(TypeName.of($0)), or " } ?? "")
      + "a value of type \(typeText)"
  }

  /// `Player.clock`.
  package var propertyText: String { "\(ownerText).\(name.map(TypeName.ofProperty) ?? "?")" }

  /// The property's name in a key path of the program: `clock`.
  var plainName: String { name.map(TypeName.shown) ?? "name" }

  /// `"clock"`.
  package var quotedName: String { TypeName.quoted(lookedUpName ?? name ?? "") }

  /// The injector that a look-up was made in, if it is not the asking one.
  var whereKept: String { keeper == nil ? "" : " in the injector that keeps the object" }

  /// The end of a remedy, which may name a near binding.
  package var orAsk: String {
    if let keeper {
      return
        " there, or let the injector with the other one keep a \(keeper) of its own, with setScope."
    }
    if let suggestion { return ", or ask for \(TypeName.quoted(suggestion))." }
    if name != nil, valueType.flatMap({ TypeMetadata($0).wrappedType }) != nil {
      return ", or leave out a ?: a @Required property has none, and an @Injected one has one."
    }
    // Of bindings without a name only those that fit are near a name.
    let unnamed = lookedUpName == nil ? nil : related.first { $0.name == nil }?.type
    guard let unnamed, let wanted = valueType else { return "." }
    if unnamed == wanted { return ", or leave out the name: it is registered without one." }
    // That a value is a text, or a number, does not say that it is meant.
    if TypeName.isCommon(wanted) { return "." }
    let name = hasNamesake ? TypeName.qualified(unnamed) : TypeName.of(unnamed)
    return TypeMatching.fit(of: unnamed, to: wanted).map { $0 <= .known } == true
      ? ifRegistered(name)
      : ", or let it be of the type \(name), which is registered."
  }

  /// The end of a remedy, for a binding that is of its own type alone.
  func ifRegistered(_ type: String) -> String {
    ": \(type) fits, if it is registered as \(typeText)."
  }

  /// The end of a remedy for a marked property: its key may be another one, or it may be optional.
  ///
  /// The place in the code of a plain mark is not known; of a required one an injection knows it.
  var ofMark: String {
    if isOfUnknownMark { return " If its mark writes out a key, under that." }
    return isOfPlainMark || ownerType != nil && location == nil && keeper == nil && !isForecast
      ? " If there may be none, mark it optional: true." : ""
  }

  /// The end of the remedy of a decorator: its key may be the type of the wrapper, which the closure returns.
  var orReturn: String {
    let meant = related.first { lookedUpName != nil && $0.name != nil && $0.type != valueType }
    if suggestion == nil, let meant {
      return ", or decorate \(meant.key), with a closure that returns \(meant.key.typeName)."
    }
    return lookedUpName != nil || valueType.map(TypeKind.init) == .existential
      ? orAsk
      : "; if it wraps the value of a protocol, let the closure return it as that, as any P."
  }

  /// The end of a headline, if the type alone might have answered.
  package var norAlone: String { asksOwnName ? ", nor for its type alone, \(typeText)" : "" }

  /// The name that a registration needs; none if the type alone is enough, and says enough.
  package var underName: String {
    asksOwnName && valueType.map(TypeName.isCommon) == false ? "" : " under \(quotedName)"
  }

  /// `Player.clock stayed nil`, or for a look-up without an object `No instance of Clock`.
  package var stayedNil: String {
    if ownerType != nil { return "\(propertyText) \(isForecast ? "stays" : "stayed") nil" }
    return name.map { "No instance for \(TypeName.quoted($0)): \(typeText)" }
      ?? "No instance of \(typeText)"
  }

  /// The wanted and the found type, distinguishable even if both have the same name.
  ///
  /// - Parameter found: Left out, that of the binding of the name.
  @inline(never)  // Only reports need it.
  func typeTexts(_ found: Any.Type? = nil) -> (wanted: String, found: String) {
    let found = found ?? related.first { $0.name == lookedUpName }?.type
    guard let wanted = valueType, let found else { return (typeText, "?") }
    let names = (wanted: TypeName.of(wanted), found: TypeName.of(found))
    guard names.wanted == names.found else { return names }
    return (TypeName.qualified(wanted), TypeName.qualified(found))
  }
}
