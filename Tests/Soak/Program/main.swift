import Foundation

// Does everything very often and makes very much of everything, and prints what is left and what it
// takes. The argument divides the numbers, for a quick look.

let scale = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1
var table = Table()
let start = ContinuousClock.now
Leaks(count: 1_000_000 / scale).check(&table)
Growth.check(&table, scale: scale)
print("\(ContinuousClock.now - start)")
exit(table.holds ? 0 : 1)
