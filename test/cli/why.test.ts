import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ServedStarter, serveStarter } from './served-game.ts'

let game: ServedStarter
beforeAll(async () => {
  game = await serveStarter()
  for (const id of ['neo', 'trinity']) await game.run(`player create ${id}`)
})
afterAll(() => game.stop())

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

describe('play --explain', () => {
  test('tells beneath each event what led to it, and then what came to nothing', async () => {
    const { code, stdout, stderr } = await game.run('play action like --as neo --explain --count 3')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(linesOf(stdout)).toEqual([
      'neo played Like (x3): XP 0 -> 30',
      "  XP 0 -> 30: action 'like' gives 10, 3 times",
      'neo reached Bronze: Rank Novice -> Bronze',
      '  level Bronze: XP is 30, over 25 and up to 100',
      'neo got Rookie: Badges Rookie 0 -> 1',
      '  plays of Like >= 1: yes (3)',
      "  Badges Rookie 0 -> 1: achievement 'rookie' gives 1 Rookie",
      "rule 'helper' did not apply to neo: it needs plays of Answer >= 5, they have 0 (5 missing)",
    ])
  })

  test('tells each draw with its odds', async () => {
    await game.run('player score trinity coins 1 --verb set')
    const lines = linesOf((await game.run('play action wheel --as trinity --explain')).stdout)
    expect(lines).toContainEqual('  Coins >= 1: yes (1)')
    const draws = lines.filter((line) => /chance 0\.(7|1|05): drew 0\.\d{4}/.test(line))
    expect(draws).toHaveLength(3)
  })

  test('tells what a formula came to, and from what', async () => {
    const { stdout } = await game.run('play action answer --as trinity --count 2 --var votes=7 --explain')
    expect(stdout).toContain("action 'answer' gives 15 + $vars.votes * 5 = 50 ($vars.votes is 7), 2 times\n")
  })

  test('tells of a rule, and with --json both answers', async () => {
    const { stdout } = await game.run('play rule welcome --player neo --explain')
    expect(linesOf(stdout).slice(0, 2)).toEqual([
      "rule 'Welcome gift' applied to neo: Coins 3 -> 6",
      "  Coins 3 -> 6: rule 'welcome' gives $vars.gift = 3",
    ])
    expect(await game.json('play rule welcome --player neo --explain')).toMatchObject({
      play: [[{ player_id: 'neo' }]],
      why: { same: true, event: { event: 'custom_rule', rule: { id: 'welcome' } } },
    })
  })

  test('tells of a trigger where tokens went', async () => {
    const quest = await serveStarter(join(import.meta.dirname, '../../templates/quest'))
    try {
      await quest.run('seed')
      const { stdout } = await quest.run('play trigger frodo/mountain pack --as frodo --explain')
      expect(linesOf(stdout).map((line) => line.trim())).toEqual([
        "frodo performed Pack the bags in process 'frodo/mountain': XP 0 -> 10",
        "they can perform in lane 'explorer'",
        "activity 'pack': done",
        "a token moves to 'way'",
        "XP 0 -> 10: trigger 'pack' gives 10",
        "a reward of activity 'pack' waits for activity 'report'",
        "rule 'fellow' did not apply to frodo: they need to be in a team Guild",
      ])
      await quest.run('play trigger frodo/mountain cave/torch --as sam')
      const dig = () => quest.run('play trigger frodo/mountain cave/dig --as frodo --explain')
      expect((await dig()).stdout).toContain('reward of Trophies: only in the last round (1 of 3)\n')
      expect((await dig()).stdout).toContain('reward of Trophies: only in the last round (2 of 3)\n')
      expect((await dig()).stdout).not.toContain('only in the last round')
    } finally {
      await quest.stop()
    }
  })
})

