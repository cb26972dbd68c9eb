import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckReport } from '../../src/lab/check/report.ts'
import { endAllHere, runHere, startHere } from './in-process.ts'
import { endAll, start } from './spawned.ts'

let cwd: string

const check = (...args: readonly string[]) => runHere(['check', ...args], { cwd })

async function save(path: string, content: unknown): Promise<void> {
  const file = join(cwd, path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, JSON.stringify(content, null, 2))
}

const like = (more: object = {}): object => ({
  id: 'like',
  name: 'Like',
  rules: [{ rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '10' }], requires: {} }],
  ...more,
})
const noFarm = { id: 'no-farm', at_most: { metric: 'xp', gain: 100, within: '1d' } }
const grows = { id: 'xp-grows', never_falls: 'xp' }

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-check-test-'))
  await save('gamify.json', { game: { id: 'checked' } })
  await save('design/metrics/xp.json', { id: 'xp', name: 'XP', type: 'point' })
  await save('design/metrics/dust.json', { id: 'dust', name: 'Dust', type: 'point' })
  await save('design/actions/like.json', like())
  await save('checks/xp.json', [noFarm, grows])
})
afterEach(async () => {
  endAll()
  await endAllHere()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

const few = ['--runs', '30'] as const

test('checks hold or fail, and the exit code says so', async () => {
  const broken = await check(...few)
  expect(broken.code).toBe(1)
  expect(broken.stdout).toMatch(/\nfails {2}no-farm: \S+ gains \d+ within 1d, above 100\n/)
  expect(broken.stdout).toMatch(/\nholds {2}xp-grows: held in 30 sequences with \d+ plays\n/)
  await save('checks/xp.json', grows)
  expect(await check(...few)).toMatchObject({ code: 0, stderr: '' })
})

test('the report is JSON with the lints, the same bytes for the same seed, and also goes to --out', async () => {
  const { code, stdout } = await check('--json', ...few, '--random-seed', 'a', '--out', 'report.json')
  expect(code).toBe(1)
  const report = JSON.parse(stdout) as CheckReport
  expect(report.lints.map(({ id, file }) => `${id} ${file}`)).toContain('never-given design/metrics/dust.json')
  const script = 'scripts/found/no-farm.json'
  const found = await readFile(join(cwd, script), 'utf8')
  const counterexample = JSON.parse(found) as object
  const [sequences, plays] = [expect.any(Number) as number, expect.any(Number) as number]
  const verdict = expect.stringMatching(/^check-\d gains 1\d0 within 1d, above 100$/) as string
  expect(report.random_seed).toBe('a')
  expect(report.checks).toEqual([
    { id: 'no-farm', holds: false, sequences, plays, verdict, counterexample, script },
    { id: 'xp-grows', holds: true, sequences: 30, plays, verdict: expect.stringMatching(/^held in 30 sequences with/) },
  ])
  const [failed, held] = report.checks
  expect(held?.plays).toBeGreaterThan(failed?.plays ?? Infinity)
  expect(await readFile(join(cwd, 'report.json'), 'utf8')).toBe(stdout)
  expect((await check('--json', ...few, '--random-seed', 'a')).stdout).toBe(stdout)
  expect(await readFile(join(cwd, script), 'utf8')).toBe(found)
})

test('an empty seed is refused', async () => {
  const { code, stderr } = await check('--random-seed', '')
  expect(code).toBe(2)
  expect(stderr).toMatch(/--random-seed.*Expected a value that is not empty/)
  expect((await check('--random-seed', ' ')).code).toBe(2)
})

test('lints are printed first, and --strict ends with 1 for their warnings', async () => {
  await save('checks/xp.json', grows)
  const { code, stdout } = await check('--strict', ...few)
  expect(code).toBe(1)
  expect(stdout.indexOf('never-given')).toBeLessThan(stdout.indexOf('holds'))
  const quiet = await check('--quiet', ...few)
  expect(quiet.code).toBe(0)
  expect(quiet.stdout).toMatch(/^design\/metrics\/dust\.json:\d+:\d+: warning never-given: [^\n]+\n$/)
})

test('without checks, the design is linted, and one line says how to write a check', async () => {
  await rm(join(cwd, 'checks'), { recursive: true })
  const { code, stdout, stderr } = await check()
  expect(code).toBe(0)
  expect(stdout).toContain('warning never-given')
  expect(stderr + stdout).toContain('There are no checks: write one to a file in checks/')
})

test('a broken file of checks is refused with its place and the nearest name, and nothing is written', async () => {
  await save('checks/xp.json', [noFarm, { ...grows, never_falls: 'xpp' }])
  expect(await check('--out', 'report.json')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/checks\/xp\.json:\d+:\d+: .*unknown metric 'xpp' \(did you mean 'xp'\?\)/),
  })
  await expect(readFile(join(cwd, 'report.json'))).rejects.toThrow('ENOENT')
})

