import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WhatIfReport } from '../../src/lab/what-if/report.ts'
import { endAllHere, runHere, serveHere } from './in-process.ts'

let cwd: string
let env: Record<string, string>

const gamify = (...args: readonly string[]) => runHere(args, { cwd, env })
const whatIf = (...args: readonly string[]) => gamify('what-if', ...args)
const asked = async (...args: readonly string[]): Promise<WhatIfReport> =>
  JSON.parse((await whatIf('--json', ...args)).stdout) as WhatIfReport

/** All files of a directory with their contents. */
async function textsIn(directory: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = names.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
  return Object.fromEntries(
    await Promise.all(files.map(async (path) => [path, await readFile(path, 'base64')] as const)),
  )
}

/** People of a persona have played the template `quest`, with processes and teams. */
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-what-if-test-'))
  env = {}
  await gamify('init', '--template', 'quest')
  const { url } = await serveHere([], { cwd, env })
  env = { GAMIFY_URL: url }
  const seeded = await gamify('seed', '--players', '12', '--persona', 'regular')
  expect(seeded.code).toBe(0)
  // A scout gives 5 xp in the design of the project.
  await cp(join(cwd, 'design'), join(cwd, 'other'), { recursive: true })
  const scout = join(cwd, 'other', 'actions', 'scout.json')
  await writeFile(scout, (await readFile(scout, 'utf8')).replace('"value": "5"', '"value": "2"'))
  expect((await gamify('state', 'export', 'game.ndjson')).code).toBe(0)
})
afterAll(async () => {
  await endAllHere()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

describe('the history of the running game', () => {
  test('comes out as it was under the design that runs', async () => {
    const { code, stdout } = await whatIf()
    expect(stdout).toMatch(/^\d+ entries, decided again from entry 1 on: no player has any other score\.\n$/)
    expect(code).toBe(0)
    const { players, changed, commands } = await asked()
    expect([players, changed]).toEqual([12, 0])
    expect(commands.accepted_after).toBe(commands.accepted_before)
  })

  test('is decided again under another design, the same as the exported one', async () => {
    const report = await asked('./other')
    const { before = '', after = '' } = report.metrics['xp']?.total ?? {}
    // Half of the xp are of scouts, at the least.
    expect(Number(after)).toBeLessThan(Number(before) * 0.8)
    expect(await asked('./other', '--from', 'game.ndjson')).toEqual(report)
    const { stdout } = await whatIf('./other')
    expect(stdout).toMatch(/\nmetric +players +before +after\nxp /)
    expect(stdout).toContain('xp: most lost by ')
  })

  test('is shown for one player, entry by entry', async () => {
    const { metrics } = await asked('./other')
    const { player = '', by } = metrics['xp']?.most_lost?.[0] ?? {}
    const { differing } = JSON.parse((await whatIf('./other', '--player', player, '--json')).stdout) as {
      differing: readonly { op: string }[]
    }
    // Each scout of the player gives 3 xp less.
    expect(differing.filter(({ op }) => op === 'actions.play')).toHaveLength(Number(by) / -3)
    expect((await whatIf('./other', '--player', player)).stdout).toMatch(
      /\nentry \d+, \S+: actions\.play\n {2}before: actions\/scout: xp \d+ to \d+/,
    )
    expect((await whatIf('--player', player)).stdout).toContain('\n\nNothing differs for this player.\n')
    expect(await whatIf('--player', 'nobody')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining("the history has no player 'nobody'"),
    })
  })

  test('begins where --since says', async () => {
    const { entries } = await asked()
    const last = await asked('./other', '--since', String(entries))
    expect(last.commands.accepted_before).toBeLessThanOrEqual(1)
    expect(await whatIf('--since', String(entries + 1))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`--since is after the end of the history, which has ${entries} entries`),
    })
  })

  test('ends with 1 for --fail-if-lost only if a player would lose something', async () => {
    expect((await whatIf('--fail-if-lost')).code).toBe(0)
    await cp(join(cwd, 'design'), join(cwd, 'without'), { recursive: true })
    await rm(join(cwd, 'without', 'rules'), { recursive: true })
    const { losers, lost } = await asked('./without')
    expect(losers).toBeGreaterThan(0)
    expect(lost[0]?.lost).toMatch(/^trophies:/)
    const failed = await whatIf('./without', '--fail-if-lost')
    expect(failed.code).toBe(1)
    expect(failed.stdout).toMatch(/\n\d+ players? would lose a level, an item or an ended process/)
  })

  test('is written to a file, too', async () => {
    const { stdout } = await whatIf('./other', '--json', '--out', 'report.json')
    expect(await readFile(join(cwd, 'report.json'), 'utf8')).toBe(stdout)
  })
})

