import type { Coverage } from '../../game/design/coverage.ts'
import type { StepInput } from '../../scripts/step.ts'
import type { Lint } from '../lint/lint.ts'

/** What a search found, and what the lints find. Spec 7.3. */
export interface CheckReport {
  /** The seed of the search. With the same seed and number of sequences, a search finds the same. */
  readonly random_seed: string
  readonly lints: readonly Lint[]
  /** In the order of the files. */
  readonly checks: readonly ReportedCheck[]
  /** The scripts in `scripts/found` that earlier runs wrote and that this one does not confirm. A program has none. */
  readonly earlier_scripts?: readonly EarlierScript[]
  /** What of the design the search has covered. */
  readonly coverage: Coverage
  /** True if the search was interrupted. */
  readonly partial?: true
}

/** A script that an earlier run wrote for a check that no longer exists, or for which this run found nothing. */
export interface EarlierScript {
  /** Its path. */
  readonly script: string
  /** The id of its check. */
  readonly check: string
  /** Whether there is such a check. */
  readonly exists: boolean
  /** Whether it was removed. One that someone has changed stays. */
  readonly removed: boolean
}

/** The outcome of a check. */
export interface ReportedCheck {
  readonly id: string
  readonly holds: boolean
  /** The number of sequences that it was searched in. */
  readonly sequences: number
  /** The number of plays and other commands that the game accepted in them. */
  readonly plays: number
  /** How far it holds, or what breaks it, in words. It names parts of the design that were not reached. */
  readonly verdict: string
  /** If it holds: the parts of the design that it depends on and that the search has not reached. */
  readonly unreached?: Coverage['parts']
  /** The shortest sequence that breaks it, as a play script. A goal that was not found has none. */
  readonly counterexample?: FoundScript
  /** The shortest way to the goal of `reachable`, as a play script. */
  readonly way?: FoundScript
  /** The path of the file with that script. A report in a program has no files. */
  readonly script?: string
  /** False if making the sequence simpler was cut short. */
  readonly shrunk?: false
}

/** A play script that a search found. */
export interface FoundScript {
  readonly name: string
  readonly refusals: 'allowed'
  readonly players: readonly string[]
  readonly steps: readonly StepInput[]
}