test('scripts that cannot be written are told, after the report', async () => {
  const refused = async (words: string) => {
    const { code, stdout, stderr } = await check(...few)
    expect(code).toBe(2)
    expect(stdout).toContain('fails  no-farm')
    expect(stdout).toContain('holds  xp-grows')
    expect(stderr).toContain(words)
    expect(stderr).toContain('move away what is there, so that gamify can write scripts to scripts/found')
    expect(stderr).not.toContain('name another')
  }
  await save('scripts/found', 'in the way')
  await refused(`${cwd}/scripts/found is not a directory`)
  await rm(join(cwd, 'scripts/found'))
  await mkdir(join(cwd, 'scripts/found/no-farm.json'), { recursive: true })
  await refused(`cannot write ${cwd}/scripts/found/no-farm.json: it is a directory`)
})

test('--no-scripts writes none, and removes none', async () => {
  const { code, stdout } = await check(...few, '--no-scripts')
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringMatching(/^fails {2}no-farm: /m) })
  expect(stdout).not.toContain('gamify play script')
  expect(await readdir(cwd)).not.toContain('scripts')
  await check(...few)
  const written = await readdir(join(cwd, 'scripts/found'))
  await save('checks/xp.json', grows)
  expect(await check(...few, '--no-scripts')).toMatchObject({ code: 0, stderr: '' })
  expect(await readdir(join(cwd, 'scripts/found'))).toEqual(written)
})

test('--seconds limits the time of the search, and an interrupted search says what is known', async () => {
  await save('checks/xp.json', grows)
  expect((await check('--seconds', '1')).code).toBe(0)
  const endless = startHere(['check', '--seconds', '3600', '--json'], { cwd })
  endless.kill('SIGINT')
  const { code, stdout } = await endless.ended
  expect(code).toBe(130)
  expect(JSON.parse(stdout)).toMatchObject({ checks: [{ id: 'xp-grows', holds: true }], partial: true })
})

test('scripts of checks that no longer exist are removed, unless someone has changed them', async () => {
  const files = async () => (await readdir(join(cwd, 'scripts/found'))).toSorted()
  const found = (id: string) => `scripts/found/${id}.json`
  const farms = (...ids: readonly string[]) => ids.map((id) => ({ ...noFarm, id }))
  await save('scripts/found/mine.json', [{ now: '2030-01-01T00:00:00Z' }])
  await save('checks/xp.json', farms('a', 'b', 'c'))
  expect((await check(...few)).stdout).not.toContain('Removed')
  expect(await files()).toEqual(['.written.json', 'a.json', 'b.json', 'c.json', 'mine.json'])
  await save(found('b'), { ...(JSON.parse(await readFile(join(cwd, found('b')), 'utf8')) as object), name: 'mine' })
  // A run of some checks knows nothing of the others.
  await save('checks/other.json', grows)
  expect((await check(...few, 'checks/other.json')).stdout).not.toContain('scripts/found')
  await save('checks/xp.json', farms('d'))
  const { code, stdout } = await check(...few)
  expect(code).toBe(1)
  for (const id of ['a', 'c']) expect(stdout).toContain(`\nRemoved ${found(id)}: there is no check '${id}'.\n`)
  expect(stdout).toContain(`${found('b')} is for no check, and was changed since gamify wrote it`)
  expect(await files()).toEqual(['.written.json', 'b.json', 'd.json', 'mine.json'])
  // A flaw that is mended leaves its script, which shows that.
  await save('design/actions/like.json', like({ rate: [1, 86_400_000, 'FIXED'] }))
  const mended = await check(...few)
  expect(mended).toMatchObject({ code: 0, stderr: '' })
  expect(mended.stdout).toContain(`${found('d')} is from an earlier run: this one found nothing for 'd'.`)
  const { earlier_scripts: earlier } = JSON.parse((await check('--json', ...few)).stdout) as CheckReport
  expect(earlier).toEqual([
    { script: found('b'), check: 'b', exists: false, removed: false },
    { script: found('d'), check: 'd', exists: true, removed: false },
  ])
  // Nothing is removed by a memory that someone has broken, or that names something elsewhere.
  await save('checks/xp.json', farms('e'))
  await save('scripts/found/.written.json', { '../found/d': 'x', d: 1 })
  await check(...few)
  expect(await files()).toEqual(['.written.json', 'b.json', 'd.json', 'mine.json'])
})

