import { endOfString, skipSpace } from './json-walk.ts'

/**
 * How many keys stand in a text that need not be JSON, more than its value has where one stands twice in an object;
 * Infinity where there are more than so many different ones.
 */
export function keysIn(text: string, maxDifferent: number): number {
  const different = new Set<string>()
  let keys = 0
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = endOfString(text, start)
    const next = skipSpace(text, end)
    if (text.charCodeAt(next) === COLON) {
      keys += 1
      different.add(text.slice(start, end))
      if (different.size > maxDifferent) return Infinity
    }
    start = text.indexOf('"', next)
  }
  return keys
}

/** How many keys there are in a value of JSON, not nested too deep. */
export function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  if (Array.isArray(value)) for (const part of value as readonly unknown[]) keys += keysOf(part)
  // A list of all keys would take thrice as long, where there are very many.
  else for (const key in value) keys += 1 + keysOf((value as Readonly<Record<string, unknown>>)[key])
  return keys
}

const COLON = 0x3a
