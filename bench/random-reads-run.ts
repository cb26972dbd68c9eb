/** Memories that are read one after the other, each where the one before says; their sizes in words of 4 bytes. */
export interface RandomReadsTold {
  readonly words: readonly number[]
  readonly calls: number
}

/** Made once, so that each burst reads them as the one before has left them. */
let memories: readonly Int32Array[] | undefined

/** The time in µs of one bare read of each memory in turn, from a random start: what this machine needs to find as much. */
export async function run({ words, calls }: RandomReadsTold): Promise<number> {
  memories ??= words.map((length, i) => drawn(length, words[i + 1] ?? length))
  const starts = drawn(calls, words[0] ?? 1)
  let seen = 0
  const start = performance.now()
  for (let at of starts) {
    for (const memory of memories) at = memory[at] ?? 0
    seen += at
  }
  const us = ((performance.now() - start) * 1000) / calls
  if (seen === 0) throw new Error('the memories have shown nothing')
  return us
}

const drawn = (length: number, end: number): Int32Array =>
  Int32Array.from({ length }, () => Math.floor(Math.random() * end))
