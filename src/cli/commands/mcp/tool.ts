import * as z from 'zod'
import { MAX_COUNT } from '../../../game/kernel/schema.ts'
import { parseHistoryPosition } from '../../../interface/history-position.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import type { Shell } from '../../../terminal/shell.ts'
import type { Pair } from '../../option.ts'

type Fields = Readonly<Record<string, z.ZodType>>

/** What a call of a tool runs with. */
export interface Run {
  /** Its output is the answer. */
  readonly shell: Shell
  /** Whether the agent may change the game and its files. */
  readonly mayChange: boolean
}

/** A tool: what agents read about it, its input, and the commands that do the work. */
export interface Tool<Reads extends Fields = Fields, Changes extends Fields = Fields> {
  readonly name: string
  readonly about: string
  /** The fields of its input with which it only reads. */
  readonly reads: Reads
  /** The fields with which it changes something. Agents that may only read get none of them. */
  readonly changes: Changes
  /** True for a tool that changes something whatever its input is. Agents that may only read do not get it. */
  readonly alwaysChanges?: boolean
  /** True for a tool that writes files, if the agent may change something. */
  readonly writesFiles?: boolean
  /** True for a tool that needs no running game. */
  readonly isForFiles?: boolean
  /** Runs the tool. The shell has what the fields `as` and `answer` ask for. */
  run(input: z.output<z.ZodObject<Reads & Changes>>, run: Run): Promise<unknown>
}

/** Returns a tool as one of the list. It lets the compiler infer the input from the fields. */
export function defineTool<const Reads extends Fields, const Changes extends Fields>(tool: Tool<Reads, Changes>): Tool {
  return tool as unknown as Tool
}

/** Whether a tool changes something, or can do so, for agents that may. */
export const canChange = ({ changes, alwaysChanges = false, writesFiles = false }: Tool): boolean =>
  alwaysChanges || writesFiles || Object.keys(changes).length > 0

/** The forms of an answer, for the field that every tool has. */
export const answerForms = ['short', 'full', 'json'] as const

/** A form of an answer. */
export type AnswerForm = (typeof answerForms)[number]

const answerField = z
  .enum(answerForms)
  .default('short')
  .describe('short leaves out the middle of a long answer, full has all of it, json is the same for programs')

/** Returns the schema of the input of a tool, for agents that may change something or only read. */
export function inputOf({ reads, changes }: Tool, mayChange: boolean): z.ZodObject {
  return z.strictObject({ ...reads, ...(mayChange ? changes : {}), answer: answerField })
}

/** A text that is not empty. */
const word = () => z.string().min(1)

/** An id of something, or a path of a file. */
export const named = (about: string) => word().describe(about)

/** The player who acts, or of the answer. */
export const actor = () => named('The player (default: the --as of the server)')

/** The number of an entry of the history, or a time. */
export const position = (about: string) =>
  z
    .union([z.int(), z.string()])
    .describe(`${about}: the number of an entry of the history, or a time such as 2026-01-31T12:00:00Z`)

/** Paths of files, relative to the working directory of the server. */
export const files = (about: string) => z.array(word()).max(100).default([]).describe(about)

/** The directory of a design. */
export const designDirectory = () => named('The directory of the design (default: the one of the project)').optional()

/** The parts of a page of a list. */
export const page = {
  limit: z.int().min(0).max(1000).optional().describe('The number to show (default: 10)'),
  skip: z.int().min(0).optional().describe('The number to skip (default: 0)'),
} as const

/** The number of plays. */
export const playCount = () => z.int().min(1).max(MAX_COUNT).optional().describe('The number of plays (default: 1)')

/** The variables of a play. */
export const variables = () =>
  z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .default({})
    .describe('The variables of the play, by name')

/** Returns variables, or scopes, as the options of a command have them. */
export function pairsOf(values: Readonly<Record<string, string | number | boolean>>): readonly Pair[] {
  return Object.entries(values).map(([name, value]) => [name, String(value)])
}

/** Returns a history position as the options of a command have it. Throws a usage error for anything else. */
export function positionOf(name: string, value: string | number | undefined): string | undefined {
  if (value === undefined || parseHistoryPosition(String(value))) return value?.toString()
  throw usageError(
    `${name}: '${value}' is not a history position`,
    'expected the number of an entry, or a time such as 2026-01-31T12:00:00Z',
  )
}

/** Throws a usage error if more than one of the fields is given, or none although one is needed. */
export function requireOne(
  input: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  isNeeded: boolean,
): void {
  const given = fields.filter((name) => input[name] !== undefined)
  const all = fields.join(', ')
  if (given.length > 1) throw usageError(`${given.join(' and ')} cannot be combined`, `give one of ${all}`)
  if (given.length === 0 && isNeeded) throw usageError('it is missing what to do', `give one of ${all}`)
}
