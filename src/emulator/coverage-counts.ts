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

/** A design with how often its parts were exercised. */
interface Counted {
  readonly design: Design
  readonly parts: readonly ExercisablePart[]
  /** Where the counts are of what stands for parts; that of a requirement not met follows that of its being met. */
  readonly places: ReadonlyMap<object, number>
  readonly counts: Float64Array
}

/**
 * Counts what of a design is exercised by decisions, for as long as the program runs: other timelines of the same game go
 * on counting. A component that a deployment leaves as it was keeps its counts. Spec 6.6 `GET /coverage`.
 */
export class CoverageCounts {
  #counted: Counted | undefined
  /**
   * What the decision under way has exercised, up to `#length`; what is behind that is of others. The list is never
   * emptied: it would be made anew for each decision.
   */
  readonly #exercised: object[] = []
  #length = 0
  #design: Design | undefined
  #level: object | undefined

  /** To be told what a decision looks at. */
  readonly observer: Observer = {
    // Levels and achievements count when something comes of them, tasks when they are performed.
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

  /** A decision by a design begins, which is told to the observer. */
  begin(design: Design): void {
    this.#design = design
    this.#length = 0
  }

  /** The decision stands, and what it has exercised counts. Where it is refused, only what it has judged does. */
  stands(): void {
    for (let i = 0; i < this.#length; i += 1) this.#add(this.#exercised[i] as object, 0)
  }

  /** What of a design has been exercised. */
  of(design: Design): Coverage {
    const { parts, counts } = this.#countsFor(design)
    return coverageOf(parts.map((part, place) => countOf(part, counts[place] ?? 0)))
  }

  /** Begins anew. */
  clear(): void {
    this.#counted = undefined
  }

  #exercise(part: object): void {
    this.#exercised[this.#length] = part
    this.#length += 1
  }

  /** Counts a part, or the one that follows it. */
  #add(compiled: object, beyond: 0 | 1): void {
    if (!this.#design) return
    const { places, counts } = this.#countsFor(this.#design)
    const place = places.get(compiled)
    if (place !== undefined) counts[place + beyond] = (counts[place + beyond] ?? 0) + 1
  }

  /** Items count whoever gave them: the bootstrap, an achievement, an operator. */
  #gave(reward: Reward, change: Change | undefined): void {
    this.#exercise(reward)
    if (reward.type !== 'set' || !change) return
    for (const [name, { old, new: count }] of itemDeltas(change)) {
      const item = reward.metric.items.get(name)
      if (item && compare(amountIn(count ?? '0'), amountIn(old ?? '0')) > 0) this.#exercise(item)
    }
  }

  /** The counts for a design, which another one may have been counted for before. */
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

/** Takes over the counts of the components that are as they were: their parts are as many, and in the same order. */
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

/** The components of a design as they were written, by their names. */
function componentsOf({ design }: Counted): ReadonlyMap<string, unknown> {
  return new Map(
    kinds.flatMap((kind) => [...byId(design.source[kind])].map(([id, component]) => [nameOf(kind, id), component])),
  )
}

const isSame = (before: unknown, now: unknown): boolean =>
  before === now || JSON.stringify(before) === JSON.stringify(now)
