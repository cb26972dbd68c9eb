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
  readonly places: ReadonlyMap<object, number>
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

  /** Receives what a decision evaluates. */
  readonly observer: Observer = {
    // Levels and achievements count when they have an effect, tasks when they are performed.
    looked: (part, _player, round) => {
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
    return coverageOf(parts.map((part, place) => countOf(part, counts[place] ?? 0)))
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
    const { places, counts } = this.#countsFor(this.#design)
    const place = places.get(compiled)
    if (place !== undefined) counts[place + beyond] = (counts[place + beyond] ?? 0) + 1
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
  const places = new Map<object, number>()
  for (const [place, { compiled }] of parts.entries()) if (!places.has(compiled)) places.set(compiled, place)
  const now = { design, parts, places, counts: new Float64Array(parts.length) }
  if (before) takeOver(before, now)
  return now
}

/** Takes over the counts of the unchanged components. These have the same number of parts in the same order. */
function takeOver(before: Counted, now: Counted): void {
  const earlier = locationsByComponent(before)
  const [were, are] = [componentsOf(before), componentsOf(now)]
  for (const [name, places] of locationsByComponent(now)) {
    if (!isSame(were.get(name), are.get(name))) continue
    const from = earlier.get(name) ?? []
    for (const [i, place] of places.entries()) now.counts[place] = before.counts[from[i] ?? -1] ?? 0
  }
}

const nameOf = (kind: Kind, id: string): string => `${kind}/${id}`

function locationsByComponent({ parts }: Counted): ReadonlyMap<string, readonly number[]> {
  const places = parts.map(({ component, id }, place) => ({ name: nameOf(component, id), place }))
  const groups = [...Map.groupBy(places, ({ name }) => name)]
  return new Map(groups.map(([name, group]) => [name, group.map(({ place }) => place)]))
}

/** Returns the components of a design as they were written, by their names. */
function componentsOf({ design }: Counted): ReadonlyMap<string, unknown> {
  return new Map(
    kinds.flatMap((kind) => [...byId(design.source[kind])].map(([id, component]) => [nameOf(kind, id), component])),
  )
}

const isSame = (before: unknown, now: unknown): boolean =>
  before === now || JSON.stringify(before) === JSON.stringify(now)
