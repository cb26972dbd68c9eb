import type { RouteOutput } from '../../../client/route-types.ts'
import type { ControlAnswer } from '../../../interface/control-answers.ts'

type Profile = RouteOutput<'GET /v2/admin/players/:player_id'>

/** Everything that is known of a player. */
export type PlayerDetails = ControlAnswer<'GET /_gamify/players/:player_id'> & Pick<Profile, 'scores' | 'teams'>
