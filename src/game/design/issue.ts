import type { Tally } from '../kernel/tally.ts'
import type { Boards } from '../leaderboards/boards.ts'
import type { Drop, PartRename } from '../kernel/drop.ts'
import type { Shape } from '../kernel/shapes.ts'
import type { deployed, issue } from './answer-schema.ts'
import type { Design } from './design.ts'
import { fixIds, type FixId, type SettledIssue } from './shapes.ts'

/** What the sentence of an issue is about. */
export type IssueVars = SettledIssue['vars']

/**
 * Live state that a design has no place for. `id` follows from what it is about, and is the same for as long as that
 * lasts. Each kind of component has codes of its own. Spec 4.13.
 */
export interface Incompatibility<Code extends string = string> {
  readonly id: string
  readonly code: Code
  readonly vars: IssueVars
  /** What players lose where it is dropped. */
  readonly drop: Drop
  /** What it goes on as, where one part went and one came; its `vars` name the new one as `renamed`. */
  readonly rename?: PartRename
}

/** What there is to say of an issue. */
interface IssueWords {
  /** What is dropped, or kept aside: `the scores that players have of the metric`. */
  readonly affected: string
  /** What it is about, in a sentence. */
  readonly sentence: (vars: IssueVars) => string
}

/** The words of each code of a kind. */
export type IssueVocabulary<Code extends string = string> = Readonly<Record<Code, IssueWords>>

/** What of a design is in use: what players hold, and what stands on boards. */
export interface DesignInUse {
  readonly holders: Tally
  readonly boards: Boards
}

/** What a kind of component finds that a new design has no place for, and how it says so. */
export interface IncompatibleKind<Code extends string = string> {
  readonly find: (state: DesignInUse, before: Design, after: Design) => readonly Incompatibility<Code>[]
  readonly words: IssueVocabulary<Code>
}

/** The fixes of an issue; the first is the one that is suggested. */
export function fixesOf({ vars }: Pick<Incompatibility, 'vars'>): readonly [FixId, ...FixId[]] {
  return 'renamed' in vars ? fixIds : ['drop', 'keep']
}

/** An issue as answers show it; `apply` is the fix that was chosen, or else the suggested one. Spec 4.13. */
export type Issue = Shape<typeof issue>

/** What became of a design that was to be run, with the issues that it has or had. Spec 4.13. */
export type Deployed = Omit<Shape<typeof deployed>, 'version'>

/**
 * The id of an issue about a component, or about a part of it whose name may be any text. Letters, digits and `_` stand for
 * themselves, `.` for a blank, and any other character is written as its code. A `-` ends the component, so one in its own
 * id is written as a code too. No two parts share an id.
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

/** The fields of a variable that names something; none where it does not. */
export const named = (value: Var): Readonly<Record<string, string>> => (typeof value === 'object' ? value : {})

/** A variable as a text. */
export const text = (value: Var): string => (typeof value === 'object' ? '' : String(value))

/** So many of something: `1 player has`, `2 players have`. */
export const counted = (count: Var, one: string, several: string): string =>
  `${text(count)} ${count === 1 ? one : several}`