/** Plays a script in a game of the project. */
async function walk(script: string) {
  const serving = startHere(['serve', '--port', '0', '--memory'], { cwd })
  const [, url = ''] = await serving.says(/serves .* on (https?:\S+)\n/)
  const walked = await runHere(['play', 'script', script], { cwd, env: { GAMIFY_URL: url } })
  serving.kill('SIGTERM')
  await serving.ended
  return walked
}

test('a found script of a goal fails with any count and any higher level, until the goal is out of reach', async () => {
  const items = [{ name: 'Fan', hidden: true }]
  await save('design/metrics/badges.json', { id: 'badges', name: 'Badges', type: 'set', constraints: { items } })
  const states = ['Low', 'Mid', 'High'].map((name) => ({ name }))
  await save('design/metrics/rank.json', { id: 'rank', name: 'Rank', type: 'state', constraints: { states } })
  const levels = [{ rank: 'Low', threshold: '10' }, { rank: 'Mid', threshold: '20' }, { rank: 'High' }]
  const ladder = { id: 'ladder', name: 'Ladder', type: 'level', level_metric: 'rank', base_metric: 'xp', levels }
  await save('design/rules/ladder.json', ladder)
  const giving = (xp: string, fans: string) => {
    const points = { metric: { id: 'xp', type: 'point' }, verb: 'add', value: xp }
    const badges = { metric: { id: 'badges', type: 'set' }, verb: 'add', value: { Fan: fans } }
    const rewards = fans === '0' ? [points] : [points, badges]
    return save('design/actions/like.json', like({ rules: [{ rewards, requires: {} }] }))
  }
  await giving('15', '1')
  await save('checks/xp.json', [
    { id: 'no-fan', unreachable: 'badges:Fan', within_plays: 3 },
    { id: 'no-mid', unreachable: 'rank:Mid', within_plays: 3 },
  ])
  expect((await check(...few)).code).toBe(1)
  const codes = async () => [
    (await walk('scripts/found/no-fan.json')).code,
    (await walk('scripts/found/no-mid.json')).code,
  ]
  expect(await codes()).toEqual([1, 1])
  await giving('100', '2')
  expect(await codes()).toEqual([1, 1])
  await giving('1', '0')
  expect(await codes()).toEqual([0, 0])
})

test('a script that expects a check that only a search answers is told so', async () => {
  await save('checks/goal.json', { id: 'goal', unreachable: 'badges:Fan', within_plays: 3 })
  const items = [{ name: 'Fan' }]
  await save('design/metrics/badges.json', { id: 'badges', name: 'Badges', type: 'set', constraints: { items } })
  await save('scripts/goal.json', { steps: [{ expect: { checks: ['goal'] } }] })
  const { code, stdout } = await walk('scripts/goal.json')
  expect(code).toBe(1)
  expect(stdout).toContain("the emulator watches no check 'goal'; it watches those with 'always', 'never_falls' and")
})

test('a found script fails until the design is mended', async () => {
  expect((await check(...few)).code).toBe(1)
  const script = await readFile(join(cwd, 'scripts/found/no-farm.json'), 'utf8')
  expect(await walk('scripts/found/no-farm.json')).toMatchObject({ code: 1 })
  await save('design/actions/like.json', like({ rules: [] }))
  expect(await walk('scripts/found/no-farm.json')).toMatchObject({ code: 0 })
  expect(await readFile(join(cwd, 'scripts/found/no-farm.json'), 'utf8')).toBe(script)
})

