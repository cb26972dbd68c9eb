import type { Shape } from '../kernel/answer-shapes.ts'
import type { Drop, PartRename } from '../kernel/drop.ts'
import type { Tally } from '../kernel/tally.ts'
import type { Boards } from '../leaderboards/boards.ts'
import type { deployed, issue } from './answer-schema.ts'
import type { Design } from './design.ts'
import { fixIds, type FixId, type SettledIssue } from './shapes.ts'

/** The values in the sentence of an issue. */
export type IssueVars = SettledIssue['vars']

/**
 * Live state that a design has no place for. `id` is derived from that state, and is the same as long as the
 * incompatibility lasts. Each kind of component has its own codes. Spec 4.13.
 */
export interface Incompatibility<Code extends string = string> {
  readonly id: string
  readonly code: Code
  readonly vars: IssueVars
  /** What players lose if it is dropped. */
  readonly drop: Drop
  /** The new name, if one part was removed and one was added. `vars` then names the new part as `renamed`. */
  readonly rename?: PartRename
}

/** The texts of an issue. */
interface IssueWords {
  /** What is dropped or kept aside: `the scores that players have of the metric`. */
  readonly affected: string
  /** Returns a sentence about the issue. */
  readonly sentence: (vars: IssueVars) => string
}

/** The texts of each code of a kind. */
export type IssueVocabulary<Code extends string = string> = Readonly<Record<Code, IssueWords>>

/** What is in use of a design: what players hold, and what is on leaderboards. */
export interface DesignInUse {
  readonly holders: Tally
  readonly boards: Boards
}

/** How a kind of component finds state that a new design has no place for, and how it describes that. */
export interface IncompatibleKind<Code extends string = string> {
  readonly find: (state: DesignInUse, before: Design, after: Design) => readonly Incompatibility<Code>[]
  readonly words: IssueVocabulary<Code>
}

/** Returns the fixes of an issue. The first one is suggested. */
export function fixesOf({ vars }: Pick<Incompatibility, 'vars'>): readonly [FixId, ...FixId[]] {
  return 'renamed' in vars ? fixIds : ['drop', 'keep']
}

/** An issue in answers. `apply` is the chosen fix, or else the suggested one. Spec 4.13. */
export type Issue = Shape<typeof issue>

/** The result of a deployment, with the issues that the design has or had. Spec 4.13. */
export type Deployed = Omit<Shape<typeof deployed>, 'version'>

/**
 * Returns the id of an issue about a component, or about a part of it whose name can be any text. Letters, digits and
 * `_` are kept, a space becomes `.`, and any other character is written as its code. A `-` ends the component, so a `-`
 * in the id of the component is written as a code too. The ids of two parts are never equal.
 */
export function issueId(code: string, component: string, part?: string): string {
  if (part === undefined) return [code, component].join('-')
  return [
    code,
    component.replaceAll('-', coded),
    part.replace(/[^\p{L}\p{M}\p{N}_-]/gu, (each) => (each === ' ' ? '.' : coded(each))),
  ].join('-')
}

const coded = (character: string): string => `~${character.codePointAt(0)?.toString(16)}~`

type Var = IssueVars[string] | undefined

/** Returns the fields of a value that names something; otherwise no fields. */
export const named = (value: Var): Readonly<Record<string, string>> => (typeof value === 'object' ? value : {})

/** Returns a value as text. */
export const text = (value: Var): string => (typeof value === 'object' ? '' : String(value))

/** Returns a count with its noun: `1 player has`, `2 players have`. */
export const counted = (count: Var, one: string, several: string): string =>
  `${text(count)} ${count === 1 ? one : several}`
