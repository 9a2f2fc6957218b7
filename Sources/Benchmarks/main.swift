// make bench: every case against hand-written code, in one run. Options: --json, --quick.
// Nanoseconds are of this machine and this moment; the ratios are what to look at.

let harness = Harness(isQuick: CommandLine.arguments.contains("--quick"))
let measurements = Cases(harness).all
if CommandLine.arguments.contains("--json") {
  print(Table.json(measurements))
} else {
  print(Table.text(measurements))
}
