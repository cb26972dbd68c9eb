import { askingOf, type Habits } from './actors/choice.ts'
import { designerHabits } from './actors/designer.ts'
import { operatorHabits } from './actors/operator.ts'
import { playerHabits } from './actors/player.ts'
import { rows, type Call, type CalledRow } from './call.ts'
import type { Known } from './known.ts'
import { Lot } from './lot.ts'
import type { Random } from './random.ts'

/** What everybody does, by the name of the operation. */
const habits: Habits = { ...playerHabits, ...operatorHabits, ...designerHabits }

/** The operations of the route table that nobody has a habit of. */
export const nobodys: readonly string[] = [...new Set(rows.map(({ op }) => op))].filter((op) => !habits[op])

const sharing = Map.groupBy(rows, ({ op }) => op)

const lot = new Lot(rows, ({ op }) => (habits[op]?.weight ?? 0) / (sharing.get(op)?.length ?? 1))

/** The row of the next call, each as often as its operation's weight says. */
export const chooseRow = (random: Random): CalledRow => lot.draw(random)

/** A call of a row, as whoever makes such calls would make it. */
export function chooseCall(random: Random, known: Known, row: CalledRow): Call {
  const carried = habits[row.op]?.choose(askingOf(random, known, row)) ?? {}
  return { ...carried, row, runtime: known.runtime.name }
}