describe('why of an entry that no player caused', () => {
  test('has the sentence of the history, and says that no rule was involved', async () => {
    const own = await serveStarter()
    try {
      await own.run('design deploy')
      const history = await own.run('history')
      const [, seq = '', sentence = ''] = /^ *(\d+) {2}\S+ {2}\S+ {2}(the .*version v1.*)$/m.exec(history.stdout) ?? []
      const { code, stdout } = await own.run(`why ${seq}`)
      expect({ code, lines: linesOf(stdout) }).toEqual({
        code: 0,
        lines: [
          sentence,
          expect.stringMatching(/^ {2}event /),
          expect.stringContaining(`  entry ${seq} at `),
          '  No rule of the design was involved.',
        ],
      })
    } finally {
      await own.stop()
    }
  })
})

describe('play --explain of what is refused', () => {
  test('tells the error, and then what stands in the way', async () => {
    await game.run('player score trinity coins 0 --verb set')
    const { code, stdout, stderr } = await game.run('play action wheel --as trinity --explain')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(linesOf(stderr).slice(0, 3)).toEqual([
      expect.stringContaining('access_denied'),
      "  trinity cannot play action 'wheel':",
      '    it needs Coins >= 1, they have 0 (1 missing)',
    ])
    const json = await game.run('play action wheel --as trinity --explain --json')
    expect(JSON.parse(json.stderr)).toMatchObject({
      error: 'access_denied',
      why_not: [{ possible: false, stands_in_the_way: [{ kind: 'requirement', missing: '1' }] }],
    })
  })

  test('tells so of a trigger too, as why-not does', async () => {
    const quest = await serveStarter(join(import.meta.dirname, '../../templates/quest'))
    try {
      await quest.run('seed')
      const { code, stderr } = await quest.run('play trigger frodo/mountain report --as frodo --explain')
      const lines = [
        "frodo cannot play trigger 'report:report' of process 'frodo/mountain':",
        "  activity 'report' is not available now: it comes after 'pack'",
        "  it needs the role player in lane 'guide', they have no role there",
      ]
      expect({ code, lines: linesOf(stderr).slice(2) }).toEqual({ code: 1, lines: lines.map((line) => `  ${line}`) })
      const { stdout } = await quest.run('why-not frodo trigger frodo/mountain report')
      expect(linesOf(stdout)).toEqual(lines)
      expect((await quest.run('why-not frodo trigger frodo/mountain pack')).stdout).toBe(
        "frodo can play trigger 'pack:pack' of process 'frodo/mountain'\n",
      )
    } finally {
      await quest.stop()
    }
  })

  test('without --explain, the error names the command that explains it', async () => {
    await game.run('player score trinity coins 0 --verb set')
    const { stderr } = await game.run('play action wheel --as trinity')
    const [, command = ''] = /^ {2}run 'gamify (why-not .*)' to see why$/m.exec(stderr) ?? []
    expect(command).toBe('why-not trinity action wheel')
    expect((await game.run(command)).stdout).toMatch(/^trinity cannot play action 'wheel':\n {2}it needs Coins >= 1/)
    expect((await game.run('play action wheel --as trinity --runtime staging')).stderr).toContain(
      "run 'gamify why-not trinity action wheel --runtime staging' to see why",
    )
    expect((await game.run('play action visit --as trinity --count 2')).stderr).toMatch(
      /^error: rate_limit_exceeded: .*\n {2}run 'gamify why-not trinity action visit --count 2' to see why\n$/,
    )
  })

  test('an action or a trigger that a player cannot play is suggested too, and what a process offers', async () => {
    await game.run('player score trinity coins 0 --verb set')
    expect((await game.run('play action whel --as trinity')).stderr).toContain("  did you mean 'wheel'?\n")
    const quest = await serveStarter(join(import.meta.dirname, '../../templates/quest'))
    try {
      await quest.run('seed')
      expect(linesOf((await quest.run('play trigger frodo/mountain report --as frodo')).stderr).slice(1)).toEqual([
        "  it offers this player 'pack:pack'",
        "  run 'gamify why-not frodo trigger frodo/mountain report' to see why",
      ])
      await quest.run('player create merry')
      expect((await quest.run('play trigger frodo/mountain pack --as merry')).stderr).toContain(
        "  run 'gamify why-not merry trigger frodo/mountain pack' to see why",
      )
    } finally {
      await quest.stop()
    }
  })

  test('tells the error alone where nothing is known of it, or it was not asked for', async () => {
    const told = (await game.run('play action whee --as trinity')).stderr
    expect((await game.run('play action whee --as trinity --explain')).stderr).toBe(told)
    expect((await game.run('play action wheel --as trinity')).stderr).not.toContain('missing')
  })
})

