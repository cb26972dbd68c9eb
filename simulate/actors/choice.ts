import type { SubjectKind } from '../../src/game/members/subject.ts'
import type { CalledRow, Carried } from '../call.ts'
import type { Known } from '../known.ts'
import type { Random } from '../random.ts'

/** What a choice is made from: nothing else, so that the same stream over the same game chooses the same. */
export interface Asking {
  readonly random: Random
  readonly known: Known
  readonly row: CalledRow
  /** What the row is about, where it is about a process or a team. */
  readonly kind: SubjectKind
  /** The name of the parameter in the path that holds its id. */
  readonly idName: string
}

/** Chooses what the next call of a row carries. */
export type Choice = (asking: Asking) => Carried

/** The choices of somebody who calls, by the name of the operation, and how often each is made beside others. */
export interface Habits {
  readonly [op: string]: { readonly weight: number; readonly choose: Choice }
}

/** What is asked of a row. */
export function askingOf(random: Random, known: Known, row: CalledRow): Asking {
  const kind = row.row.path.includes('/processes') ? 'process' : 'team'
  return { random, known, row, kind, idName: `${kind}_id` }
}

/** What a call carries besides its path. */
type Beside = Omit<Carried, 'params'>

/** A call about a process or team; others of its path parameters stand beside it. */
export function about(
  asking: Asking,
  id: string | undefined,
  rest: Beside = {},
  others: Readonly<Record<string, string>> = {},
): Carried {
  return { ...rest, params: { [asking.idName]: id ?? 'nothing', ...others } }
}

/** The strings of a page that somebody reads. */
export function page(random: Random): Readonly<Record<string, string>> {
  return random.oneIn(3) ? { skip: String(random.below(20)), limit: String(1 + random.below(20)) } : {}
}

/** So many operations lie within the part of a feed that is usually read. */
const FEED_STEPS = 2000

/** A part of a feed: mostly what happened just now, since feeds of a day are long. */
export function recently({ random, known }: Asking): Readonly<Record<string, string>> {
  if (random.oneIn(200)) return {}
  const now = known.runtime.state.at
  return { start: new Date(now - known.stepMs * FEED_STEPS).toISOString() }
}
