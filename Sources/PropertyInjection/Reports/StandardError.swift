/// The default destination of reports.
enum StandardError {
  /// Writes the issue's text, marked with the library's name.
  static func report(_ issue: InjectionIssue) {
    var text = "PropertyInjection: \(issue)\n"
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = writeToFileDescriptor(
          2, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard written > 0 else { return }
        rest = rest.dropFirst(written)
      }
    }
  }
}

// The standard library has no standard error, and the module imports no platform library. `write`
// is one symbol on every POSIX system and on WASI; it takes and returns plain words.
@_silgen_name("write")
private func writeToFileDescriptor(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int