test('an output never overwrites what the command reads', async () => {
  const before = await readFile(join(cwd, 'checks/xp.json'), 'utf8')
  for (const file of ['checks/xp.json', 'design/actions/like.json'])
    expect(await check(...few, '--out', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('would overwrite what the command reads'),
    })
  expect(await readFile(join(cwd, 'checks/xp.json'), 'utf8')).toBe(before)
})

test('the name of a file that cannot be an id asks for one', async () => {
  await save('checks/x y $(date).json', { never_falls: 'xp' })
  expect(await check(...few)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("missing 'id': the name of the file, 'x y $(date)', cannot be one"),
  })
})

test('Ctrl-C in the middle of a search reports what is known, writes what was found, and ends with 130', async () => {
  // Earlier signals can arrive before anything was found.
  for (let waitMs = 100; ; waitMs *= 2) {
    const searching = start(['check', '--seconds', '3600'], { cwd })
    await searching.says(/never-given/)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    searching.kill('SIGINT')
    const { code, stdout } = await searching.ended
    expect(code).toBe(130)
    expect(stdout).toContain('The search was interrupted. This is what is known so far.\n')
    expect(stdout).toMatch(/\nholds {2}xp-grows: held in \d+ sequences? with \d+ plays?\n/)
    if (!stdout.includes('fails  no-farm')) continue
    expect(JSON.parse(await readFile(join(cwd, 'scripts/found/no-farm.json'), 'utf8'))).toHaveProperty('steps')
    break
  }
})

describe('--reporter', () => {
  const cases = (xml: string) => xml.match(/<test(suite|case) [^>]*>/g)?.map((tag) => /name="([^"]*)"/.exec(tag)?.[1])

  test('junit prints a suite of the lints and one of the checks, with the counterexample as the failure', async () => {
    const { code, stdout } = await check(...few, '--reporter', 'junit')
    expect(code).toBe(1)
    const found = cases(stdout) ?? []
    expect(found).toContain('level-out-of-reach')
    expect(found.slice(found.indexOf('checks'))).toEqual(['checks', 'no-farm', 'xp-grows'])
    expect(stdout).toMatch(
      /<testcase name="never-given: design\/metrics\/dust.json:\d+:\d+: [^"]*" [^>]*>\n {6}<skipped\/>/,
    )
    expect(stdout).toMatch(/<failure message="check-1 gains 110 within 1d, above 100"[^>]*>[^<]*check-1 plays like/)
    expect(stdout).toMatch(/\nrun 'gamify play script scripts\/found\/no-farm.json' to see it<\/failure>/)
    expect(stdout).toMatch(/<system-out>held in 30 sequences with \d+ plays<\/system-out>/)
    expect(stdout.match(/failures="\d+"/g)).toEqual(['failures="0"', 'failures="1"'])
  })

  test('junit counts warnings as failures with --strict', async () => {
    await save('checks/xp.json', grows)
    const { code, stdout } = await check(...few, '--reporter', 'junit', '--strict')
    expect(code).toBe(1)
    expect(stdout).toMatch(/<failure message="[^"]*dust[^"]*"[^>]*>design\/metrics\/dust.json:\d+:\d+: /)
    expect(stdout.match(/failures="\d+"/g)).toEqual(['failures="1"', 'failures="0"'])
  })

  test('junit has a case that fails if the search was interrupted', async () => {
    await save('checks/xp.json', grows)
    const endless = startHere(['check', '--seconds', '3600', '--reporter', 'junit'], { cwd })
    endless.kill('SIGINT')
    const { code, stdout } = await endless.ended
    expect(code).toBe(130)
    expect(cases(stdout)?.slice(-2)).toEqual(['xp-grows', 'the search ran to its end'])
  })

  test('json prints what --json prints, and another form cannot be combined with that', async () => {
    const { stdout } = await check(...few, '--reporter', 'json')
    expect(stdout).toBe((await check(...few, '--json')).stdout)
    expect(await check('--json', '--reporter', 'junit')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--json and --reporter junit cannot be combined'),
    })
  })
})
