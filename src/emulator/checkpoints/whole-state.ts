import type { GameState } from '../../game/game-state.ts'
import type { ReadView } from '../../game/ranking/read-view.ts'
import type { BoardArchive } from '../../storage/board-archive.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'
import { finishedPeriods } from '../boards/period-archiver.ts'
import { stateParts } from './state-parts.ts'

/**
 * Returns the whole state as parts that need no other file. Equal games have equal parts, whatever led to them. The
 * state is captured now, as by `stateParts`, until the view ends; the rows of finished periods are read as they are
 * requested. Of a running clock, the parts only contain that it runs; its time is stored outside the parts. Spec 6.6.
 */
export function wholeParts(
  state: GameState,
  view: ReadView,
  archive: Pick<BoardArchive, 'read' | 'hold'>,
): AsyncIterable<CheckpointPart> {
  // A period that is in no file yet can be moved into one while its parts are created.
  const periods = Array.from(finishedPeriods(state.boards))
  view.add({ release: archive.hold(() => periods.flatMap(({ period }) => period.file ?? [])) })
  const clock = { offsetMs: 0, frozenAt: state.clock.frozenAt }
  return withRows(stateParts({ ...state, clock }, view), archive)
}

/** Inserts the rows of archived periods where they would be if they were in no file. */
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
