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

/** Boards with scores that a design has no place for. Spec 4.13. */
export const incompatibleBoards: IncompatibleKind<Code> = {
  find: (state, before, after) =>
    [...before.leaderboards.values()].flatMap((board) =>
      after.leaderboards.has(board.id) ? [] : lostOf(state, board),
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

function lostOf(state: DesignInUse, leaderboard: Leaderboard): readonly Incompatibility<Code>[] {
  const { id, name } = leaderboard
  const found = entriesOf(state, leaderboard)
  if (found === undefined) return []
  const vars = { leaderboard_design: { id, name }, entries: found }
  return [{ id: issueId('leaderboard_removed', id), code: 'leaderboard_removed', vars, drop: { key: boardKey(id) } }]
}

/**
 * How many stand on a board now, on the cycle on which most do, and 1 where somebody did in earlier periods alone, of which
 * the rows may be put away; undefined where nobody ever did. While it is being built, whoever has a score of its metric may.
 */
function entriesOf({ boards, holders }: DesignInUse, { id, definition }: Leaderboard): number | undefined {
  const board = boards.byId.get(id)
  const standing = board ? most(board) : numberOf(holders, definition.metric)
  const stood = board?.cycles.some(({ finished }) => finished.length > 0) ?? false
  return standing > 0 || stood ? Math.max(standing, 1) : undefined
}

const most = ({ cycles }: Board): number => Math.max(...cycles.map(rankedOn))

/** Of a board within teams all players stand on `all`, of a custom one nobody does. */
function rankedOn({ present: { all, groups } }: BoardCycle): number {
  if (all.size > 0) return all.size
  return [...groups.values()].reduce((sum, { size }) => sum + size, 0)
}
