/** A number in a simulation that a person can change. */
export interface NumberField {
  readonly path: readonly (string | number)[]
  /** Says where it is, by the names of what is around it: `reader, leaves per day`. */
  readonly label: string
  readonly value: number
}

/** The most fields that are shown. A simulation with more is edited as a file. */
const MAX_FIELDS = 60

/** Finds the numbers in the JSON of a simulation, except those of its expectations. */
export function numberFields(value: unknown): readonly NumberField[] {
  return fieldsIn(value, [], []).slice(0, MAX_FIELDS)
}

function fieldsIn(value: unknown, path: NumberField['path'], words: readonly string[]): readonly NumberField[] {
  if (typeof value === 'number') return [{ path, label: words.join(', '), value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    if (path.length === 0 && key === 'expect') return []
    const isItem = Array.isArray(value)
    return fieldsIn(
      part,
      [...path, isItem ? Number(key) : key],
      [...words, isItem ? nameOf(part, key) : wordOf(key)].filter(isWord),
    )
  })
}

/** Names an item of a list by what it is about. */
function nameOf(part: unknown, key: string): string {
  if (typeof part !== 'object' || part === null) return String(Number(key) + 1)
  const { persona, action, name } = part as Readonly<Record<string, unknown>>
  const found = [persona, action, name].find((each) => typeof each === 'string')
  return found ?? String(Number(key) + 1)
}

/** Words that only structure a file. */
const STRUCTURE: ReadonlySet<string> = new Set(['personas', 'choices', 'variables'])

const wordOf = (key: string): string => (STRUCTURE.has(key) ? '' : key.replaceAll('_', ' '))

const isWord = (word: string): boolean => word !== ''

/** Returns the JSON with another number at a path. */
export function withNumber(value: unknown, [step, ...rest]: NumberField['path'], number: number): unknown {
  if (step === undefined) return number
  if (Array.isArray(value)) return value.map((item: unknown, i) => (i === step ? withNumber(item, rest, number) : item))
  const parts = value as Readonly<Record<string, unknown>>
  return { ...parts, [step]: withNumber(parts[step], rest, number) }
}
