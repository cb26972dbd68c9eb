import type { GameState } from '../../game/game-state.ts'
import type { ReadView } from '../../game/ranking/read-view.ts'
import type { BoardArchive } from '../../storage/board-archive.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'
import { finishedPeriods } from './finished-periods.ts'
import { stateParts } from './state-parts.ts'

/**
 * The whole of a state as parts that need no other file, and that equal games give alike, however they came about. It
 * is taken hold of now, as `stateParts` does, until the view ends; the rows of finished periods are read as they are
 * asked for. Of a clock that runs nothing is told but that: what it shows stands beside the parts. Spec 6.6.
 */
export function wholeParts(
  state: GameState,
  view: ReadView,
  archive: Pick<BoardArchive, 'read' | 'hold'>,
): AsyncIterable<CheckpointPart> {
  // What lies in no file yet may come into one while its parts are made.
  const periods = Array.from(finishedPeriods(state.boards))
  view.add({ release: archive.hold(() => periods.flatMap(({ period }) => period.file ?? [])) })
  const clock = { offsetMs: 0, frozenAt: state.clock.frozenAt }
  return withRows(stateParts({ ...state, clock }, view), archive)
}

/** The rows of periods that lie in files, where they would stand if they did not. */
async function* withRows(
  parts: Iterable<CheckpointPart>,
  archive: Pick<BoardArchive, 'read'>,
): AsyncGenerator<CheckpointPart, void, void> {
  let file: string | null = null
  for (const part of parts) {
    if (file !== null && part.name !== 'board-late') {
      yield* archive.read(file)
      file = null
    }
    if (part.name !== 'board-period' || !('data' in part)) {
      yield part
      continue
    }
    const period = part.data as { readonly file: string | null }
    file = period.file
    yield { name: part.name, data: { ...period, file: null } }
  }
  if (file !== null) yield* archive.read(file)
}