describe('expectations', () => {
  const expecting = async (list: unknown, ...args: readonly string[]) => {
    await writeFile(join(cwd, 'expectations.json'), JSON.stringify(list, null, 2))
    return whatIf('./other', '--from', 'game.ndjson', '--expect', 'expectations.json', ...args)
  }

  test('decide how the command ends, and are in the report', async () => {
    const { metrics } = await asked('./other')
    const total = Number(metrics['xp']?.total?.after)
    const held = await expecting([{ metric: 'xp', of: 'total', min: total, max: total }])
    expect(held.code).toBe(0)
    expect(held.stdout).toContain('\n\nExpectations: 1 of 1 held\nheld    total of xp at the end: ')
    const failing = [
      { metric: 'xp', of: 'total', min: total },
      { reach: 'process:tour', share: { min: 2 / 3, max: 0.7 } },
    ]
    const failed = await expecting([failing[0], { ...failing[0], min: total + 1 }])
    expect(failed.code).toBe(1)
    expect(failed.stdout).toContain('\nExpectations: 1 of 2 held\n')
    const quiet = await expecting([failing[0], { ...failing[0], min: total + 1 }], '--quiet')
    expect(quiet.stdout.split('\n\n').at(-1)).toMatch(/^failed {2}total of xp at the end: /)
    const { stdout } = await expecting([failing[0]], '--json')
    expect((JSON.parse(stdout) as WhatIfReport).expect).toEqual([{ ...failing[0], seen: total, holds: true }])
  })

  test.each<[string, object, RegExp]>([
    ['an unknown metric', { metric: 'xpp', of: 'mean', min: 1 }, /3:15: .*xpp.*did you mean 'xp'/],
    ['an unknown item', { reach: 'trophies:Scot', share: { min: 1 } }, /3:14: .*Scot/],
    [
      'a day',
      { metric: 'xp', of: 'mean', day: 3, min: 1 },
      /5:12: .*not by day; expected 'metric' with 'of' and bounds/,
    ],
    ['a persona', { metric: 'xp', of: 'mean', persona: 'a', min: 1 }, /5:16: .*recorded players have no persona;/],
    ['how long it takes', { reach: 'process:tour', median_days: { max: 1 } }, /4:20: .*not how long it took;/],
    ['a flow', { flow: 'xp', of: 'given', min: 1 }, /3:13: .*at the end of a history is compared; expected/],
    [
      'an unknown field',
      { metric: 'xp', of: 'mean', colour: 1, min: 1 },
      /5:15: .*unknown field 'colour'; with 'metric', expected only 'of', 'min', 'max'/,
    ],
    [
      'no form',
      { colour: 1 },
      /2:3: .*expected an expectation: an object with 'reach' and 'share', or 'metric' and 'of'/,
    ],
    ['no bounds', { metric: 'xp', of: 'mean' }, /2:3: .*expected 'min', 'max' or both/],
    ['two mistakes', { metric: 'xpp', of: 'meen', min: 1 }, /4:11: .*did you mean 'mean'.*3:15: .*did you mean 'xp'/],
  ])('with %s are refused with their place', async (_, expectation, message) => {
    const { code, stdout, stderr } = await expecting([expectation])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr.replace(/\s+/g, ' ')).toMatch(message)
    expect(stderr).toContain('expectations.json')
  })

  test('are refused if they are not there, or are no list', async () => {
    expect(await whatIf('--expect', 'nowhere.json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no such file; expected a list of expectations'),
    })
    expect(await expecting({ metric: 'xp' })).toMatchObject({ code: 2, stderr: expect.stringContaining('1:1') })
  })
})

