import type { GameView, GameWalk } from '../game-operation.ts'
import { isFault } from '../kernel/fault.ts'
import type { Paged, PageRange } from '../kernel/page.ts'
import type { Shape } from '../kernel/shapes.ts'
import { pageAndTotal, pageOf } from '../kernel/table.ts'
import { foundSubject, subjectMatcher, type FoundSubject } from '../members/show.ts'
import type { adminProcessItemAnswer } from './answer-schema.ts'
import { knownProcesses } from './instances.ts'
import { knownProcess, processItem, showProcess, type KnownProcess, type ProcessFacts } from './show.ts'

/** A process as the operator's list shows it. Spec 2 "Admin process list item". */
export type AdminProcessItem = Shape<typeof adminProcessItemAnswer>

/** All processes of the game. Spec 2 `GET /admin/processes`. */
export const listAllProcesses: GameWalk<PageRange, Paged<AdminProcessItem>> = {
  kind: 'walk',
  name: 'processes.list-for',
  walk: (state, range, { design, game }) =>
    pageAndTotal(
      state.processes,
      knownProcesses(state, design, range, any, (known) => ({ ...processItem(state, known), game_id: game.id })),
    ),
}

const any = (): boolean => true

/** Any process, for an operator. Spec 2 `GET /admin/processes/:process_id`. */
export const readAnyProcess: GameView<{ readonly id: string }, ProcessFacts> = {
  kind: 'view',
  name: 'processes.read-for',
  view: (state, { id }, { design }) => {
    const known = knownProcess(state, design, id)
    return isFault(known) ? known : showProcess(state, design, id)
  },
}

/** Processes whose id or name matches. Spec 2 `GET /admin/query/processes`, 4.15. */
export const searchProcesses: GameWalk<PageRange & { readonly pattern: string }, readonly FoundSubject[]> = {
  kind: 'walk',
  name: 'processes.search',
  walk: (state, { pattern, ...range }, { design }) => {
    const matches = subjectMatcher(pattern)
    const meets = ({ process }: KnownProcess): boolean => matches(process)
    const show = ({ process, definition }: KnownProcess): FoundSubject => foundSubject(process, definition)
    return pageOf(state.processes, knownProcesses(state, design, range, meets, show))
  },
}
