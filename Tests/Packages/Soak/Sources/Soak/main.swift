import Foundation

// Does everything very often and makes very much of everything, and prints what is left and what it
// takes. The argument divides the numbers, for a quick look.

let argument = CommandLine.arguments.dropFirst().first
let scale = argument.map { Int($0) ?? 0 } ?? 1
guard scale > 0 else {
  print("Soak [what to divide the numbers by]")
  exit(2)
}
var table = Table()
let start = ContinuousClock.now
Leaks(count: 1_000_000 / scale).check(&table)
Growth.check(&table, scale: scale)
print("\(ContinuousClock.now - start)")
exit(table.holds ? 0 : 1)