describe('a page', () => {
  test('has the report in it', async () => {
    const { stdout } = await whatIf('./other', '--from', 'game.ndjson', '--json', '--html', 'what-if.html')
    const [, data] = /id="data">(.*?)<\/script>/s.exec(await readFile(join(cwd, 'what-if.html'), 'utf8')) ?? []
    expect(JSON.parse(data ?? '')).toEqual({ kind: 'what-if', report: JSON.parse(stdout) as unknown })
  })

  test('is refused before anything is decided again if it cannot be written', async () => {
    const { code, stdout, stderr } = await whatIf('--from', 'game.ndjson', '--html', 'nowhere/what-if.html')
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('cannot write')])
    expect((await whatIf('--out', 'same', '--html', 'same')).stderr).toContain('name the same file')
  })
})

describe('a data directory', () => {
  test('is refused while its game runs, and gives the same report as a copy of it that nobody uses', async () => {
    expect(await whatIf('--data', '.gamify')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/is running\n.*leave out --data/s),
    })
    const files = (await readdir(join(cwd, '.gamify'))).filter((name) => !name.startsWith('lock'))
    for (const name of files) await cp(join(cwd, '.gamify', name), join(cwd, 'stored', name), { recursive: true })
    const before = await textsIn(join(cwd, 'stored'))
    expect(await asked('./other', '--data', 'stored')).toEqual(await asked('./other'))
    expect(await textsIn(join(cwd, 'stored'))).toEqual(before)
    await symlink('stored', join(cwd, 'linked'))
    expect(await asked('./other', '--data', 'linked')).toEqual(await asked('./other'))
    expect(await textsIn(join(cwd, 'stored'))).toEqual(before)
    for (const none of ['design', 'game.ndjson', 'nowhere'])
      expect(await whatIf('--data', none)).toMatchObject({ code: 2, stderr: expect.stringContaining('has no game') })
  })
})

describe('a history that cannot be used', () => {
  const written = async (change: (text: string) => string): Promise<string> => {
    await writeFile(join(cwd, 'bad.ndjson'), change(await readFile(join(cwd, 'game.ndjson'), 'utf8')))
    return (await whatIf('--from', 'bad.ndjson')).stderr
  }

  test.each<[string, (text: string) => string, RegExp]>([
    ['is empty', () => '', /The file is empty/],
    ['is cut off in a line', (text) => text.slice(0, -5), /ends in the middle of line/],
    ['is cut off after a line', (text) => text.split('\n').slice(0, -3).join('\n') + '\n', /it was cut off/],
    [
      'is changed',
      (text) => text.replace('"op":"actions.play"', '"op":"actions.pley"'),
      /a line before it was changed or is missing/,
    ],
    [
      'is of another game',
      (text) => text.replace(/"game":"[^"]*"/, '"game":"other"'),
      /game 'other', but the project is/,
    ],
    ['is of a newer format', (text) => text.replace('"format":1', '"format":3'), /has format 3/],
    ['is no history', () => 'hello\n', /Line 1 is not a JSON object/],
  ])('because it %s', async (_, change, message) => {
    expect((await written(change)).replace(/\s+/g, ' ')).toMatch(message)
  })

  test('because it is not there, or there are two', async () => {
    expect(await whatIf('--from', 'nowhere.ndjson')).toMatchObject({ code: 2, stdout: '' })
    expect(await whatIf('--from', '-')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--from - is not a file that can be read twice'),
    })
    expect(await whatIf('--from', 'a', '--data', 'b')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--from and --data cannot be combined'),
    })
  })

  test('because the other design is not there', async () => {
    const { stderr, code } = await whatIf('./nowhere')
    expect([code, stderr]).toEqual([2, expect.stringContaining('no design directory')])
    // The directory of a project has the design in a directory of its own.
    await cp(join(cwd, 'design'), join(cwd, 'copy', 'design'), { recursive: true })
    await cp(join(cwd, 'gamify.json'), join(cwd, 'copy', 'gamify.json'))
    const above = await whatIf('copy')
    expect(above).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/ has no design files\n {2}did you mean .*design\?/),
    })
  })
})
