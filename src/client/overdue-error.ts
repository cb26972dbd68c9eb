/** An answer that was waited for, to its end, as long as it may be. */
export class OverdueError extends Error {
  override readonly name = 'OverdueError'

  constructor(patienceMs: number) {
    super(`no complete answer within ${patienceMs / 1000} s`)
  }
}
