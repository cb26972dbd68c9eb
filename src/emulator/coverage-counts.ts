import { countOf, coverageOf, type Coverage } from '../game/design/coverage.ts'
import type { Design } from '../game/design/design.ts'
import { exercisableParts, type ExercisablePart } from '../game/design/exercisable.ts'
import { byId } from '../game/design/identity.ts'
import { kinds, type Kind } from '../game/design/source.ts'
import { compare } from '../game/kernel/decimal.ts'
import { amountIn } from '../game/metrics/evolve.ts'
import { itemDeltas, type Change } from '../game/metrics/score.ts'
import type { Observer } from '../game/rules/observer.ts'
import type { Reward } from '../game/rules/reward.ts'

/** A design with a count for each of its parts. */
interface Counted {
  readonly design: Design
  readonly parts: readonly ExercisablePart[]
  /**
   * The index of the count of each compiled part. A requirement that is not met is counted right after one that is met.
   */
  readonly indexes: ReadonlyMap<object, number>
  readonly counts: Float64Array
}

/**
 * Counts which parts of a design decisions exercise, as long as gamify runs. The counts continue when another timeline
 * of the game becomes live. A component that a deployment does not change keeps its counts. Spec 6.6 `GET /coverage`.
 */
export class CoverageCounts {
  #counted: Counted | undefined
  /**
   * What the current decision has exercised, up to `#length`. Later elements are from earlier decisions: the list is
   * never emptied, because it would have to grow again for each decision.
   */
  readonly #exercised: object[] = []
  #length = 0
  #design: Design | undefined
  #level: object | undefined
  #covered = 0

  /** Receives what a decision evaluates. */
  readonly observer: Observer = {
    // Levels and achievements count when they have an effect, tasks when they are performed.
    examined: (part, _player, round) => {
      if (round === 0 && 'rules' in part) this.#exercise(part)
    },
    judged: (requirement, held) => this.#add(requirement, held ? 0 : 1),
    gave: (reward, _count, change) => this.#gave(reward, change),
    ranked: (_rule, _points, level) => {
      this.#level = level
    },
    followed: (rule) => {
      this.#exercise(rule)
      if (rule.type === 'level' && this.#level) this.#exercise(this.#level)
    },
    performed: (activity, outcome) => {
      if (outcome !== 'failed') this.#exercise(activity)
    },
    flowed: (flow) => this.#exercise(flow),
    resolved: nothing,
    applied: nothing,
    drew: nothing,
    rated: nothing,
    waited: nothing,
    computed: nothing,
    admitted: nothing,
  }

  /** Begins a decision with a design. The observer receives it. */
  begin(design: Design): void {
    this.#design = design
    this.#length = 0
  }

  /**
   * Accepts the decision, so that what it exercised counts. Of a rejected decision, only the evaluated requirements
   * count.
   */
  accept(): void {
    for (let i = 0; i < this.#length; i += 1) this.#add(this.#exercised[i] as object, 0)
  }

  /** Returns which parts of a design have been exercised. */
  of(design: Design): Coverage {
    const { parts, counts } = this.#countsFor(design)
    return coverageOf(parts.map((part, index) => countOf(part, counts[index] ?? 0)))
  }

  /** How often a part was exercised for the first time. */
  get covered(): number {
    return this.#covered
  }

  /** Resets all counts. */
  clear(): void {
    this.#counted = undefined
  }

  #exercise(part: object): void {
    this.#exercised[this.#length] = part
    this.#length += 1
  }

  /** Counts a part, or with `beyond` the count after it. */
  #add(compiled: object, beyond: 0 | 1): void {
    if (!this.#design) return
    const { indexes, counts } = this.#countsFor(this.#design)
    const index = indexes.get(compiled)
    if (index === undefined) return
    const before = counts[index + beyond] ?? 0
    if (before === 0) this.#covered += 1
    counts[index + beyond] = before + 1
  }

  /** Counts an item whatever gave it: a rule, the bootstrap, an achievement or an operator. */
  #gave(reward: Reward, change: Change | undefined): void {
    this.#exercise(reward)
    if (reward.type !== 'set' || !change) return
    for (const [name, { old, new: count }] of itemDeltas(change)) {
      const item = reward.metric.items.get(name)
      if (item && compare(amountIn(count ?? '0'), amountIn(old ?? '0')) > 0) this.#exercise(item)
    }
  }

  /** Returns the counts for a design. Takes over the counts of the design before it. */
  #countsFor(design: Design): Counted {
    if (this.#counted?.design !== design) this.#counted = countedAnew(design, this.#counted)
    return this.#counted
  }
}

const nothing = (): void => {}

function countedAnew(design: Design, before: Counted | undefined): Counted {
  const parts = [...exercisableParts(design)]
  const indexes = new Map<object, number>()
  for (const [index, { compiled }] of parts.entries()) if (!indexes.has(compiled)) indexes.set(compiled, index)
  const now = { design, parts, indexes, counts: new Float64Array(parts.length) }
  if (before) takeOver(before, now)
  return now
}

/** Takes over the counts of the unchanged components. These have the same number of parts in the same order. */
function takeOver(before: Counted, now: Counted): void {
  const earlier = indexesByComponent(before)
  const [were, are] = [componentsOf(before), componentsOf(now)]
  for (const [name, indexes] of indexesByComponent(now)) {
    if (!isSame(were.get(name), are.get(name))) continue
    const from = earlier.get(name) ?? []
    for (const [i, index] of indexes.entries()) now.counts[index] = before.counts[from[i] ?? -1] ?? 0
  }
}

const nameOf = (kind: Kind, id: string): string => `${kind}/${id}`

function indexesByComponent({ parts }: Counted): ReadonlyMap<string, readonly number[]> {
  const indexes = parts.map(({ component, id }, index) => ({ name: nameOf(component, id), index }))
  const groups = [...Map.groupBy(indexes, ({ name }) => name)]
  return new Map(groups.map(([name, group]) => [name, group.map(({ index }) => index)]))
}

/** Returns the components of a design as they were written, by their names. */
function componentsOf({ design }: Counted): ReadonlyMap<string, unknown> {
  return new Map(
    kinds.flatMap((kind) => [...byId(design.source[kind])].map(([id, component]) => [nameOf(kind, id), component])),
  )
}

const isSame = (before: unknown, now: unknown): boolean =>
  before === now || JSON.stringify(before) === JSON.stringify(now)
