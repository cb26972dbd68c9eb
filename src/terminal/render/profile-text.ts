import type { Paint } from './paint.ts'
import { printable } from './printable.ts'
import { scoreText, type ShownScore } from './score-text.ts'
import { table } from './table.ts'

/** A player profile, as far as it is shown. Spec 1 "Player profile". */
export interface ShownProfile {
  readonly id: string
  readonly alias: string
  readonly created: string
  readonly enabled: boolean
  readonly scores: readonly ShownScore[]
  readonly teams: readonly { readonly id: string; readonly roles: readonly string[] }[]
}

/** A profile as a heading, the teams the player is in, and a table of scores. */
export function profileText({ id, alias, created, enabled, scores, teams }: ShownProfile, paint: Paint): string {
  const facts = [`since ${created}`, ...(enabled ? [] : [paint.bad('disabled')])]
  const told = teams.map(
    (team) =>
      `\nin team '${printable(team.id)}' ${team.roles.length === 0 ? 'without a role' : `as ${team.roles.map(printable).join(', ')}`}`,
  )
  const heading = `${paint.strong(printable(alias === id ? id : `${id} (${alias})`))}, ${facts.join(', ')}${told.join('')}`
  if (scores.length === 0) return `${heading}\nno scores yet`
  return `${heading}\n${table(
    ['METRIC', 'SCORE'],
    scores.map((score) => [score.metric.name, scoreText(score)]),
  )}`
}
