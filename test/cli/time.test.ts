import { afterAll, describe, expect, test } from 'vitest'
import { starter, starterEachTest } from './served-game.ts'
import { endAll, run } from './spawned.ts'

const game = starterEachTest()
afterAll(endAll)

const told = (stdout: string) => ({ code: 0, stdout: `${stdout}\n`, stderr: '' })

describe('gamify time', () => {
  test('shows what time it is in the game, with or without show', async () => {
    const shown = told('2026-05-01T12:00:00.000Z, Friday; the clock is frozen')
    expect(await game.run('time')).toEqual(shown)
    expect(await game.run('time show')).toEqual(shown)
    const data = { now: '2026-05-01T12:00:00.000Z', frozen: true }
    expect(await game.json('time')).toEqual(data)
    expect(await game.json('time show')).toEqual(data)
  })

  test('shows that of the runtime that is asked for', async () => {
    await game.run('time advance 1d --runtime production')
    expect(await game.json('time')).toMatchObject({ now: '2026-05-01T12:00:00.000Z' })
    expect(await game.json('time --runtime production')).toMatchObject({ now: '2026-05-02T12:00:00.000Z' })
  })

  test('set makes it later, advance by so much', async () => {
    expect(await game.run('time set 2026-06-01T00:00:00+02:00')).toEqual(
      told('2026-05-31T22:00:00.000Z, Sunday; the clock is frozen'),
    )
    expect(await game.run('time advance 1d2h')).toEqual(told('2026-06-02T00:00:00.000Z, Tuesday; the clock is frozen'))
    expect(await game.json('time set 1780444800')).toEqual({ now: '2026-06-03T00:00:00.000Z', frozen: true })
    expect(await game.json('time advance PT90M')).toEqual({ now: '2026-06-03T01:30:00.000Z', frozen: true })
  })

  test('resume lets it run, freeze stand still', async () => {
    const resumed = await game.run('time resume')
    expect(resumed).toEqual({
      ...told(''),
      stdout: expect.stringMatching(/^2026-05-01T12:00:0.*; the clock is running\n$/),
    })
    expect(await game.json('time freeze')).toMatchObject({ frozen: true })
    expect(await game.json('time')).toEqual(await game.json('time'))
    expect(await game.json('time resume')).toMatchObject({ frozen: false })
  })

  test('with --quiet tells no more than what was asked for', async () => {
    expect(await game.run('time advance 1h -q')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect((await game.run('time -q')).stdout).toContain('2026-05-01T13:00:00.000Z')
  })

  test('does not go back, and says what does', async () => {
    const description = 'The clock is already at 2026-05-01T12:00:00.000Z and cannot go back'
    expect(await game.run('time set 2026-04-30')).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        `error: invalid_date: ${description}`,
        "  run 'gamify time' to see the game time, 'gamify rewind --to TIME' to go back to an earlier time\n",
      ].join('\n'),
    })
    const { code, stdout, stderr } = await game.run('time set 2026-04-30 --json')
    expect({ code, stdout, error: JSON.parse(stderr) }).toEqual({
      code: 1,
      stdout: '',
      error: { error: 'invalid_date', error_description: description },
    })
    expect(await game.json('time')).toMatchObject({ now: '2026-05-01T12:00:00.000Z' })
  })

  test('does not go on beyond the year 9999, and says so', async () => {
    await game.run('time set 9999-12-31T23:59:59.999Z')
    const { code, stderr } = await game.run('time advance 1ms')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^error: invalid_date: Game time cannot go past the year 9999\n {2}run 'gamify time' /,
      ),
    })
  })

  test.each([
    ['time set tomorrow', `'tomorrow' is not a valid time`],
    ['time set 2026-02-30', `'2026-02-30' is not a valid time`],
    [
      'time set 2026-06-01T10:00:00CET',
      `'2026-06-01T10:00:00CET' is not a valid time\n  expected one such as 2026-01-31T12:00:00Z,`,
    ],
    [
      'time advance -1d',
      `unknown option '-1d'\n  game time only moves forward; run 'gamify rewind --to TIME' to go back\n`,
    ],
    [
      'time advance -- -1d',
      `'-1d' is not a valid duration\n  game time only moves forward; run 'gamify rewind --to TIME' to go back\n`,
    ],
    ['time advance soon', `'soon' is not a valid duration\n  expected one such as 90m, 1d12h or PT90M\n`],
    ['time advance 2weeks', `'2weeks' is not a valid duration\n  did you mean '2w'?\n`],
    ['time advance 1month', `'1month' is not a valid duration\n  expected one such as 90m`],
    ['time advance 1x', `'1x' is not a valid duration`],
    ['time set', `missing required argument 'time'`],
    ['time sett 3', `unknown command 'sett' (did you mean 'gamify time set'?)`],
  ])('ends with 2: %s', async (line, message) => {
    const { code, stdout, stderr } = await game.run(line)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`error: ${message}`)
  })

  test('as a process prints and ends so, too', async () => {
    const place = { cwd: starter, env: { GAMIFY_URL: game.url } }
    const { code, stdout } = await run(['time', '--json'], place)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"now":"2026-05-01T12:00:00.000Z","frozen":true}\n' })
    expect(await run(['time', 'set', '2026-04-30'], place)).toMatchObject({ code: 1, stdout: '' })
    const nobody = { cwd: starter, env: { GAMIFY_URL: 'http://127.0.0.1:1' } }
    expect(await run(['time'], nobody)).toMatchObject({ code: 3, stdout: '' })
  })
})
