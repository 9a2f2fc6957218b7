// make bench: every case against hand-written code, in one run. Options: --json, --quick.
// Nanoseconds are of this machine and this moment; the ratios are what to look at.

import PropertyInjection

let harness = Harness(isQuick: CommandLine.arguments.contains("--quick"))
let instances = Instances(seed: Int(CommandLine.argc))
let firstMeasurements = Cases(harness, instances, largeCount: 10).ofStart
PropertyInjector.configure { instances.configure(&$0) }
let measurements = firstMeasurements + Cases(harness, instances).all
if CommandLine.arguments.contains("--json") {
  print(Table.json(measurements))
} else {
  print(Table.text(measurements))
}
