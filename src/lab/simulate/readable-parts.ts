import type * as z from 'zod'
import { fieldsOf, isRecord } from '../../game/kernel/json-value.ts'
import type { PathProblem } from '../../game/kernel/schema-problems.ts'
import { choiceSchema } from './choice-schema.ts'
import { expectationSchema, type WrittenExpectation } from './expectation-schema.ts'
import type { PartReader } from './part-reader.ts'
import { strategySchema } from './persona-schema.ts'
import { daysSchema, groupSchema } from './simulation-schema.ts'
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

const partsOf = <T>(
  schema: z.ZodType<T>,
  list: unknown,
  reader: PartReader,
  path: PathProblem['path'],
): (T | undefined)[] =>
  Array.isArray(list) ? list.slice(0, MAX_PARTS).map((part, i) => reader.read(schema, part, [...path, i])) : []
