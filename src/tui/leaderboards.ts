import type { RouteName } from '../client/route-types.ts'
import { ServiceError } from '../client/service-error.ts'
import {
  cycleOf as cycleOfBoard,
  scopeKind,
  type AskBoards,
  type BoardRoute,
  type Leaderboard,
} from '../inspect/leaderboards.ts'
import type { ControlAnswer } from '../interface/control-answers.ts'
import type { Settings } from './model.ts'

/** Returns the cycle to show: the one in the settings if the leaderboard has it, else its first. */
export const cycleOf = (board: Leaderboard, { cycle }: Settings): string => cycleOfBoard(board, cycle)

/** Returns the team or scope that is set for a leaderboard, or an empty text. Each leaderboard has its own. */
export const scopeOf = ({ id }: Leaderboard, settings: Settings): string => settings[`scope of ${id}`] ?? ''

/** Sets the team or scope of a leaderboard in the settings. */
export const withScope = ({ id }: Leaderboard, settings: Settings, scope: string): Settings => ({
  ...settings,
  [`scope of ${id}`]: scope,
})

/** Whether a leaderboard has no rows until the user chooses a team or scope. */
export const needsScope = (board: Leaderboard, settings: Settings): boolean =>
  scopeKind(board) !== undefined && scopeOf(board, settings) === ''

/** The routes of players with the same answers, in either dialect. */
const SAME_ANSWERS = {
  'GET /_gamify/leaderboards': 'GET /v2/runtime/leaderboards',
  'GET /_gamify/leaderboards/:leaderboard_id': 'GET /v2/runtime/leaderboards/:leaderboard_id',
  'GET /_gamify/leaderboards/:leaderboard_id/trend': 'GET /v2/runtime/leaderboard/:leaderboard_id/trend',
} as const satisfies Record<BoardRoute, RouteName>

/** Asks a service, which may be of another version, and checks the shape of its answer. */
export const askBoards: AskBoards = async (client, name, parts = {}) => {
  const [method = '', path = ''] = name.split(' ')
  const [{ body, text }, { isAnswerOf }] = await Promise.all([
    client.request(method, path, parts),
    import('../client/answer-shape.ts'),
  ])
  if (!isAnswerOf(SAME_ANSWERS[name], body)) throw new ServiceError({ status: 200, text })
  return body as ControlAnswer<typeof name>
}
