import {
  counted,
  issueId,
  named,
  type DesignInUse,
  type Incompatibility,
  type IncompatibleKind,
  type IssueVars,
} from '../design/issue.ts'
import { numberOf } from '../kernel/tally.ts'
import { boardKey, type Board, type BoardCycle } from './boards.ts'
import type { Leaderboard } from './design.ts'

type Code = 'leaderboard_removed'

/** Boards with entries that a new design does not have. Spec 4.13. */
export const incompatibleBoards: IncompatibleKind<Code> = {
  find: (state, before, after) =>
    [...before.leaderboards.values()].flatMap((board) =>
      after.leaderboards.has(board.id) ? [] : incompatibilitiesOf(state, board),
    ),
  words: {
    leaderboard_removed: {
      affected:
        "the leaderboard's totals of cycles, teams and custom scopes (the all-time scores belong to the metric and stay)",
      sentence: (vars) =>
        `the design no longer has the leaderboard '${named(vars.leaderboard_design).id}', but ${entries(vars)}`,
    },
  },
}

const entries = (vars: IssueVars): string =>
  `${counted(vars.entries, 'entry is', 'entries are')} on it, now or in earlier periods`

function incompatibilitiesOf(state: DesignInUse, leaderboard: Leaderboard): readonly Incompatibility<Code>[] {
  const { id, name } = leaderboard
  const entryCount = entriesOf(state, leaderboard)
  if (entryCount === undefined) return []
  const vars = { leaderboard_design: { id, name }, entries: entryCount }
  return [{ id: issueId('leaderboard_removed', id), code: 'leaderboard_removed', vars, drop: { key: boardKey(id) } }]
}

/**
 * Returns the number of entries on a board's largest cycle. Returns 1 if only earlier periods have entries, because their
 * rows may be archived, and undefined if there were never any. While the board is being built, every holder of a score
 * of its metric counts.
 */
function entriesOf({ boards, holders }: DesignInUse, { id, definition }: Leaderboard): number | undefined {
  const board = boards.byId.get(id)
  const ranked = board ? largestCycle(board) : numberOf(holders, definition.metric)
  const wasRanked = board?.cycles.some(({ finished }) => finished.length > 0) ?? false
  return ranked > 0 || wasRanked ? Math.max(ranked, 1) : undefined
}

const largestCycle = ({ cycles }: Board): number => Math.max(...cycles.map(rankedCount))

/** A board within teams has all its players in `all`; a custom board has entries in its groups only. */
function rankedCount({ present: { all, groups } }: BoardCycle): number {
  if (all.size > 0) return all.size
  return [...groups.values()].reduce((sum, { size }) => sum + size, 0)
}
