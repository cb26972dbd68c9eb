import type { Call } from './call.ts'
import type { Outcome } from './outcome.ts'

/** What was counted of a row. */
export interface RowCount {
  answered: number
  refused: number
}

/** How often what was called, and what came of it. */
export class Tally {
  /** By the name of the row, or of what else was called. */
  readonly rows = new Map<string, RowCount>()
  /** By the code of the error; `ok` for answers. */
  readonly outcomes = new Map<string, number>()
  /** What was done to the game besides, by name. */
  readonly injected = new Map<string, number>()

  count({ row }: Pick<Call, 'row'>, outcome: Outcome): void {
    this.countNamed(row.name, outcome)
  }

  countNamed(name: string, { fault }: Outcome): void {
    const counts = this.rows.get(name) ?? { answered: 0, refused: 0 }
    this.rows.set(name, counts)
    if (fault === undefined) counts.answered += 1
    else counts.refused += 1
    this.#add(this.outcomes, fault ?? 'ok')
  }

  inject(name: string): void {
    this.#add(this.injected, name)
  }

  #add(counts: Map<string, number>, name: string): void {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
}
