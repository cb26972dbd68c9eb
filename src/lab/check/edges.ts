/** The values that a part of a design is written with, at which something may change. */
export interface Edges {
  /** Whole numbers, each with the one before and the one after it. */
  readonly numbers: readonly number[]
  /** The texts in formulas. */
  readonly texts: readonly string[]
}

/** The largest number of written numbers, and of texts, that are taken from one part. */
const MAX_WRITTEN = 40

/** Whole numbers of up to nine digits, which are no part of a name or of a number with a decimal point. */
const wholeNumber = /(?<![\w.])-?\d{1,9}(?![\w.])/g

/** Texts in formulas, in single or double quotes. */
const formulaText = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g

/** Returns the values that parts of a design are written with. Ids and names count too: they do no harm. */
export function edgesOf(...written: readonly unknown[]): Edges {
  const numbers = new Set<number>()
  const texts = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) return Object.values(value).forEach(look)
    if (typeof value === 'number' && Number.isSafeInteger(value)) numbers.add(value)
    if (typeof value !== 'string') return
    for (const [number] of value.matchAll(wholeNumber)) numbers.add(Number(number))
    for (const [, single, double] of value.matchAll(formulaText)) texts.add(single ?? double ?? '')
  }
  written.forEach(look)
  return { numbers: around([...numbers].slice(0, MAX_WRITTEN)), texts: [...texts].slice(0, MAX_WRITTEN) }
}

/** Returns numbers with those before and after them, each once. */
function around(numbers: readonly number[]): number[] {
  return [...new Set(numbers.flatMap((n) => [n, n + 1, n - 1]))]
}
