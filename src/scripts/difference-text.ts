import type { Difference } from './difference.ts'
import { cutText } from './step-sentence.ts'

/** The maximum length of a value. */
const MAX_VALUE = 200

/** The number of characters that are shown before the first difference of two long values. */
const BEFORE_DIFFERENCE = 40

/** Formats a difference in lines that are easy to compare: `wanted  30`, `got     20`. */
export function differenceLines({ wanted, got, advice }: Difference): readonly DifferenceLine[] {
  const [wantedText, gotText] = startNearDifference(valueText(wanted), valueText(got))
  return [
    { side: 'wanted', text: `wanted  ${cutText(wantedText, MAX_VALUE)}` },
    { side: 'got', text: `got     ${cutText(gotText, MAX_VALUE)}` },
    ...(isTextList(wanted) && isTextList(got) && wanted.length + got.length > 2 ? listLines(wanted, got) : []),
    ...(advice === undefined ? [] : [{ side: 'got', text: advice } as const]),
  ]
}

/** A line, and which of the two sides it belongs to. */
export interface DifferenceLine {
  readonly side: 'wanted' | 'got'
  readonly text: string
}

/** Returns texts and lists of texts unchanged, and other values as JSON. */
function valueText(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return value === '' ? '""' : value
  if (isTextList(value)) return value.length === 0 ? 'none' : value.join(', ')
  return JSON.stringify(value)
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** Cuts the common start of two long texts, up to shortly before their first difference. */
function startNearDifference(...texts: readonly [string, string]): readonly [string, string] {
  const [one, other] = texts
  if (Math.max(one.length, other.length) <= MAX_VALUE) return texts
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const from = same - BEFORE_DIFFERENCE
  const shown = (text: string): string => `…${text.slice(from).toWellFormed()}`
  return from <= 1 ? texts : [shown(one), shown(other)]
}

/** Lists the elements that only one of two lists has, or says that only their order differs. */
function listLines(wanted: readonly string[], got: readonly string[]): readonly DifferenceLine[] {
  const [missing, more] = [without(wanted, got), without(got, wanted)]
  if (missing.length + more.length === 0) return [{ side: 'got', text: 'in another order' }]
  const joined = (texts: readonly string[]): string => cutText(texts.join(', '), MAX_VALUE)
  return [
    ...(missing.length === 0 ? [] : [{ side: 'wanted', text: `missing ${joined(missing)}` } as const]),
    ...(more.length === 0 ? [] : [{ side: 'got', text: `extra   ${joined(more)}` } as const]),
  ]
}

/** Returns a list without the elements of another one; each of those removes one equal element. */
function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const text of others) counts.set(text, (counts.get(text) ?? 0) + 1)
  return texts.filter((text) => {
    const left = counts.get(text) ?? 0
    counts.set(text, left - 1)
    return left <= 0
  })
}
