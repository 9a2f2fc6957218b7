import Foundation

/// The process that runs, which ends with this program.
// Unsafe: written by the one thread, and read by the handler of signals.
nonisolated(unsafe) private var runningProcess: pid_t = 0

/// A process in a group of its own, whose output is read line by line.
struct ChildProcess {
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
    /// The reader of its lines has seen enough.
    case stopped
    case timeout
  }

  /// The program and its arguments.
  let command: [String]
  var folder: String
  /// In seconds of processor time where the platform tells it, so that a machine that does something else,
  /// too, ends nothing too early; else in seconds.
  var timeout: Double
  /// In megabytes; nil for no limit.
  var memory: Int?

  /// Runs it until it ends, its time is over, or the reader of its lines returns false; then nothing is
  /// left of it and of what it has started.
  func run(_ readLine: (Substring) -> Bool) -> Ending {
    let output = Pipe()
    let id = spawn(writingTo: output)
    runningProcess = id
    defer { runningProcess = 0 }
    var limit = TimeLimit(of: id, timeout)
    let ending = read(output.fileHandleForReading.fileDescriptor, within: &limit, readLine)
    if let ending {
      end(id)
      _ = wait(for: id)
      return ending
    }
    // It has closed its output; it may still run.
    while !limit.isOver {
      if let ending = wait(for: id, WNOHANG) {
        kill(-id, SIGKILL)
        return ending
      }
      usleep(5000)
    }
    end(id)
    _ = wait(for: id)
    return .timeout
  }

  /// Ends what runs when this program is told to end.
  static func endWithThisProgram() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in
        if runningProcess > 0 { kill(-runningProcess, SIGKILL) }
        _exit(130)
      }
    }
  }

  private func spawn(writingTo output: Pipe) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      try? output.fileHandleForWriting.close()
    }
    for descriptor in [Int32(1), 2] {
      posix_spawn_file_actions_adddup2(
        &actions, output.fileHandleForWriting.fileDescriptor, descriptor)
    }
    for end in [output.fileHandleForReading, output.fileHandleForWriting] {
      posix_spawn_file_actions_addclose(&actions, end.fileDescriptor)
    }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    // No color, which the tests use in a pipe. Processor time is limited, should something escape the end of the
    // group.
    let limits =
      "export NO_COLOR=1; ulimit -t 900; " + (memory.map { "ulimit -v \($0 * 1024); " } ?? "")
    let script = "cd \"$0\" && \(limits) exec nice \"$@\" < /dev/null"
    let arguments = (["/bin/bash", "-c", script, folder] + command).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id: pid_t = 0
    guard posix_spawn(&id, "/bin/bash", &actions, &attributes, arguments, environ) == 0 else {
      fail("\(command[0]) cannot be started.")
    }
    return id
  }

  /// Reads lines; nil if the output has ended.
  private func read(
    _ descriptor: Int32, within limit: inout TimeLimit, _ readLine: (Substring) -> Bool
  ) -> Ending? {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      guard !limit.isOver else { return .timeout }
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard Foundation.poll(&poll, 1, 1000) > 0 else { continue }
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      for byte in buffer[..<count] {
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          continue
        }
        guard readLine(Substring(decoding: line, as: UTF8.self)) else { return .stopped }
        line = []
      }
    }
  }

  /// Ends the process, its group, and what it has started in groups of their own.
  private func end(_ id: pid_t) {
    let others = descendants(of: id)
    kill(-id, SIGKILL)
    for other in others { kill(other, SIGKILL) }
  }

  private func descendants(of id: pid_t) -> [pid_t] {
    let list = Process()
    let output = Pipe()
    list.executableURL = URL(fileURLWithPath: "/bin/ps")
    list.arguments = ["-A", "-o", "pid=,ppid="]
    list.standardOutput = output
    guard (try? list.run()) != nil else { return [] }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    list.waitUntilExit()
    let pairs = text.split(separator: "\n").map {
      $0.split(separator: " ").compactMap { pid_t($0) }
    }
    var found = [id]
    var next = 0
    while next < found.count {
      found += pairs.filter { $0.count == 2 && $0[1] == found[next] }.map { $0[0] }
      next += 1
    }
    return Array(found.dropFirst())
  }

  private func wait(for id: pid_t, _ options: Int32 = 0) -> Ending? {
    var status: Int32 = 0
    guard waitpid(id, &status, options) == id else { return nil }
    return status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
  }
}
