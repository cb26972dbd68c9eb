import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedStarter, serveStarter, starter } from './served-game.ts'
import { endAll, run } from './spawned.ts'

let game: ServedStarter

beforeAll(async () => {
  game = await serveStarter()
  await game.run('player create neo')
  await game.run('play action like --as neo')
})
afterAll(async () => {
  endAll()
  await game.stop()
})

const ok = (stdout: string, stderr = '') => ({ code: 0, stdout: `${stdout}\n`, stderr })

const NOW = '2026-05-01T12:00:00.000Z'

async function lastEntry(): Promise<number> {
  const { stdout } = await game.run('history --json')
  return (JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { seq: number }).seq
}

describe('gamify snapshot', () => {
  test('saves, lists, restores and deletes', async () => {
    expect(await game.run('snapshot list')).toEqual(
      ok('SNAPSHOT  ENTRY  SAVED  SIZE', "no snapshots; save one with 'gamify snapshot save NAME'\n"),
    )
    const seq = await lastEntry()
    const saved = await game.run('snapshot save mark')
    expect(saved.stdout).toMatch(new RegExp(`^saved mark: the game after entry ${seq}, \\d+(\\.\\d)? k?B\n$`))
    expect((await game.run('snapshot list')).stdout).toMatch(/^SNAPSHOT .*\nmark +\d+ +\d{4}-.*Z +[\d.]+ k?B\n$/)
    await game.run('play action like --as neo')
    expect(await game.run('snapshot restore mark')).toEqual(
      ok(
        `restored mark: the game as it was after entry ${seq}, at ${NOW}`,
        `run 'gamify snapshot restore before-restore-${seq + 1}' to undo this\n`,
      ),
    )
    expect(await lastEntry()).toBe(seq)
    expect(await game.run('snapshot delete mark')).toEqual(ok('deleted mark'))
  })

  test('prints the JSON of the service', async () => {
    const saved = JSON.parse((await game.run('snapshot save json --json')).stdout) as object
    const seq = await lastEntry()
    expect(saved).toEqual({ name: 'json', seq, created: expect.any(String), size: expect.any(Number) })
    const listed = JSON.parse((await game.run('snapshot list --json')).stdout) as { data: object[]; total: number }
    expect(listed).toEqual({ data: expect.arrayContaining([saved]) as object[], total: listed.data.length })
    const restored = await game.run('snapshot restore json --json')
    expect(JSON.parse(restored.stdout)).toEqual({ name: 'json', seq, now: NOW, snapshot: `before-restore-${seq}` })
    expect(await game.run('snapshot delete json --json')).toEqual(ok('{"name":"json"}'))
  })

  test('as a process prints and ends so, too', async () => {
    const place = { cwd: starter, env: { GAMIFY_URL: game.url } }
    const saved = await run(['snapshot', 'save', 'mark', '--json'], place)
    expect(saved).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\{"name":"mark",.*\}\n$/), stderr: '' })
    expect(await run(['snapshot', 'restore', 'mask'], place)).toMatchObject({ code: 1, stdout: '' })
    expect(await run(['rewind', '--to', String(await lastEntry())], place)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^0 entries undone: /),
    })
    await game.run('snapshot delete mark')
  })

  test('ends with 1 where the service says no, and names the nearest snapshot', async () => {
    await game.run('snapshot save before-launch')
    expect(await game.run('snapshot restore before-lunch')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        "error: snapshot_not_found: The snapshot 'before-lunch' does not exist\n  did you mean 'before-launch'?\n",
    })
    expect(await game.run('snapshot save before-launch --json')).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        '{"error":"snapshot_exists","error_description":"A snapshot with the name \'before-launch\' already exists"}\n',
    })
    expect(await game.run('snapshot delete nothing')).toMatchObject({ code: 1 })
    await game.run('snapshot delete before-launch')
  })

  test('ends with 2 where it is not used rightly', async () => {
    expect(await game.run('snapshot save')).toMatchObject({ code: 2, stdout: '' })
    expect(await game.run('snapshot rstore')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'gamify snapshot restore'"),
    })
    for (const verb of ['save', 'restore', 'delete']) {
      const { code, stdout, stderr } = await game.run(`snapshot ${verb} ../x`, { answer: 'y', env: { NO_COLOR: '1' } })
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/^error: not a valid snapshot name: expected 1 to 64 letters, .* found '\.\.\/x'\n/)
    }
  })

  test('asks on a terminal before anything is lost, unless told not to', async () => {
    await game.run('snapshot save mark')
    const seq = await lastEntry()
    await game.run('play action like --as neo')
    const refused = [
      await game.run('snapshot restore mark', { answer: 'n' }),
      await game.run('rewind --to 1', { answer: '' }),
      await game.run('snapshot delete mark', { answer: 'no' }),
    ]
    expect(refused.map(({ code }) => code)).toEqual([1, 1, 1])
    expect(refused.map(({ stderr }) => stderr.split('? [y/N] ')[0])).toEqual([
      'restore mark and undo everything after it',
      'undo everything after 1',
      'delete the snapshot mark',
    ])
    expect(await lastEntry()).toBe(seq + 1)
    expect(await game.run('snapshot restore mark --yes', { answer: 'n' })).toMatchObject({ code: 0 })
    expect(await game.run('snapshot delete mark', { answer: 'y' })).toMatchObject({ code: 0 })
    expect(await lastEntry()).toBe(seq)
  })
})

describe('gamify rewind', () => {
  test('takes back what came after an entry, and says how to bring it back', async () => {
    const seq = await lastEntry()
    await game.run('play action like --as neo --count 2')
    await game.run('play action like --as neo')
    expect(await game.run(`rewind --to ${seq}`)).toEqual(
      ok(
        `2 entries undone: the game as it was after entry ${seq}, at ${NOW}`,
        `run 'gamify snapshot restore before-rewind-${seq + 2}' to undo this\n`,
      ),
    )
    expect(await lastEntry()).toBe(seq)
    await game.run(`snapshot restore before-rewind-${seq + 2}`)
    const again = await game.run(`rewind --to ${NOW} --json`)
    expect(JSON.parse(again.stdout)).toEqual({
      seq: seq + 2,
      now: NOW,
      undone: 0,
      snapshot: `before-rewind-${seq + 2}-2`,
    })
  })

  test('tells the entry apart that sets a clock that runs; restore does, too', async () => {
    const seq = await lastEntry()
    await game.run('time resume')
    await game.run('snapshot save running')
    const apart = String.raw`the game as it was after entry ${seq + 1}, at \S+Z; entry ${seq + 2} sets the game clock back to that time\n$`
    expect((await game.run('snapshot restore running')).stdout).toMatch(new RegExp(`^restored running: ${apart}`))
    await game.run('play action like --as neo')
    expect((await game.run(`rewind --to ${seq + 1}`)).stdout).toMatch(new RegExp(`^2 entries undone: ${apart}`))
    await game.run(`rewind --to ${seq}`)
    expect(await lastEntry()).toBe(seq)
  })

  test.each([
    [['--to', '0'], 1, 'error: invalid_request: The game cannot go back to that point: it can go back from entry'],
    [['--to', '99999'], 1, 'to entry 1 (2026-05-01T12:00:00.000Z)'],
    [['--to', 'noon'], 2, 'Expected the number of an entry, or a time such as '],
    [['--to', '-1'], 2, "option '--to <point>' argument '-1' is invalid"],
    [[], 2, 'the target is missing'],
    [['--to='], 2, 'Expected a value that is not empty'],
  ])('refuses %j', async (args, code, words) => {
    expect(await game.run(['rewind', ...args].join(' '))).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(words),
    })
  })
})
