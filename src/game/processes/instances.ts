import type { Design } from '../design/design.ts'
import type { GameView, GameWalk } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { Shape } from '../kernel/answer-shapes.ts'
import { isFault } from '../kernel/fault.ts'
import type { Page, Paged, PageRange } from '../kernel/page.ts'
import { pageAndTotal, pageOf } from '../kernel/table.ts'
import { isShownTo } from '../members/admission.ts'
import { callerIn, denied } from '../members/concerned.ts'
import { foundSubject, subjectMatcher, type FoundSubject } from '../members/show.ts'
import { actingPlayer } from '../players/acting.ts'
import type { adminProcessItemAnswer } from './answer-schema.ts'
import type { ProcessDefinition } from './definition.ts'
import type { ProcessState } from './shapes.ts'
import {
  processItem,
  showProcess,
  stateOf,
  type KnownProcess,
  type ProcessItem,
  type ProcessFacts,
  knownProcess,
} from './show.ts'
import { processAfter, type Process } from './state.ts'

/** Lists the definitions that players can know of. Spec 1 `GET /runtime/definitions/processes`, 4.9. */
export const listDefinitions: GameView<Record<never, never>, readonly ProcessDefinition[]> = {
  kind: 'view',
  name: 'processes.definitions',
  view: (state, _, { caller, design }) => {
    const player = actingPlayer(state, caller.player)
    return isFault(player) ? player : [...design.processes.values()].filter((definition) => definition.public)
  },
}

/** Lists the processes that the caller can see and that are in certain states. Spec 1 `GET /runtime/processes`, 4.9. */
export const listProcesses: GameWalk<PageRange & { readonly states: readonly ProcessState[] }, Paged<ProcessItem>> = {
  kind: 'walk',
  name: 'processes.list',
  walk: (state, { states, ...range }, { caller, design }) => {
    const player = actingPlayer(state, caller.player)
    if (isFault(player)) return player
    const sees = (known: KnownProcess): boolean =>
      isShownTo(state, { kind: 'process', ...known.process }, player.id) && states.includes(stateOf(known))
    return pageAndTotal(
      state.processes,
      knownProcesses(state, design, range, sees, (known) => processItem(state, known)),
    )
  },
}

/** Returns a page of the processes that meet a condition and whose definition the design has. Spec 4.13. */
function knownProcesses<S>(
  state: GameState,
  { processes }: Design,
  range: PageRange,
  meets: (known: KnownProcess) => boolean,
  show: (known: KnownProcess) => S,
): Required<Page<Process, S>> {
  const knownOf = (record: Process): KnownProcess | undefined => {
    const process = processAfter(record, state.drops)
    const definition = process && processes.get(process.definition)
    return process && definition && { process, definition }
  }
  return {
    ...range,
    matches: (record) => {
      const known = knownOf(record)
      return known !== undefined && meets(known)
    },
    show: (record) => show(knownOf(record) as KnownProcess),
  }
}

/** Reads a process that the caller can see. Spec 1 `GET /runtime/processes/:process_id`, 4.9. */
export const readProcess: GameView<{ readonly id: string }, ProcessFacts> = {
  kind: 'view',
  name: 'processes.read',
  view: (state, { id }, context) => {
    const concerned = callerIn(state, context, { kind: 'process', id })
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    return admission.mayView(player.id) ? showProcess(state, context.design, id) : denied(admission, player.id, 'see')
  },
}

/** A process in the list for operators. Spec 2 "Admin process list item". */
type AdminProcessItem = Shape<typeof adminProcessItemAnswer>

/** Lists all processes of the game, for an operator. Spec 2 `GET /admin/processes`. */
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

/** Reads any process, for an operator. Spec 2 `GET /admin/processes/:process_id`. */
export const readAnyProcess: GameView<{ readonly id: string }, ProcessFacts> = {
  kind: 'view',
  name: 'processes.read-for',
  view: (state, { id }, { design }) => {
    const known = knownProcess(state, design, id)
    return isFault(known) ? known : showProcess(state, design, id)
  },
}

/** Finds processes by id and name. Spec 2 `GET /admin/query/processes`, 4.15. */
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

/** What processes to find: of a definition, in a state, and with a pattern in their id or name. */
export interface ProcessFilter {
  readonly definition?: string | undefined
  readonly state?: ProcessState | undefined
  readonly pattern: string
}

/** Finds processes by definition, state, id and name, with their number. Spec 6.6 `GET /processes`. */
export const findProcesses: GameWalk<PageRange & ProcessFilter, Paged<ProcessItem>> = {
  kind: 'walk',
  name: 'processes.find',
  walk: (state, { definition, state: wanted, pattern, ...range }, { design }) => {
    const matches = subjectMatcher(pattern)
    const meets = (known: KnownProcess): boolean =>
      (definition === undefined || known.process.definition === definition) &&
      (wanted === undefined || stateOf(known) === wanted) &&
      matches(known.process)
    return pageAndTotal(
      state.processes,
      knownProcesses(state, design, range, meets, (known) => processItem(state, known)),
    )
  },
}
