/** Something that the lab does to the design of a runtime on request, as the routes below `/lab` take it. Spec 8.2. */
export type LabRequest =
  /** `simulation` is what a simulation file has; without it, the built-in one. */
  | {
      readonly kind: 'simulate'
      readonly simulation: unknown
      readonly seed: string | undefined
      /** Whether it says what was played so far while it runs. */
      readonly partial: boolean
    }
  /** `checks` are what a file with checks has. */
  | {
      readonly kind: 'check'
      readonly checks: unknown
      readonly seed: string | undefined
      readonly runs: number | undefined
    }
  | { readonly kind: 'what-if' }
  | { readonly kind: 'lints' }

/** How far a job is: of `of` steps if their number is known. */
export interface LabProgress {
  readonly done: number
  readonly of: number | null
  readonly plays: number
}

/** A problem in what a job was given; `path` is below its input. */
export interface LabProblem {
  readonly path: string
  readonly message: string
}

/** What a job says while it runs, and at its end: a report in the form of the command's `--json`, or what is wrong. */
export type LabNews =
  | { readonly progress: LabProgress }
  /** The report of what was played so far. */
  | { readonly partial: unknown }
  | { readonly report: unknown }
  | { readonly problems: readonly LabProblem[] }

/** Something that a job says, as a line of JSON. `kind` is the name of its only field. */
export interface LabLine {
  readonly kind: 'progress' | 'partial' | 'report' | 'problems'
  readonly text: string
}

/** The files of the project that the lab runs. */
export interface LabFiles {
  readonly simulations: readonly LabFile[]
  readonly checks: readonly LabFile[]
}

/** A file of the lab; `value` is its JSON, absent if it cannot be read. */
export interface LabFile {
  /** Relative to the directory of the project. */
  readonly file: string
  readonly id: string
  readonly value?: unknown
}
