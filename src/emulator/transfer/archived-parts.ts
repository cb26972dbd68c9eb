import type { CheckpointPart } from '../../storage/checkpoint.ts'

type Parts = AsyncGenerator<CheckpointPart, void, void>

/** The parts that are the rows of a period; those of others follow another name. */
const isRows = ({ name }: CheckpointPart): boolean => name === 'board-rankings' || name === 'board-rows'

/**
 * The parts of a whole state, with the rows of each finished period put away as they come, under the name that `putAway`
 * gives: there may be far more of them than of all else.
 */
export async function* archivedParts(parts: Parts, putAway: (rows: Parts) => Promise<string>): Parts {
  let next = await parts.next()
  const take = async (): Promise<void> => {
    next = await parts.next()
  }
  async function* rows(): Parts {
    for (; !next.done && isRows(next.value); await take()) yield next.value
  }
  while (!next.done) {
    const part = next.value
    await take()
    if (part.name !== 'board-period' || !('data' in part)) {
      yield part
      continue
    }
    const late: CheckpointPart[] = []
    for (; !next.done && next.value.name === 'board-late'; await take()) late.push(next.value)
    const file = await putAway(rows())
    yield { name: part.name, data: { ...(part.data as object), file } }
    yield* late
  }
}
