import { describe, expect, test } from 'vitest'
import { pathText } from '../game/kernel/schema-problems.ts'
import { parseSeedFile } from './seed-file.ts'

const problems = (value: unknown): readonly string[] => {
  const parsed = parseSeedFile(value)
  return 'problems' in parsed ? parsed.problems.map(({ path, message }) => `${pathText(path)}: ${message}`) : []
}

describe('a seed file', () => {
  test('names players by their ids, or with what they have', () => {
    const neo = {
      id: 'neo',
      alias: 'The One',
      email: 'neo@example.com',
      scores: { xp: '30', rank: 'Bronze', badges: { Rookie: '1' } },
    }
    expect(parseSeedFile({ players: ['trinity', neo] })).toEqual({
      players: [{ id: 'trinity' }, neo],
      teams: [],
      processes: [],
    })
  })

  test.each([{}, { players: [] }, { teams: [], processes: [] }])('may name nobody: %j', (value) => {
    expect(parseSeedFile(value)).toEqual({ players: [], teams: [], processes: [] })
  })

  test('is told all that is wrong with it', () => {
    const value = {
      playres: [],
      players: ['1st', { id: 'a', alais: 'x' }, 7, { id: 'b', scores: { xp: 30, badges: { Rookie: 1 } } }],
      teams: [{ id: 'red', members: { neo: [] } }],
      processes: [{ id: 'neo/tour', definition: 'tour', owner: 'neo', performers: { neo: { guide: 'boss' } } }],
    }
    expect(problems(value)).toEqual(
      expect.arrayContaining([
        `playres: unknown field 'playres' (did you mean 'players'?)`,
        'players.0.id: expected an id: a letter, then up to 63 letters, digits, _ or -',
        `players.1.alais: unknown field 'alais' (did you mean 'alias'?)`,
        expect.stringMatching(/^players\.2: .*expected object/),
        'players.3.scores.xp: expected a text such as "30" or "Bronze", or an object of items and counts',
        'players.3.scores.badges.Rookie: expected a count such as "1"',
        'teams.0.definition: missing; expected string',
        'teams.0.members.neo: expected at least 1 item',
        'processes.0.performers.neo: expected an object of lanes, each "player" or "observer"',
      ]),
    )
  })

  test('names players as the service does', () => {
    const players = [
      { id: 'a', alias: '' },
      { id: 'b', email: 'b' },
    ]
    expect(problems({ players })).toEqual([
      expect.stringMatching(/^players\.0\.alias: expected /),
      'players.1.email: expected an email address',
    ])
  })

  test('names a player once', () => {
    expect(problems({ players: ['a', 'b', { id: 'a' }] })).toEqual([
      `players.2.id: 'a' is listed twice, expected each once`,
    ])
  })

  test.each([null, [], 'players', 7])('is no %j', (value) => {
    expect(problems(value)).toEqual([expect.stringContaining('expected object')])
  })

  test('may have metrics of any name', () => {
    const scores = JSON.parse('{ "__proto__": "1", "constructor": "2" }')
    const parsed = parseSeedFile({ players: [{ id: 'a', scores }] })
    expect('players' in parsed && Object.entries(parsed.players[0]?.scores ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
  })
})
