import type { RouteOutput } from '../../client/route-types.ts'
import { printable } from '../../sentences/printable.ts'
import { scoreText } from '../../sentences/score-text.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** A player profile. Spec 1 "Player profile". */
type ShownProfile = RouteOutput<'GET /v2/admin/players/:player_id'>

/** Formats a profile: a heading with the player's teams, and a table of scores. */
export function profileText({ id, alias, created, enabled, scores, teams }: ShownProfile, paint: Paint): string {
  const facts = [`since ${created}`, ...(enabled ? [] : [paint.bad('disabled')])]
  const teamLines = teams.map(
    (team) =>
      `\nin team '${printable(team.id)}' ${team.roles.length === 0 ? 'without a role' : `as ${team.roles.map(printable).join(', ')}`}`,
  )
  const heading = `${paint.strong(printable(alias === id ? id : `${id} (${alias})`))}, ${facts.join(', ')}${teamLines.join('')}`
  if (scores.length === 0) return `${heading}\nno scores yet`
  return `${heading}\n${table(
    ['METRIC', 'SCORE'],
    scores.map((score) => [score.metric.name, scoreText(score)]),
  )}`
}
