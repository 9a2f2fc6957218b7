// The platforms that are not supported: a build for them ends with a sentence.

#if os(Windows)
  // There other functions tell threads apart, and let them wait.
  #error("PropertyInjection does not support Windows yet.")
#elseif arch(wasm32)
  // Never built there.
  #error("PropertyInjection does not support WebAssembly yet.")
#elseif _ptrauth(_arm64e)
  // There pointers in metadata are signed.
  #error("PropertyInjection does not support arm64e; build for arm64.")
#endif
