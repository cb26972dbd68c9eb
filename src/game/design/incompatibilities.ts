import type { GameState } from '../game-state.ts'
import { incompatibleBoards } from '../leaderboards/incompatibilities.ts'
import { incompatibleMetrics } from '../metrics/incompatibilities.ts'
import { incompatibleProcesses } from '../processes/incompatibilities.ts'
import { incompatibleTeams } from '../teams/incompatibilities.ts'
import type { Design } from './design.ts'
import {
  fixIds,
  type FixId,
  type Incompatibility,
  type IncompatibleKind,
  type Issue,
  type IssueVocabulary,
} from './issue.ts'

/** What each kind of component has to say. */
const kinds: readonly IncompatibleKind[] = [
  incompatibleMetrics,
  incompatibleProcesses,
  incompatibleTeams,
  incompatibleBoards,
]

const vocabulary: ReadonlyMap<string, IssueVocabulary[string]> = new Map(
  kinds.flatMap(({ words }) => Object.entries(words)),
)

/** What of the live state a design has no place for that the one in force has. Spec 4.13. */
export function incompatibilities(state: GameState, before: Design, after: Design): readonly Incompatibility[] {
  return kinds.flatMap(({ find }) => find(state, before, after))
}

/** Shows an issue, with the fix that was chosen for it. */
export function showIssue({ id, code, vars }: Omit<Incompatibility, 'drop'>, fix: FixId | undefined): Issue {
  const affected = vocabulary.get(code)?.affected ?? inWords(code)
  const fixes = [
    { id: 'drop', description: `Drop ${affected}` },
    { id: 'keep', description: `Keep ${affected} aside, until a component of that id and type brings it back` },
  ] as const
  return { id, code, vars, is_resolved: fix !== undefined, fixes, apply: fix ?? fixIds[0] }
}

/** What an issue is about, in a sentence; one of a later program by its code alone. */
export function issueSentence({ code, vars }: Pick<Incompatibility, 'code' | 'vars'>): string {
  return vocabulary.get(code)?.sentence(vars) ?? inWords(code)
}

const inWords = (code: string): string => code.replaceAll('_', ' ')
