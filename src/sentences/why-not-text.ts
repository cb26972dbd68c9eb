import type { Obstacle, Prospect, WhyNot } from '../interface/why-answer.ts'
import { printable } from './printable.ts'
import { counted } from './quantities.ts'
import { limitText, rateText, rounded, unmetText } from './requirement-text.ts'

/** The number of lost rewards that are explained if the play itself is possible. */
const MAX_LOST = 5

/**
 * Explains whether a player can play something or a rule applies to them. The answer and what blocks it come first. The
 * rewards that a play would not give are only counted if it is not possible, or if there are very many. `explaining` is
 * the command that explains all of them; undefined if this call does. Spec 6.2.
 */
export function whyNotText(found: WhyNot, explaining?: string): string[] {
  const { stands_in_the_way: obstacles, possible } = found
  const lost = found.rewards.map(prospectLines).filter((lines) => lines.length > 0)
  const shown = explaining === undefined ? lost.length : possible ? MAX_LOST : 0
  return [
    `${outcomeText(found)}${obstacles.length === 0 ? '' : ':'}`,
    ...obstacles.flatMap((obstacle) => obstacleLines(obstacle, '  ')),
    ...lost.slice(0, shown).flat(),
    ...moreLine(lost.length - shown, explaining),
  ].map(printable)
}

function moreLine(more: number, explaining = ''): string[] {
  if (more <= 0) return []
  const rules = counted(
    more,
    'more rule would not give its full reward',
    'more rules would not give their full rewards',
  )
  return [`  ${rules} now; ${explaining} explains this`]
}

/** Returns `neo can play action 'like'`, or `rule 'ladder' does not apply to neo`. */
function outcomeText({ player_id: player, part, possible, odds, rewards }: WhyNot): string {
  const { kind, id, process } = part
  const isVain = rewards.length > 0 && rewards.every((reward) => !reward.possible)
  const chance = odds < 1 ? `, with a chance of ${odds}` : ''
  if (kind === 'action' || kind === 'trigger') {
    const what = `${kind} '${id}'${process === undefined ? '' : ` of process '${process}'`}`
    if (!possible) return `${player} cannot play ${what}`
    return `${player} can play ${what}${isVain ? ', but gets nothing' : chance}`
  }
  if (!possible) return `rule '${id}' does not apply to ${player}`
  if (kind === 'custom_rule') return `rule '${id}' can apply to ${player}${isVain ? ', but gives nothing' : chance}`
  return `rule '${id}' applies to ${player} with the next play${chance}`
}

function prospectLines({ gives, possible, odds, stands_in_the_way: obstacles }: Prospect): string[] {
  if (gives === '' || (possible && obstacles.length === 0 && odds === 1)) return []
  const chance = odds < 1 ? `, with a chance of ${odds}` : ''
  const how = obstacles.length === 0 ? 'gives' : 'gives only part of'
  const what = `  ${possible ? `${how} ${gives}${chance}` : `does not give ${gives}`}`
  const lines = firstOf(obstacles).flatMap((obstacle) => obstacleLines(obstacle, '    '))
  if (lines.length <= 1) return [[what, ...lines.map((line) => line.trimStart())].join(': ')]
  return [`${what}:`, ...lines]
}

/** Returns what blocks a rule, without the limits of its rewards if it does not apply. */
function firstOf(obstacles: readonly Obstacle[]): readonly Obstacle[] {
  const before = obstacles.filter(({ kind }) => kind !== 'limits' && kind !== 'nothing_to_give')
  return before.length === 0 ? obstacles : before
}

function obstacleLines(obstacle: Obstacle, indent: string): string[] {
  if (obstacle.kind !== 'any_of') return [`${indent}${obstacleText(obstacle)}`]
  const choices = obstacle.choices.map((choice) => choice.flatMap((each) => obstacleLines(each, `${indent}    `)))
  return [
    `${indent}it needs one of these:`,
    ...choices.flatMap(([first = '', ...others]) => [`${indent}  - ${first.trimStart()}`, ...others]),
  ]
}

function obstacleText(obstacle: Exclude<Obstacle, { kind: 'any_of' }>): string {
  switch (obstacle.kind) {
    case 'requirement': {
      const { needs: requires, has, missing } = obstacle
      return unmetText({ ...obstacle, requires }, has, missing) + teamsText(obstacle)
    }
    case 'rate': {
      const { rate, used, plays, free_at: free } = obstacle
      const next = plays === 1 ? 'the next play is' : `${plays} plays are`
      return `${rateText(rate)}: ${used} used, ${next} ${free === null ? 'never possible' : `possible at ${free}`}`
    }
    case 'level': {
      const { base, has, needs, missing, rank } = obstacle
      if (needs.value === '-Infinity') return `level ${rank} needs a score in ${base.name}, they have none`
      const lack = `${rounded(missing)} missing`
      return `level ${rank} needs ${base.name} > ${needs.value}, they have ${rounded(has ?? 'none')} (${lack})`
    }
    case 'limits':
      return `${obstacle.of}: ${obstacle.limits.map(limitText).join(', ')}`
    case 'nothing_to_give':
      return obstacle.reason
    case 'chance':
      return `its chance is ${obstacle.probability}`
    case 'variable':
      return obstacle.message
    case 'disabled':
      return `player '${obstacle.player_id}' is disabled`
    case 'performer':
      return `they are not a performer of process '${obstacle.process}'`
    case 'lane': {
      const { lane, role } = obstacle
      return `it needs the role player in lane '${lane}', they have ${role === null ? 'no role there' : `the role ${role}`}`
    }
    case 'completed':
      return `process '${obstacle.process}' is completed`
    case 'not_offered': {
      const { of, after } = obstacle
      const from =
        after.length === 0
          ? 'no open activity leads to it'
          : `it comes after ${after.map((id) => `'${id}'`).join(' or ')}`
      return `activity '${of}' is not available now: ${from}`
    }
    case 'formula':
      return `its formula cannot be computed: ${obstacle.message}`
  }
}

/** Returns the roles of a player in the teams of a definition, or else the teams to join. */
function teamsText({ teams = [], member = [] }: Extract<Obstacle, { kind: 'requirement' }>): string {
  const are = member.map(({ team, roles }) => `'${team}' as ${roles.join(' and ') || 'a member without a role'}`)
  if (are.length > 0) return `, they are in ${are.join(', in ')}`
  return teams.length === 0 ? '' : ` (teams to join: ${teams.join(', ')})`
}
