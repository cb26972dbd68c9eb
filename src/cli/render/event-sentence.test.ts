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
      'Gift was applied to neo: XP 0 -> 30',
      { event: 'custom_rule', actor: neo, rule: { id: 'gift', name: 'Gift' }, changes: [xp] },
    ],
    ['the scores of neo were changed: XP 0 -> 30', { event: 'score', player: neo, changes: [xp] }],
    ['neo: join: no change', { event: 'join', actor: neo }],
  ])('%s', (sentence, event) => {
    expect(eventSentence(event)).toBe(sentence)
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
      'the scores of neo were changed: Badges old 0 -> 1, Badges new 2 -> 3',
    )
  })

  test('holds nothing that a terminal would obey', () => {
    const event = { event: 'action', actor: neo, action: { id: 'x', name: '\u001b[2JLike\r\n\u202e' }, changes: [] }
    expect(eventSentence(event)).toBe('neo played \\u{1b}[2JLike\\u{d}\\u{a}\\u{202e}: no change')
  })
})
