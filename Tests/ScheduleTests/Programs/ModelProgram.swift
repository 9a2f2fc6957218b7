#if DEBUG
  import ReferenceModel

  extension Interleaving {
    /// The steps of two threads, whose outcome is that of some order of the steps; nil if the model does
    /// not tell the outcomes of the seed.
    static func program(seed: UInt64) -> Program? {
      guard let interleaving = Interleaving(seed: seed), let allowed = interleaving.allowed else {
        return nil
      }
      return Program(
        name: "model \(seed)", details: interleaving.description,
        threads: interleaving.threads.count
      ) {
        let run = Interleaving.Run(interleaving)
        return Program.Run(
          threads: interleaving.threads.indices.map { thread in { run.run(thread) } },
          complaints: {
            let outcome = run.outcome
            return allowed.contains(outcome) ? [] : ["\(outcome) is none of \(allowed)"]
          })
      }
    }
  }
#endif
