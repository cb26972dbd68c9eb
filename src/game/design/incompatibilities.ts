import { incompatibleBoards } from '../leaderboards/incompatibilities.ts'
import { incompatibleMetrics } from '../metrics/incompatibilities.ts'
import { incompatibleProcesses } from '../processes/incompatibilities.ts'
import { incompatibleTeams } from '../teams/incompatibilities.ts'
import type { Design } from './design.ts'
import {
  counted,
  fixesOf,
  named,
  type DesignInUse,
  type Incompatibility,
  type IncompatibleKind,
  type Issue,
  type IssueVocabulary,
} from './issue.ts'
import type { FixId } from './shapes.ts'

/** The kinds of components that can have incompatibilities. */
const kinds: readonly IncompatibleKind[] = [
  incompatibleMetrics,
  incompatibleProcesses,
  incompatibleTeams,
  incompatibleBoards,
]

const vocabulary: ReadonlyMap<string, IssueVocabulary[string]> = new Map(
  kinds.flatMap(({ words }) => Object.entries(words)),
)

/** Returns the live state that the new design has no place for and the deployed one has. Spec 4.13. */
export function incompatibilities(state: DesignInUse, before: Design, after: Design): readonly Incompatibility[] {
  return kinds.flatMap(({ find }) => find(state, before, after))
}

/** Converts an issue for answers, with the chosen fix. */
export function showIssue({ id, code, vars }: Omit<Incompatibility, 'drop' | 'rename'>, fix: FixId | undefined): Issue {
  const affected = vocabulary.get(code)?.affected ?? inWords(code)
  const descriptions: Readonly<Record<FixId, string>> = {
    rename: `Rename it to '${named(vars['renamed']).name}', which loses nothing`,
    drop: `Drop ${affected}`,
    keep: `Keep ${affected} hidden until you deploy a component with this id and type again`,
  }
  const ids = fixesOf({ vars })
  const fixes = ids.map((each) => ({ id: each, description: descriptions[each] }))
  return { id, code, vars, is_resolved: fix !== undefined, fixes, apply: fix ?? ids[0] }
}

/** Describes an issue in a sentence. If a later version of the program made it, uses only its code. */
export function issueSentence({ code, vars }: Pick<Incompatibility, 'code' | 'vars'>): string {
  return vocabulary.get(code)?.sentence(vars) ?? inWords(code)
}

/** Describes in a sentence what an issue renamed, or returns undefined if another fix settled it. */
export function renameSentence({ vars, apply }: Pick<Issue, 'vars' | 'apply'>): string | undefined {
  if (apply !== 'rename') return undefined
  const { metric_design: metric, renamed, players } = vars
  const before = named(vars['state'] ?? vars['item']).name
  return `${counted(players, 'player keeps', 'players keep')} '${before}' of '${named(metric).id}' as '${named(renamed).name}'`
}

const inWords = (code: string): string => code.replaceAll('_', ' ')
