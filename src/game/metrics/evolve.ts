import { parseAmount, type Amount } from '../kernel/decimal.ts'
import { keyOf, type NameMap } from '../kernel/name-map.ts'
import { itemDeltas, scoreKey, valueDelta, type Change, type Score, type Scores } from './score.ts'

/**
 * A draft of scores: a copy that applies changes in place, so that a further change costs only the entries that it
 * touches. `scores` always returns the same object, which shows every change that was taken.
 */
export class ScoreDraft {
  readonly #scores: Record<string, Score>
  /** The copied name maps of items, by score key. */
  #itemCopies: Map<string, Record<string, Amount>> | undefined
  /** Whether keys were added or removed, not only values replaced. */
  #reshaped = false

  constructor(scores: Scores) {
    this.#scores = copyOf(scores)
  }

  get scores(): Scores {
    return this.#scores
  }

  take(change: Change): void {
    const key = scoreKey(change.metric)
    if (change.metric.type === 'set') return this.#takeItems(key, change)
    const { new: after } = valueDelta(change)
    if (after === null) this.#remove(this.#scores, key)
    else this.#put(this.#scores, key, change.metric.type === 'state' ? after : amountIn(after))
  }

  /** Returns the scores as a player's record keeps them. The draft must not be used afterwards. */
  finish(): Scores {
    if (!this.#reshaped) return this.#scores
    for (const [key, items] of this.#itemCopies ?? []) this.#scores[key] = { ...items }
    return { ...this.#scores }
  }

  #takeItems(key: string, change: Change): void {
    const items = this.#copyOfItems(key)
    for (const [item, { new: count }] of itemDeltas(change)) {
      if (count === null || count === '0') this.#remove(items, keyOf(item))
      else this.#put(items, keyOf(item), amountIn(count))
    }
  }

  #copyOfItems(key: string): Record<string, Amount> {
    this.#itemCopies ??= new Map()
    let items = this.#itemCopies.get(key)
    if (!items) {
      items = copyOf((this.#scores[key] as NameMap<Amount> | undefined) ?? {})
      this.#itemCopies.set(key, items)
      this.#put(this.#scores, key, items)
    }
    return items
  }

  #put<V>(entries: Record<string, V>, key: string, value: V): void {
    this.#reshaped ||= !(key in entries)
    entries[key] = value
  }

  #remove(entries: Record<string, unknown>, key: string): void {
    if (!(key in entries)) return
    delete entries[key]
    this.#reshaped = true
  }
}

/**
 * Copies an object. V8 copies an object made by a spread a hundred times faster than one whose keys were added or
 * removed one by one. This is why a draft ends with a spread if keys were.
 */
const copyOf = <V>(entries: Readonly<Record<string, V>>): Record<string, V> => Object.assign({}, entries)

/** Reads the amount of an event. Throws if it is invalid, because then the history is damaged. */
export function amountIn(text: string): Amount {
  const amount = parseAmount(text)
  if (amount === undefined) throw new Error(`an event holds '${text}' where an amount should be`)
  return amount
}

/** Applies changes to scores. Scores change in no other way. */
export function evolveScores(scores: Scores, changes: readonly Change[]): Scores {
  if (changes.length === 0) return scores
  const draft = new ScoreDraft(scores)
  for (const change of changes) draft.take(change)
  return draft.finish()
}
