import { describe, expect, test } from 'vitest'
import { eventSentence, type ShownEvent } from './event-sentence.ts'

const neo = { id: 'neo', alias: 'The One' }
const xp = { metric: { id: 'xp', name: 'XP', type: 'point' }, delta: { old: '0', new: '30' } }
const rank = { metric: { id: 'rank', name: 'Rank', type: 'state' }, delta: { old: null, new: 'Bronze' } }
const badges = {
  metric: { id: 'badges', name: 'Badges', type: 'set' },
  delta: { Rookie: { old: null, new: '1' }, Helper: { old: '1', new: '2' } },
}

describe('an event in a sentence', () => {
  test.each<[string, ShownEvent]>([
    [
      'neo played Like: XP 0 -> 30',
      { event: 'action', actor: neo, action: { id: 'like', name: 'Like' }, count: 1, changes: [xp] },
    ],
    [
      'neo played Like (x3): XP 0 -> 30',
      { event: 'action', actor: neo, action: { id: 'like', name: 'Like' }, count: 3, changes: [xp] },
    ],
    [
      'neo played Like: no change',
      { event: 'action', actor: neo, action: { id: 'like', name: 'Like' }, count: 1, changes: [] },
    ],
    [
      'neo reached Bronze: Rank none -> Bronze',
      { event: 'level', actor: neo, rule: { id: 'ladder' }, changes: [rank] },
    ],
    [
      'neo got Rookie and Helper: Badges Rookie 0 -> 1, Badges Helper 1 -> 2, XP 0 -> 30',
      { event: 'achievement', actor: neo, rule: { id: 'first' }, changes: [badges, xp] },
    ],
    [
      "rule 'Gift' applied to neo: XP 0 -> 30",
      { event: 'custom_rule', actor: neo, rule: { id: 'gift', name: 'Gift' }, changes: [xp] },
    ],
    ['the scores of neo changed: XP 0 -> 30', { event: 'score', player: neo, changes: [xp] }],
    ['neo: blink: no change', { event: 'blink', actor: neo }],
  ])('%s', (sentence, event) => {
    expect(eventSentence(event)).toBe(sentence)
  })

  const tank = { id: 'tank', name: 'Tank' }
  const inTeam = { team: { id: 'crew', name: 'Crew' } }
  const inProcess = { process: { id: 'neo/tour', name: 'Tour' } }
  test.each<[string, ShownEvent]>([
    ["neo created team 'crew'", { event: 'create', actor: neo, ...inTeam }],
    ["an operator deleted team 'crew'", { event: 'delete', admin: true, ...inTeam }],
    ["neo joined team 'crew' as officer", { event: 'join', actor: neo, roles: { officer: 2 }, ...inTeam }],
    ["neo left process 'neo/tour'", { event: 'leave', actor: neo, admin: true, ...inProcess }],
    ["neo removed tank from team 'crew'", { event: 'kick', actor: neo, player: tank, ...inTeam }],
    [
      "neo asked to join process 'neo/tour' as guide (player), driver (observer)",
      { event: 'join:request', actor: neo, roles: { guide: 'player', driver: 'observer' }, ...inProcess },
    ],
    [
      "neo accepted the request of tank to join team 'crew'",
      { event: 'join:request:accept', actor: neo, player: tank, ...inTeam },
    ],
    [
      "neo invited tank to team 'crew' as officer",
      { event: 'invite', actor: neo, invitee: tank, roles: { officer: true }, ...inTeam },
    ],
    [
      "tank rejected the invitation of neo to team 'crew'",
      { event: 'invite:reject', actor: tank, inviter: neo, ...inTeam },
    ],
    [
      "neo changed the roles of tank in team 'crew': officer none -> yes, member yes -> none",
      {
        event: 'role:assign',
        actor: neo,
        player: tank,
        changes: { officer: { old: null, new: true }, member: { old: true, new: null } },
        ...inTeam,
      },
    ],
    ["an operator transferred team 'crew' to tank", { event: 'transfer', admin: true, player: tank, ...inTeam }],
    [
      "neo performed Visit in process 'neo/tour': XP 0 -> 30",
      { event: 'progress', actor: neo, activity: { id: 'visit', name: 'Visit' }, changes: [xp], ...inProcess },
    ],
    [
      "tank got the reward of Pack because neo performed Visit in process 'neo/tour': XP 0 -> 30",
      {
        event: 'resolution',
        actor: neo,
        activity: { id: 'visit', name: 'Visit' },
        deferred: { actor: tank, activity: { id: 'pack', name: 'Pack' }, changes: [xp] },

        ...inProcess,
      },
    ],
  ])('%s', (sentence, event) => {
    expect(eventSentence(event)).toBe(sentence)
  })

  test.each<[string, ShownEvent]>([
    ["neo removed tank from team 'crew'", { event: 'kick', player: tank, ...inTeam }],
    ["tank removed neo from team 'crew'", { event: 'kick', actor: tank, ...inTeam }],
    ["neo joined team 'crew'", { event: 'join', admin: true, ...inTeam }],
  ])('in the feed of neo: %s', (sentence, event) => {
    expect(eventSentence(event, 'neo')).toBe(sentence)
  })

  test('takes its subject from the feed it stands in, which leaves that player out', () => {
    expect(eventSentence({ event: 'action', action: { id: 'like', name: 'Like' }, changes: [xp] }, 'neo')).toBe(
      'neo played Like: XP 0 -> 30',
    )
  })

  test('takes items that are named like the parts of a change for items', () => {
    const odd = {
      metric: { name: 'Badges', type: 'set' },
      delta: { old: { old: null, new: '1' }, new: { old: '2', new: '3' } },
    }
    expect(eventSentence({ event: 'score', player: neo, changes: [odd] })).toBe(
      'the scores of neo changed: Badges old 0 -> 1, Badges new 2 -> 3',
    )
  })

  test('holds nothing that a terminal would obey', () => {
    const event = { event: 'action', actor: neo, action: { id: 'x', name: '\u001b[2JLike\r\n\u202e' }, changes: [] }
    expect(eventSentence(event)).toBe('neo played \\u{1b}[2JLike\\u{d}\\u{a}\\u{202e}: no change')
  })
})
