/// The best-fitting bindings of the newest layer in which any fits, in the order in which they were
/// considered.
struct BestFits {
  private(set) var bindings: [Binding] = []
  private let key: BindingKey
  private let worst: TypeFit
  private var best: TypeFit
  private var rank = Int.min

  init(_ key: BindingKey, atLeast worst: TypeFit) {
    self.key = key
    self.worst = worst
    best = worst
  }

  mutating func consider(_ candidate: Binding) {
    let candidateRank = candidate.rank
    guard candidateRank >= rank else { return }
    let isNewer = candidateRank > rank
    guard let fit = candidate.fit(key), fit <= (isNewer ? worst : best) else { return }
    if isNewer || fit < best { bindings.removeAll() }
    (best, rank) = (fit, candidateRank)
    bindings.append(candidate)
  }
}
