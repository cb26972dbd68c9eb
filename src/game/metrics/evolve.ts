import { keyOf, type NameMap } from '../kernel/name-map.ts'
import { parseAmount, type Amount } from '../kernel/decimal.ts'
import { itemDeltas, scoreKey, valueDelta, type Change, type Score, type Scores } from './score.ts'

/**
 * Scores in the making: a copy that takes in one change after another in place, so that many changes cost no more than
 * as many entries. What `scores` gives stays the same object, and shows each change once it is taken in.
 */
export class ScoreDraft {
  readonly #scores: Record<string, Score>
  /** The name maps of items that are copies already, by score. */
  #books: Map<string, Record<string, Amount>> | undefined
  /** Whether entries came or went, rather than took other values. */
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
    if (after === null) this.#strike(this.#scores, key)
    else this.#put(this.#scores, key, change.metric.type === 'state' ? after : amountIn(after))
  }

  /** The scores as a player's record keeps them; the draft takes in nothing more. */
  finish(): Scores {
    if (!this.#reshaped) return this.#scores
    for (const [key, book] of this.#books ?? []) this.#scores[key] = { ...book }
    return { ...this.#scores }
  }

  #takeItems(key: string, change: Change): void {
    const book = this.#bookOf(key)
    for (const [item, { new: count }] of itemDeltas(change)) {
      if (count === null || count === '0') this.#strike(book, keyOf(item))
      else this.#put(book, keyOf(item), amountIn(count))
    }
  }

  #bookOf(key: string): Record<string, Amount> {
    this.#books ??= new Map()
    let book = this.#books.get(key)
    if (!book) {
      book = copyOf((this.#scores[key] as NameMap<Amount> | undefined) ?? {})
      this.#books.set(key, book)
      this.#put(this.#scores, key, book)
    }
    return book
  }

  #put<V>(entries: Record<string, V>, key: string, value: V): void {
    this.#reshaped ||= !(key in entries)
    entries[key] = value
  }

  #strike(entries: Record<string, unknown>, key: string): void {
    if (!(key in entries)) return
    delete entries[key]
    this.#reshaped = true
  }
}

/**
 * A copy. An object as a spread makes it is copied a hundred times faster by V8 than one of many keys that came or went
 * one by one: that is why a draft ends in a spread when they did.
 */
const copyOf = <V>(entries: Readonly<Record<string, V>>): Record<string, V> => Object.assign({}, entries)

/** The amount that an event tells; throws where it is none, for then the history is damaged. */
export function amountIn(text: string): Amount {
  const amount = parseAmount(text)
  if (amount === undefined) throw new Error(`an event holds '${text}' where an amount should be`)
  return amount
}

/** The scores after changes: the only way in which they change. */
export function evolveScores(scores: Scores, changes: readonly Change[]): Scores {
  if (changes.length === 0) return scores
  const draft = new ScoreDraft(scores)
  for (const change of changes) draft.take(change)
  return draft.finish()
}
