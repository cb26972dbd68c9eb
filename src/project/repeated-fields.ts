import { quoted } from '../game/kernel/short-name.ts'
import { positionsOf } from './json-positions.ts'
import { endOfString, isContainer, skipSpace, skipValue, walkMembers } from './json-walk.ts'
import type { Problem } from './problem.ts'

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

/** The first field that stands twice in one object of a JSON text, at its second place. */
export function repeatedField(text: string): Omit<Problem, 'file'> | undefined {
  let found: { readonly name: string; readonly at: number } | undefined
  const walk = (at: number): number => {
    if (!isContainer(text, at)) return skipValue(text, at)
    const seen = new Set<string>()
    return walkMembers(text, at, (step, stepAt, valueAt) => {
      if (typeof step === 'string') {
        if (seen.has(step)) found ??= { name: step, at: stepAt }
        seen.add(step)
      }
      return found ? text.length : walk(valueAt)
    })
  }
  walk(skipSpace(text, 0))
  if (!found) return undefined
  return { ...positionsOf(text)(found.at), message: `field ${quoted(found.name)} appears twice, expected it once` }
}

const COLON = 0x3a