describe('gamify why', () => {
  test('tells what led to an event, and with --json what the service says', async () => {
    const { why } = (await game.json('play action like --as neo --explain')) as { why: { event: { id: string } } }
    const { id } = why.event
    const { stdout } = await game.run(`why ${id}`)
    expect(linesOf(stdout)).toEqual([
      'neo played Like: XP 30 -> 40',
      `  event ${id}`,
      expect.stringMatching(/^ {2}entry \d+ at 2026-05-01T12:00:00.000Z, actions.play by gamify-staging as neo$/),
      "  XP 30 -> 40: action 'like' gives 10",
      "rule 'helper' did not apply to neo: it needs plays of Answer >= 5, they have 0 (5 missing)",
    ])
    expect(await game.json(`why ${id}`)).toEqual(why)
  })
})

describe('gamify why without the id of an event', () => {
  let game: ServedStarter
  beforeEach(async () => {
    game = await serveStarter()
    for (const id of ['neo', 'trinity', 'smith']) await game.run(`player create ${id}`)
  })
  afterEach(() => game.stop())

  test('last says so where nothing has happened yet', async () => {
    expect(await game.run('why last')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('event_not_found: Nothing has happened in this game yet\n'),
    })
  })

  test('explains the newest play of the game, or of a player, with all its events', async () => {
    const idIn = (text: string): string => /^ {2}event (\S+)$/m.exec(text)?.[1] ?? ''
    const played = await game.run('play action like --as neo --count 3 --json')
    const { local, global } = JSON.parse(played.stdout).events as { local: { id: string }[]; global: { id: string }[] }
    const [first, level, badge] = [...local, ...global].map(({ id }) => id)
    await game.run('play action like --as trinity')
    const ofGame = await game.run('why last')
    expect(ofGame.stdout).toMatch(/^trinity played Like/)
    const ofNeo = await game.run('why neo')
    expect(linesOf(ofNeo.stdout)).toEqual([
      'neo played Like (x3): XP 0 -> 30',
      `  event ${first}`,
      expect.stringMatching(/^ {2}entry \d+ at .*, actions.play by gamify-staging as neo$/),
      "  XP 0 -> 30: action 'like' gives 10, 3 times",
      '  then neo reached Bronze: Rank Novice -> Bronze',
      `    event ${level}`,
      '    level Bronze: XP is 30, over 25 and up to 100',
      '  then neo got Rookie: Badges Rookie 0 -> 1',
      `    event ${badge}`,
      '    plays of Like >= 1: yes (3)',
      "    Badges Rookie 0 -> 1: achievement 'rookie' gives 1 Rookie",
      "rule 'helper' did not apply to neo: it needs plays of Answer >= 5, they have 0 (5 missing)",
    ])
    expect((await game.run('why last --as neo')).stdout).toBe(ofNeo.stdout)
    expect((await game.run('why last --as trinity')).stdout).toBe(ofGame.stdout)
    expect(await game.json('why neo')).toEqual({
      ...((await game.json(`why ${first}`)) as object),
      others: [
        { event: expect.objectContaining({ id: level }), follows: first, reverted: null },
        { event: expect.objectContaining({ id: badge }), follows: first, reverted: null },
      ],
    })
    expect(linesOf((await game.run(`why ${badge}`)).stdout)).toContain(`  caused by ${first}`)
    expect(idIn((await game.run(`why ${badge}`)).stdout)).toBe(badge)
  })

  test('a rule for several players is one play of the game, and of each player their part', async () => {
    await game.run('play rule welcome --player neo --player trinity')
    const applied = (text: string): string[] => linesOf(text).filter((line) => /^rule '.*' applied to/.test(line))
    expect(applied((await game.run('why last')).stdout)).toHaveLength(2)
    for (const id of ['neo', 'trinity'])
      expect(applied((await game.run(`why ${id}`)).stdout)).toEqual([expect.stringContaining(`applied to ${id}`)])
  })

  test.each([
    ['like', "'like' is not the id of an event, the id of a player or the number of an entry"],
    [
      'trinty',
      "'trinty' is not the id of an event, the id of a player or the number of an entry (did you mean 'trinity'?)",
    ],
    ['smith', "Nothing has happened to the player 'smith' yet"],
  ])('of %s, where there is no event, says so', async (asked, message) => {
    expect(await game.run(`why ${asked}`)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`event_not_found: ${message}\n`),
    })
  })

  test('explains the id that a play prints', async () => {
    const { stderr } = await game.run('play action like --as neo')
    const [, line = ''] = /^'gamify (why \S+)' explains this\n$/.exec(stderr) ?? []
    expect((await game.run(line)).stdout).toMatch(/^neo played Like: /)
    expect((await game.run('play action like --as neo --runtime staging')).stderr).toMatch(
      /^'gamify why \S+ --runtime staging' explains this\n$/,
    )
    for (const flag of ['--quiet', '--json', '--explain'])
      expect((await game.run(`play action like --as neo ${flag}`)).stderr).toBe('')
  })
})

