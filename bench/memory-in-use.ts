/** Bytes that are reachable, in V8's heap and beside it; needs `--expose-gc`. */
export function memoryInUse(): number {
  if (!globalThis.gc) throw new Error('memory is measured under --expose-gc')
  // What is found dead by the first may hold what only the second then finds.
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
