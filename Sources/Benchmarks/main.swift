// make bench: every case against hand-written code, in one run. Options: --json, a row on each line, and --quick.
// Nanoseconds are of this machine and this moment; the ratios are what to look at.
// With MANY_CONFORMANCES, a library to load: what it makes slower, in a process that does nothing else.

import PropertyInjection

let harness = Harness(isQuick: CommandLine.arguments.contains("--quick"))
let instances = Instances(seed: Int(CommandLine.argc))
let start = Cases(harness, instances, largeCount: 10)
var measurements = start.firstInjectionsAmongMany
if measurements.isEmpty {
  measurements = start.ofStart
  PropertyInjector.configure { instances.configure(&$0) }
  measurements += Cases(harness, instances).all
}
if CommandLine.arguments.contains("--json") {
  print(Table.json(measurements))
} else {
  print(Table.text(measurements))
}
