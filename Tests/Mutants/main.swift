import Foundation

// Changes the sources of the library one place at a time, and looks whether a test notices.
// CONTRIBUTING.md says when to run it; `--help` says how.

let options = Options(Array(CommandLine.arguments.dropFirst(2)))
let root = CommandLine.arguments[1]
var session = Session(options, root: root)
if options.isList {
  session.list()
} else {
  // One at a time: there is one copy of the package.
  let lock = open(root + "/.build/mutants/lock", O_CREAT | O_RDWR, 0o600)
  guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { fail("Another run is under way.") }
  ChildProcess.endWithThisProgram()
  do {
    try session.run()
  } catch {
    fail("\(error)")
  }
}
