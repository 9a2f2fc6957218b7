// The platforms that are not supported: a build for them ends with a sentence.

#if os(Windows)
  // There other functions tell threads apart, and let them wait.
  #error("PropertyInjection does not support Windows yet.")
#elseif arch(wasm32)
  // There nothing tells where a thread's stack ends.
  #error("PropertyInjection does not support WebAssembly.")
#elseif _ptrauth(_arm64e)
  // There pointers in metadata are signed.
  #error("PropertyInjection does not support arm64e; build for arm64.")
#endif
