import { designerHabits } from './actors/designer.ts'
import { operatorHabits } from './actors/operator.ts'
import { playerHabits } from './actors/player.ts'
import { askingOf, type Habits } from './actors/choice.ts'
import { rows, type Call, type CalledRow } from './call.ts'
import type { Known } from './known.ts'
import type { Random } from './random.ts'

/** What everybody does, by the name of the operation. */
const habits: Habits = { ...playerHabits, ...operatorHabits, ...designerHabits }

/** The operations of the route table that nobody has a habit of. */
export const nobodys: readonly string[] = [...new Set(rows.map(({ op }) => op))].filter((op) => !habits[op])

const sharing = Map.groupBy(rows, ({ op }) => op)

/** Where each row ends when all lie in a line, each as long as it is often called. */
const ends: readonly number[] = rows.reduce<number[]>((before, { op }) => {
  const weight = (habits[op]?.weight ?? 0) / (sharing.get(op)?.length ?? 1)
  return [...before, (before.at(-1) ?? 0) + weight]
}, [])

/** The row of the next call, each as often as its operation's weight says. */
export function chooseRow(random: Random): CalledRow {
  const at = random.next() * (ends.at(-1) ?? 0)
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ends[middle] ?? 0) > at) high = middle
    else low = middle + 1
  }
  return rows[low] as CalledRow
}

/** A call of a row, as whoever makes such calls would make it. */
export function chooseCall(random: Random, known: Known, row: CalledRow): Call {
  const carried = habits[row.op]?.choose(askingOf(random, known, row)) ?? {}
  return { ...carried, row, runtime: known.runtime.name }
}
