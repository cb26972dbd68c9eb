import * as z from 'zod'
import { within, type Report } from '../../game/design/component.ts'
import { repair, type Repaired, type Suggestion } from '../../game/design/repair.ts'
import { fieldsOf, isRecord } from '../../game/kernel/json-value.ts'
import { reportProblems, type PathProblem } from '../../game/kernel/schema-problems.ts'
import { expectationSchema, type WrittenExpectation } from './expectation-schema.ts'
import { choiceSchema, daysSchema, groupSchema, strategySchema } from './simulation-schema.ts'
import type { Choice, Group } from './simulation.ts'

/** The parts of a simulation that have names of the design. A part is undefined if it cannot be read. */
export interface ReadableParts {
  /** Infinity if it cannot be read, so that no day is beyond it. */
  readonly days?: number | undefined
  readonly groups: readonly (Group | undefined)[]
  readonly personas: Readonly<Record<string, ReadablePersona>> | undefined
  readonly expect?: readonly (WrittenExpectation | undefined)[] | undefined
}

/** The parts of a persona that have names of the design. */
export interface ReadablePersona {
  readonly choices: readonly (Choice | undefined)[]
  readonly greedy: string | undefined
}

/** How many parts of a list are read. A longer list is a problem itself. */
const MAX_PARTS = 1000

/** Reads the parts of a simulation whose schema rejects it. */
export function readableParts(value: unknown, reader: PartReader): ReadableParts {
  const { days, groups, personas, expect } = fieldsOf(value)
  return {
    days: days === undefined ? undefined : (daysSchema.safeParse(days).data ?? Infinity),
    groups: partsOf(groupSchema, groups, reader, ['groups']),
    personas: isRecord(personas) ? readablePersonas(personas, reader) : undefined,
    expect: partsOf(expectationSchema, expect, reader, ['expect']),
  }
}

const readablePersonas = (personas: Readonly<Record<string, unknown>>, reader: PartReader) =>
  Object.fromEntries(Object.entries(personas).map(([id, one]) => [id, readablePersona(id, one, reader)] as const))

function readablePersona(id: string, value: unknown, reader: PartReader): ReadablePersona {
  const { choices, strategy } = fieldsOf(value)
  const path = ['personas', id]
  return {
    choices: partsOf(choiceSchema, choices, reader, [...path, 'choices']),
    greedy: strategy === undefined ? undefined : reader.read(strategySchema, strategy, [...path, 'strategy']),
  }
}

/** Reads the parts of a list whose schema rejects it. A part is undefined if it cannot be read. */
export const partsOf = <T>(
  schema: z.ZodType<T>,
  list: unknown,
  reader: PartReader,
  path: PathProblem['path'],
): (T | undefined)[] =>
  Array.isArray(list) ? list.slice(0, MAX_PARTS).map((part, i) => reader.read(schema, part, [...path, i])) : []

type Path = PathProblem['path']

/** The maximum number of attempts to repair the parts of a file. */
const MAX_REPAIRS = 200

/** Reads parts of a file one by one, so that the names in each can be checked although others have mistakes. */
interface PartReader {
  /** Returns a part, in which mistakes are replaced by something valid. Returns undefined if that is not possible. */
  readonly read: <T>(schema: z.ZodType<T>, value: unknown, path: Path) => T | undefined
  /** Reports a problem of the parts, unless it may result from a repaired mistake. */
  readonly reportOthers: Report
}

/** Creates a reader. It reports the problems that the mistakes hid. */
export function partReader(report: Report): PartReader {
  const budget = { remaining: MAX_REPAIRS }
  const repairs: { readonly path: Path; readonly mayFollow: Repaired<unknown>['mayFollow'] }[] = []
  return {
    read: (schema, value, path) => {
      const { data, error } = schema.safeParse(value, { reportInput: true })
      if (!error) return data
      const repaired = repair(schema, value, error, budget, meant)
      if (!repaired) return undefined
      repairs.push({ path, mayFollow: repaired.mayFollow })
      reportProblems({ issues: repaired.found }, within(report, ...path))
      return repaired.design
    },
    reportOthers: (path, words) => {
      const mayFollow = repairs.some(
        (part) =>
          part.path.every((step, i) => step === path[i]) && part.mayFollow(path.slice(part.path.length), undefined),
      )
      if (!mayFollow) report(path, words)
    },
  }
}

/** A number that every field for numbers accepts. */
const ANY_NUMBER = 1

const numberFields: ReadonlySet<unknown> = new Set(['players', 'weight', 'count', 'day', 'by_day'])
const boundsFields: ReadonlySet<unknown> = new Set(['share', 'median_days', 'median_plays'])

/** Suggests numbers and bounds in place of mistakes where no other value is valid. */
const meant: Suggestion = (value, path) => {
  const field = path.at(-1)
  const before = path.reduce<unknown>((part, step) => fieldsOf(part)[step], value)
  if (numberFields.has(field) && before !== ANY_NUMBER) return { path, value: ANY_NUMBER }
  const isUnbounded = boundsFields.has(field) || (path.length === 0 && isRecord(value))
  return isUnbounded && fieldsOf(before)['min'] !== ANY_NUMBER
    ? { path: [...path, 'min'], value: ANY_NUMBER }
    : undefined
}
