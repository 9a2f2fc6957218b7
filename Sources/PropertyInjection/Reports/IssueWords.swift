/// The words of a report: what happened, how to fix it, and the labels of the lines between.
package struct IssueWords {
  /// What happened.
  let headline: String
  /// How to fix it.
  let remedy: String
  /// Further lines, below the place.
  let lines: [(label: String, text: String)]
  /// The label of the related bindings or declarations.
  let related: String
  /// The label of the place; nil for the one that says whether it is declared or registered there.
  let place: String?
  /// Whether the place is in the issue's module.
  let isPlaceInModule: Bool
  /// The label of the place of the call; nil for the one that says what was called.
  let call: String?

  package init(
    _ headline: String, toFix remedy: String, lines: [(label: String, text: String)] = [],
    related: String = "near", place: String? = nil,
    isPlaceInModule: Bool = true, call: String? = nil
  ) {
    self.headline = headline
    self.remedy = remedy
    self.lines = lines
    self.related = related
    self.place = place
    self.isPlaceInModule = isPlaceInModule
    self.call = call
  }
}
