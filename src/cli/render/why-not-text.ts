import type { Obstacle, Prospect, WhyNot } from '../../game/kernel/why-answer.ts'
import { printable } from './printable.ts'
import { limitText, rateText, rounded, unmetText } from './why-words.ts'

/** What stands in the way of a play or a rule, in lines for people. Spec 6.2. */
export function whyNotText({ player_id: player, part, possible, odds, stands_in_the_way, rewards }: WhyNot): string[] {
  const { kind, id, process } = part
  const what = `${kind === 'custom_rule' ? 'rule' : kind} ${id}${process === undefined ? '' : ` of ${process}`}`
  const isPlay = kind !== 'level' && kind !== 'achievement'
  const isVain = rewards.length > 0 && rewards.every((reward) => !reward.possible)
  const due = isPlay ? (isVain ? 'can be played, but gives nothing' : 'is possible') : 'comes with the next play'
  const chance = odds < 1 && !isVain ? `, with a chance of ${odds}` : ''
  return [
    `${player}: ${what} ${possible ? due + chance : 'is not possible'}`,
    ...stands_in_the_way.flatMap((obstacle) => obstacleLines(obstacle, '  ')),
    ...rewards.flatMap(prospectLines),
  ].map(printable)
}

function prospectLines({ gives, possible, odds, stands_in_the_way }: Prospect): string[] {
  if (gives === '' || (possible && stands_in_the_way.length === 0 && odds === 1)) return []
  const chance = odds < 1 ? `, with a chance of ${odds}` : ''
  const ends = stands_in_the_way.length === 0 ? '' : ':'
  const comes = stands_in_the_way.length === 0 ? 'comes' : 'gives only a part'
  return [
    `  ${gives}: ${possible ? `${comes}${chance}` : 'it gives nothing'}${ends}`,
    ...stands_in_the_way.flatMap((obstacle) => obstacleLines(obstacle, '    ')),
  ]
}

function obstacleLines(obstacle: Obstacle, indent: string): string[] {
  if (obstacle.kind !== 'any_of') return [`${indent}${obstacleText(obstacle)}`]
  const choices = obstacle.choices.map((choice) => choice.flatMap((each) => obstacleLines(each, `${indent}    `)))
  return [
    `${indent}needs one of these:`,
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
      const room = plays === 1 ? 'room again' : `room for ${plays}`
      return `${rateText(rate)}, ${used} used; ${room} ${free === null ? 'never' : `at ${free}`}`
    }
    case 'level': {
      const { base, has, needs, missing, rank } = obstacle
      const any = needs.value === '-Infinity'
      const needed = any ? `${base.name} to be there` : `${base.name} > ${needs.value}`
      return `not ${rank}: needs ${needed}, has ${rounded(has ?? 'none')}${any ? '' : ` (more than ${rounded(missing)} missing)`}`
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
      return `the player ${obstacle.player_id} is disabled`
    case 'performer':
      return `the player is not a performer of the process ${obstacle.process}`
    case 'lane': {
      const { lane, role } = obstacle
      return `needs the role player in the lane ${lane}, ${role === null ? 'has none there' : `is ${role} there`}`
    }
    case 'completed':
      return `the process ${obstacle.process} is completed`
    case 'not_offered': {
      const { of, after } = obstacle
      return `${of} is not offered now: ${after.length === 0 ? 'nothing that is leads to it' : `it comes after ${after.join(' or ')}`}`
    }
    case 'formula':
      return `cannot be computed: ${obstacle.message}`
  }
}

/** What a player is in some team of a definition, else which teams there are. */
function teamsText({ teams = [], member = [] }: Extract<Obstacle, { kind: 'requirement' }>): string {
  const are = member.map(({ team, roles }) => `${team} as ${roles.join(' and ') || 'a member without a role'}`)
  if (are.length > 0) return `: is in ${are.join(', in ')}`
  if (teams.length === 0) return ''
  return ` (there ${teams.length === 1 ? 'is' : 'are'} ${teams.join(', ')} to join)`
}
