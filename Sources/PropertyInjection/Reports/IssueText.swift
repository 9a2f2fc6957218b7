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
      add(index == 0 ? words.related : "", related.description)
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
///
/// In those of the kinds of this module a name in braces, such as {owner}, stands for a part of the issue, see
/// ``InjectionIssue/Part``.
package struct IssueWords {
  /// What happened.
  package var headline: String
  /// How to fix it.
  var remedy: String
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

extension InjectionIssue {
  /// The words of its kind, with the issue's own names and types.
  package var words: IssueWords {
    if case .other(let other) = kind {
      return other.words?(self) ?? IssueWords(other.name, toFix: "")
    }
    var words = template
    words.headline = filled(words.headline)
    words.remedy = filled(words.remedy)
    return words
  }

  /// A text in which each part in braces has been replaced; what a part brings along is not looked at again.
  private func filled(_ template: String) -> String {
    var text = ""
    var rest = template[...]
    while let start = rest.firstIndex(of: "{") {
      text += rest[..<start]
      rest = rest[start...].dropFirst()
      // Other braces are code.
      if let end = rest.firstIndex(of: "}"), let part = Part(rawValue: String(rest[..<end])) {
        text += self.text(of: part)
        rest = rest[end...].dropFirst()
      } else {
        text += "{"
      }
    }
    return text + rest
  }
}

extension InjectionIssue {
  /// A part of an issue that its words name in braces, such as {owner}.
  enum Part: String {
    // The property, the binding or the look-up.
    case stayedNil, property, owner, key, name, plainName, type
    case wanted, found
    case module, whereKept, norAlone, underName
    // Near bindings.
    case suggestion, staticProperty, orAsk, orReturn, ofMark
    // What the kind carries.
    case chain, lastLink, lastLinks, depth
    case actor, callActor, onNoActor, confinement
    case argument, argumentType, wayToArgument, otherWays
    case parameters, arguments, surplus
    case cause, remedyOfCause
  }

  func text(of part: Part) -> String {
    switch part {
    case .stayedNil: stayedNil
    case .property: propertyText
    case .owner: ownerText
    case .key: key.description
    case .name: quotedName
    case .plainName: name.map(TypeName.shown) ?? "name"
    case .type: typeText
    case .wanted: typeTexts(kind.found).wanted
    case .found: typeTexts(kind.found).found
    case .module: module.map(TypeName.shown) ?? "?"
    case .whereKept: whereKept
    case .norAlone: norAlone
    case .underName: underName
    case .suggestion: suggestion.map(TypeName.quoted) ?? "?"
    case .staticProperty: suggestion.map(TypeName.shown) ?? "?"
    case .orAsk: orAsk
    case .orReturn: orReturn
    case .ofMark: ofMark
    case .chain: IssueText.shortened(kind.chain)
    case .lastLink: kind.chain.last ?? "the last key"
    case .lastLinks: kind.chain.suffix(3).joined(separator: " -> ")
    case .depth: if case .tooDeep(_, let depth) = kind { "\(depth)" } else { "?" }
    case .actor: kind.actors.required
    case .callActor: kind.actors.call ?? "no actor"
    case .onNoActor: kind.actors.call == nil ? onNoActor : ""
    case .confinement:
      kind.actors.required == "MainActor" ? "onMainActor { }" : "confined(to:) { }"
    case .argument:
      kind.argument.map { "argument \($0.position), \(TypeName.of($0.type.type))" } ?? "?"
    case .argumentType: kind.argument.map { TypeName.of($0.type.type) } ?? "?"
    case .wayToArgument: IssueText.shortened(kind.argument?.way.path ?? [], by: ", which lacks ")
    case .otherWays: kind.argument?.otherWays ?? ""
    case .parameters, .arguments, .surplus: kind.types(part)
    case .cause: cause?.headline ?? kind.thrown?.details ?? "?"
    case .remedyOfCause: cause?.remedy ?? ""
    }
  }

  /// The words of the issue that is the cause of this one, as the report of a look-up says it.
  private var cause: IssueWords? {
    if case .unresolvedArgument(let argument, let reason) = kind {
      var missing = InjectionIssue(reason)
      missing.key = BindingKey(argument.name, argument.type.type)
      var words = missing.words
      words.headline = words.headline.replacing("\(missing.stayedNil): ", with: "")
      return words
    }
    if case .incomplete(let issue?) = kind { return issue.words }
    return (kind.thrown?.error as? InjectionIssue)?.words
  }
}

extension InjectionIssue.Kind {
  /// The actor that something belongs to, and that of the call; nil for none.
  var actors: (required: String, call: String?) {
    switch self {
    case .wrongActor(let required, let call), .bindingOnAnotherActor(let required, let call):
      (required, call)
    case .conformanceOnAnotherActor(let call), .hookOnAnotherActor(let call): ("?", call)
    case .mayLeaveActor(let required), .accessedOnAnotherActor(let required): (required, nil)
    default: ("?", nil)
    }
  }

  fileprivate var argument: InjectionIssue.Argument? {
    if case .unresolvedArgument(let argument, _) = self { argument } else { nil }
  }

  fileprivate var found: Any.Type? {
    if case .productDoesNotFit(let found) = self { found.type } else { nil }
  }

  /// The types that are wanted, those that were given, or those that are too many.
  fileprivate func types(_ part: InjectionIssue.Part) -> String {
    switch self {
    case .wrongArguments(let wanted, let given):
      TypeName.list(part == .arguments ? given.map { $0?.type } : wanted.map(\.type))
    case .surplusArguments(let types):
      types.map { TypeName.of($0.type) }.joined(separator: ", ")
    default: "?"
    }
  }
}

// Names and types.
extension InjectionIssue {
  /// Whether the issue's place is that of a registration.
  var isAboutBinding: Bool { ownerType == nil && (valueType != nil || name != nil) }

  package var ownerText: String { ownerType.map(TypeName.of) ?? "?" }

  package var typeText: String { valueType.map(TypeName.of) ?? "?" }

  /// The end of a remedy, if the call runs on no actor.
  private var onNoActor: String {
    ["MainActor", "?"].contains(kind.actors.required)
      ? " An initial value or a default argument runs on no actor; code of the main actor passes isolation: MainActor.shared there."
      : " The initial value of a property runs on no actor."
  }

  /// `Player.clock`.
  package var propertyText: String { "\(ownerText).\(name.map(TypeName.ofProperty) ?? "?")" }

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
    if ownerType != nil, valueType is any Collecting.Type {
      return ", or ask with .all for all that fit its elements."
    }
    // Of bindings without a name only those that fit are near a name.
    let unnamed = lookedUpName == nil ? nil : related.first { $0.name == nil }?.type
    guard let unnamed, let wanted = valueType else { return "." }
    if unnamed == wanted { return ", or leave out the name: it is registered without one." }
    // That a value is a text, or a number, does not say that it is meant.
    if TypeName.isCommon(wanted) { return "." }
    let name = TypeName.of(unnamed)
    return TypeMatching.fit(of: unnamed, to: wanted).map { $0 <= .known } == true
      ? ": \(name) fits, if it is registered as \(typeText)."
      : ", or ask for .byType, for which \(name) has a value of that type."
  }

  /// The end of a remedy for a marked property: its key may be another one, or it may be optional.
  ///
  /// The place in the code of a plain mark is not known; of a required one an injection knows it.
  private var ofMark: String {
    if isOfUnknownMark { return " If its mark writes out a key, under that." }
    return isOfPlainMark || ownerType != nil && location == nil && keeper == nil && !isForecast
      ? " If there may be none, mark it optional: true." : ""
  }

  /// The end of the remedy of a decorator: its key may be the type of the wrapper, which the closure returns.
  var orReturn: String {
    lookedUpName != nil || valueType.map(TypeKind.init) == .existential
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
  /// - Parameter found: Nil for that of the binding of the name.
  @inline(never)  // Only reports need it.
  func typeTexts(_ found: Any.Type?) -> (wanted: String, found: String) {
    let found = found ?? related.first { $0.name == lookedUpName }?.type
    guard let wanted = valueType, let found else { return (typeText, "?") }
    let names = (wanted: TypeName.of(wanted), found: TypeName.of(found))
    guard names.wanted == names.found else { return names }
    return (TypeName.qualified(wanted), TypeName.qualified(found))
  }
}
