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
