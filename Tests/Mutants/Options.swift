/// What is asked for on the command line.
struct Options {
  var count = 40
  var seed: UInt64 = 1
  var only: String?
  var kind: Kind?
  var mutant: String?
  var isList = false
  var isAnew = false
  var isForSurvivors = false

  static let help = """
    Changes the sources of the library one place at a time, and looks which test notices.

      --count N      how many changes that compile (40)
      --seed N       which ones (1); the same for the same seed and sources
      --only TEXT    in files whose path contains it
      --kind KIND    of one kind:
    \(Kind.allCases.map { "                     \($0.rawValue): \($0.words)" }.joined(separator: "\n"))
      --mutant ID    one change, by its file:line:column:kind
      --survivors    those of the seed again that survived last time
      --anew         also those whose result is known from an earlier run
      --list         only lists what could be changed
    """

  init(_ arguments: [String]) {
    var rest = arguments[...]
    func value(_ option: String) -> String {
      guard let value = rest.popFirst() else { fail("\(option) needs a value.") }
      return value
    }
    func number<Number: FixedWidthInteger>(_ option: String) -> Number {
      guard let number = Number(value(option)) else { fail("\(option) needs a number.") }
      return number
    }
    while let option = rest.popFirst() {
      switch option {
      case "--count": count = number(option)
      case "--seed": seed = number(option)
      case "--only": only = value(option)
      case "--kind":
        let name = value(option)
        guard let kind = Kind(rawValue: name) else {
          fail("There is no kind \(name).\n\(Self.help)")
        }
        self.kind = kind
      case "--mutant": mutant = value(option)
      case "--survivors": isForSurvivors = true
      case "--anew": isAnew = true
      case "--list": isList = true
      default: fail(Self.help)
      }
    }
  }

  func includes(_ mutant: Mutant) -> Bool {
    if let only, !mutant.file.contains(only) { return false }
    if let kind, mutant.kind != kind { return false }
    return true
  }
}