describe('gamify why-not', () => {
  test.each([
    [
      'trinity action wheel',
      [
        "trinity cannot play action 'wheel':",
        '  it needs Coins >= 1, they have 0 (1 missing)',
        "  1 more rule would not give its full reward now; 'gamify why-not trinity action wheel --rewards' explains this",
      ],
    ],
    [
      'trinity action wheel --rewards',
      [
        "trinity cannot play action 'wheel':",
        '  it needs Coins >= 1, they have 0 (1 missing)',
        expect.stringMatching(/^ {2}gives only part of Coins -1, .*: reward of Coins: cut from -1 to the min 0$/),
      ],
    ],
    [
      'neo rule helper',
      ["rule 'helper' does not apply to neo:", '  it needs plays of Answer >= 5, they have 0 (5 missing)'],
    ],
    [
      'neo rule ladder',
      ["rule 'ladder' does not apply to neo:", '  level Silver needs XP > 100, they have 40 (61 missing)'],
    ],
    ['neo rule rookie', ["rule 'rookie' does not apply to neo:", '  the player already has Rookie']],
    ['neo action like', ["neo can play action 'like'"]],
  ])('tells %s', async (asked, lines) => {
    const { code, stdout, stderr } = await game.run(`why-not ${asked}`)
    expect({ code, stderr, lines: linesOf(stdout) }).toEqual({ code: 0, stderr: '', lines })
  })

  test('tells when there is room again', async () => {
    await game.run('play action visit --as neo')
    expect(linesOf((await game.run('why-not neo action visit')).stdout)[1]).toBe(
      '  at most 1 per day: 1 used, the next play is possible at 2026-05-02T00:00:00.000Z',
    )
    expect(linesOf((await game.run('why-not trinity action visit --count 2')).stdout)[1]).toBe(
      '  at most 1 per day: 0 used, 2 plays are never possible',
    )
    const { stderr } = await game.run('play action visit --as trinity --count 2 --explain')
    expect(stderr).toContain('2 plays are never possible')
  })

  test.each([
    ['neo action lik', 1, "action_not_found: The action 'lik' does not exist (did you mean 'like'?)"],
    ['neo rule laddr', 1, "rule_not_found: The rule 'laddr' does not exist (did you mean 'ladder'?)"],
    ['neq action like', 1, "player_not_found: The player 'neq' does not exist (did you mean 'neo'?)"],
    ['neo thing like', 2, "'thing' is not one of action, rule, trigger"],
    ['neo achievement helper', 2, 'use rule: gamify why-not neo rule helper'],
    ['neo trigger neo/tour', 2, 'the trigger is missing'],
    ['neo trigger neo/tour a --count 2', 2, '--var and --count do not work with a trigger'],
    ['neo action like twice', 2, "'twice' is one argument too many"],
    ['neo rule ladder --count 2', 2, '--count does not work with a rule'],
  ])('%s ends with %i', async (asked, code, words) => {
    expect(await game.run(`why-not ${asked}`)).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(words),
    })
  })
})
