import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SimulationReport } from '../../src/lab/simulate/report.ts'
import type { VaryReport } from '../../src/lab/simulate/varied.ts'
import { runHere, startHere } from './in-process.ts'

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-simulate-'))
})
afterEach(() => rm(cwd, { recursive: true, maxRetries: 5 }))

const gamify = (...args: readonly string[]) => runHere(['simulate', ...args], { cwd })
const project = (template: string) => runHere(['init', '--template', template], { cwd })
const reported = async (...args: readonly string[]): Promise<SimulationReport> =>
  JSON.parse((await gamify('--json', ...args)).stdout) as SimulationReport

/** A small simulation of the template `learning`. */
const small = {
  days: 5,
  groups: [{ persona: 'learner', players: 12 }],
  personas: {
    learner: {
      sessions: { exactly: 1 },
      plays: { exactly: 4 },
      choices: [{ action: 'start' }, { action: 'finish', variables: { words: 5 } }, { process: 'trip' }],
    },
  },
  expect: [{ reach: 'badges:First lesson', share: { min: 0.9 } }],
}

async function write(name: string, value: unknown): Promise<void> {
  await mkdir(join(cwd, 'simulations'), { recursive: true })
  await writeFile(join(cwd, 'simulations', name), JSON.stringify(value, null, 2))
}

describe('a project with simulations', () => {
  beforeEach(async () => {
    await project('learning')
    await rm(join(cwd, 'simulations'), { recursive: true })
  })

  test('prints the report with --json, the same for every number of jobs', async () => {
    // As many tries as it takes to begin threads, most of them cheap.
    const { learner } = small.personas
    const idler = { ...learner, choices: [...learner.choices, { nothing: true, weight: 40 }] }
    const groups = [{ persona: 'learner', players: 1000 }]
    await write('small.json', { ...small, groups, personas: { learner: idler } })
    const [one, two] = await Promise.all([gamify('--json', '--jobs', '1'), gamify('--json', '--jobs', '2')])
    expect(two.stdout).toBe(one.stdout)
    const report = JSON.parse(one.stdout) as SimulationReport
    expect(report).toMatchObject({ simulation: 'small', random_seed: 'small', days: 5, players: 1000 })
    const { share } = report.all.reached['badges:First lesson'] ?? {}
    expect(report.expect).toEqual([{ ...small.expect[0], seen: share, holds: false }])
  })

  test('prints an array of reports if it has several', async () => {
    await write('a.json', small)
    await write('b.json', small)
    const { stdout } = await gamify('--json', '--players', '2')
    expect((JSON.parse(stdout) as SimulationReport[]).map(({ simulation }) => simulation)).toEqual(['a', 'b'])
  })

  test('exits with 1 if something expected does not hold, and says what was seen', async () => {
    await write('small.json', { ...small, expect: [{ metric: 'xp', of: 'total', max: 1 }] })
    const { code, stdout } = await gamify()
    expect(code).toBe(1)
    expect(stdout).toMatch(/Expectations: 0 of 1 held\nfailed {2}total of xp after day 5: [\d,]+, expected at most 1/)
  })

  test('prints only what does not hold with --quiet', async () => {
    await write('small.json', { ...small, expect: [...small.expect, { metric: 'xp', of: 'total', max: 1 }] })
    const failed = /^failed {2}total of xp after day 5: [\d,]+, expected at most 1\n$/
    expect((await gamify('--quiet')).stdout).toMatch(failed)
    expect((await gamify('--quiet', '--runs', '2')).stdout).toMatch(
      /^failed {2}total of xp after day 5: [^]*;\s+held in 0 of 2 runs\n$/,
    )
    await write('small.json', small)
    expect((await gamify('--quiet')).stdout).toBe('')
  })

  test('reports expectations as JUnit', async () => {
    await write('small.json', { ...small, expect: [...small.expect, { metric: 'xp', of: 'total', max: 1 }] })
    const { code, stdout } = await gamify('--reporter', 'junit')
    expect(code).toBe(1)
    expect(stdout).toContain('package="simulations/small.json" name="small"')
    expect(stdout).toContain('tests="2" failures="1"')
    await write('small.json', { ...small, expect: [{ metric: 'xp', day: 5, of: 'total', min: 0 }] })
    const shorter = await gamify('--reporter', 'junit', '--days', '2')
    expect(shorter.code).toBe(0)
    expect(shorter.stdout).toContain('tests="1" failures="0"')
    expect(shorter.stdout).toContain('total of xp after day 5')
    expect(shorter.stdout).toContain('<skipped')
  })

  test('never overwrites its own files or the design with an output', async () => {
    await write('small.json', small)
    const before = await readFile(join(cwd, 'simulations/small.json'), 'utf8')
    for (const flags of [
      ['--out', 'simulations/small.json'],
      ['--html', 'design/metrics/xp.json'],
      ['--csv', 'design'],
    ])
      expect(await gamify(...flags)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('would overwrite what the command reads'),
      })
    expect(await readFile(join(cwd, 'simulations/small.json'), 'utf8')).toBe(before)
  })

  test('lists each mistake with its file, line and column, and plays nothing', async () => {
    const { learner } = small.personas
    const choices = [{ action: 'strat' }, { action: 'finish', variables: { wrods: 1 } }]
    await write('bad.json', {
      ...small,
      personas: { learner: { ...learner, choices } },
      expect: [{ reach: 'level:Expert', share: { min: 1 } }],
    })
    const { code, stdout, stderr } = await gamify('--out', 'report.json')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/simulations\/bad\.json:\d+:\d+.*'strat' \(did you mean 'start'\?\)/)
    expect(stderr).toMatch(/simulations\/bad\.json:\d+:\d+.*'wrods' \(did you mean 'words'\?\)/)
    expect(stderr).toMatch(/simulations\/bad\.json:\d+:\d+.*'Expert'/)
    expect(await readdir(cwd)).not.toContain('report.json')
  })

  test('writes the report, tables and a page', async () => {
    await write('small.json', small)
    const { code, stderr } = await gamify('--out', 'r.json', '--csv', 'tables', '--html', 'page.html')
    expect([code, stderr]).toEqual([0, 'wrote r.json\nwrote tables\nwrote page.html\n'])
    expect(JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'))).toEqual(await reported())
    expect(await readdir(join(cwd, 'tables'))).toEqual([
      'boards.csv',
      'days.csv',
      'flows.csv',
      'metrics.csv',
      'reached.csv',
    ])
    expect(await readFile(join(cwd, 'page.html'), 'utf8')).toMatch(/^<!doctype html>[^]*"simulation":"small"/i)
  })

  test.each([
    [['--out', 'missing/report.json'], 'cannot write %/missing/report.json: there is no directory %/missing'],
    [['--html', 'simulations'], 'cannot write %/simulations: it is a directory'],
    [['--html', 'gamify.json/page.html'], 'cannot write %/gamify.json/page.html: %/gamify.json is not a directory'],
    [['--csv', 'gamify.json'], 'cannot write into %/gamify.json: it is a file'],
    [['--csv', 'gamify.json/tables'], 'cannot create %/gamify.json/tables: %/gamify.json is not a directory'],
    [['--out', 'same', '--html', './same'], '--out and --html name the same file'],
    [
      ['--vary', 'actions/finish.variables.words.default=3,4', '--out', 'missing/r.json'],
      'cannot write %/missing/r.json: there is no directory %/missing',
    ],
  ])('refuses %j in words before anything is played, and leaves no file', async (flags, message) => {
    await write('small.json', small)
    const before = await readdir(cwd, { recursive: true })
    const { code, stdout, stderr } = await gamify(...flags)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr.split('\n')[0]).toBe(`error: ${message.replaceAll('%', cwd)}`)
    expect(stderr).toMatch(/^.*\n {2}[^\n]*\bname (another|two) \w+\n$/)
    expect(await readdir(cwd, { recursive: true })).toEqual(before)
  })

  test.runIf(existsSync('/dev/full'))(
    'prints the report and writes the other files if one cannot be written',
    async () => {
      await write('small.json', small)
      const { code, stdout, stderr } = await gamify('--json', '--out', '/dev/full', '--html', 'page.html')
      expect([code, JSON.parse(stdout)]).toEqual([2, await reported()])
      expect(stderr).toContain('cannot write /dev/full: no space left on device')
      expect(await readFile(join(cwd, 'page.html'), 'utf8')).toContain('<!doctype html>')
      const vary = ['--vary', 'actions/finish.variables.words.default=3,4']
      const varied = await gamify(...vary, '--out', '/dev/full', '--html', 'vary.html')
      expect(varied).toMatchObject({ code: 2, stdout: expect.stringMatching(/3 +all hold\n +4 +all hold/) as string })
      expect(await readdir(cwd)).toContain('vary.html')
    },
  )

  test('compares with an earlier report', async () => {
    await write('small.json', small)
    await gamify('--out', 'before.json')
    const compared = (await reported('--compare', 'before.json')) as SimulationReport & { compared: { all: object } }
    expect(compared.compared.all).toMatchObject({ players: { before: 12, after: 12, difference: 0 } })
    expect((await gamify('--compare', 'before.json')).stdout).toContain(
      'The design is the same.\nNo figure has changed.',
    )
  })

  test('prints the report of --vary with --reporter json', async () => {
    await write('small.json', small)
    const { stdout } = await gamify('--vary', 'rules/levels.levels.0.threshold=40', '--reporter', 'json')
    expect(JSON.parse(stdout)).toMatchObject({ simulation: 'small', points: [{ values: ['40'] }] })
  })

  test('repeats with other seeds, and shows means with their intervals', async () => {
    await write('small.json', { ...small, expect: [{ metric: 'xp', of: 'mean', min: 1 }] })
    const { code, stdout } = await gamify('--runs', '3')
    expect(code).toBe(0)
    expect(stdout).toMatch(/small: 3 runs of 12 players, 5 days[^]*\nxp: [\d,]+ ± [\d.]+ given, nothing takes any\n/)
    expect(stdout).toMatch(
      /\nheld {4}mean of xp after day 5: [\d.]+ \([\d.]+ to [\d.]+\), expected at least 1;\n +held in 3 of 3 runs\n/,
    )
    expect((await gamify('--runs', '3', '--quiet')).stdout).toBe('')
    await gamify('--runs', '2', '--html', 'runs.html')
    expect(await readFile(join(cwd, 'runs.html'), 'utf8')).toContain('Every figure is the mean of 2 runs')
  })

  test('varies numbers of the design, and marks the values that meet all expectations', async () => {
    const { learner } = small.personas
    const traveller = { ...learner, choices: [{ process: 'trip' }] }
    await write('small.json', {
      ...small,
      days: 1,
      personas: { learner: traveller },
      expect: [{ metric: 'xp', of: 'median', min: 30, max: 50 }],
    })
    const where = 'processes/trip.activities.ticket.rewards.xp.value'
    // In a day, each begins a trip and plays three of its tasks: the ticket, a way (15) and dinner (20).
    const { code, stdout } = await gamify('--vary', `${where}=0..20/10`, '--show', 'metric:xp.median')
    expect(code).toBe(0)
    expect(stdout).toContain(`(1) ${where}\n(2) metric:xp.median\n`)
    expect(
      stdout
        .split('\n')
        .slice(4, 7)
        .map((line) => line.trim().split(/ {2,}/)),
    ).toEqual([
      ['0', '35', 'all hold'],
      ['10', '45', 'all hold'],
      ['20', '55', '0 of 1 hold'],
    ])
    expect(await gamify('--vary', `${where}=90,100`)).toMatchObject({ code: 1 })
    const { stderr } = await gamify('--vary', `${where}=0,20`, '--out', 'varied.json', '--html', 'varied.html')
    expect(stderr).toBe('wrote varied.json\nwrote varied.html\n')
    const varied = JSON.parse(await readFile(join(cwd, 'varied.json'), 'utf8')) as VaryReport
    expect(varied).toMatchObject({
      vary: [{ where, values: ['0', '20'] }],
      points: [
        { values: ['0'], holds: true, expect: [{ seen: 35, holds: true }] },
        { values: ['20'], holds: false, expect: [{ seen: 55, holds: false }] },
      ],
    })
    expect(await readFile(join(cwd, 'varied.html'), 'utf8')).toContain('1 of 2 values meets the expectation: 0.')
  })

  test('refuses a page of --vary that would have no plot, before anything is played', async () => {
    await write('small.json', { ...small, expect: [] })
    const where = 'processes/trip.activities.ticket.rewards.xp.value'
    const { code, stderr } = await gamify('--vary', `${where}=1`, '--html', 'page.html')
    expect(code).toBe(2)
    expect(stderr).toContain("the page has nothing to draw: the simulation 'small' expects nothing")
    expect(await readdir(cwd)).not.toContain('page.html')
    const shown = await gamify('--vary', `${where}=1`, '--html', 'page.html', '--show', 'active.share')
    expect(shown.code).toBe(0)
  })

  test.each([
    ['processes/trip.activities.tiket.rewards.xp.value=1', "no 'tiket' (did you mean 'ticket'?)"],
    ['process/trip.activities.ticket.rewards.xp.value=1', "no kind 'process' (did you mean 'processes'?)"],
    ['xyzzy/trip.activities=1', "no kind 'xyzzy' in 'xyzzy/trip.activities'; expected one of metrics, actions,"],
    ['processes/trap.activities=1', "no component processes/trap (did you mean 'trip'?)"],
    ['processes/trip.activities.ticket=1', 'is not a number; it has'],
    ['processes/trip.activities.ticket.rewards.xp.value=a,b', 'expected numbers'],
    ['processes/trip.activities.ticket.rewards.xp.value=9..1', 'expected a range that rises'],
    ['actions/finish', 'expected <where>=<values>'],
    ['actions/finish."\\u00"=1', `no '"\\u00"' in 'actions/finish."\\u00"'`],
  ])('refuses --vary %s', async (variation, message) => {
    await write('small.json', small)
    const { code, stderr } = await gamify('--vary', variation)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  test.each([
    [['--players', '0'], 'Expected a whole number from 1'],
    [['--show', 'metric:xp.mean'], '--show needs --vary'],
    [['--vary', 'a=1', '--runs', '2'], '--vary and --runs cannot be combined\n  vary first'],
    [['--vary', 'a=1', '--csv', 'tables'], '--vary and --csv cannot be combined\n  use --out <file>'],
    [['--runs', '2', '--compare', 'r.json'], '--runs and --compare cannot be combined\n  remove --runs'],
    [['--vary', 'a/b.c=1', '--vary', 'a/b.c=2'], '--vary has a/b.c twice'],
    [['--vary', 'a/b.c=1..51', '--vary', 'a/b.d=1..50'], '--vary has 2,550 pairs of values; expected at most 2,500'],
    [['missing.json'], 'no such file'],
    [['--csv', ''], "'--csv <dir>' argument '' is invalid"],
    [['--design', 'nowhere'], 'no design directory'],
    [['--json', '--reporter', 'junit'], '--json and --reporter junit cannot be combined'],
  ])('refuses %s', async (flags, message) => {
    await write('small.json', small)
    const { code, stderr } = await gamify(...flags)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  test('ends with 130 after Ctrl-C, and prints what is known so far as partial', async () => {
    await write('large.json', { ...small, days: 300, groups: [{ persona: 'learner', players: 20_000 }] })
    const running = startHere(['simulate', '--json', '--jobs', '2'], { cwd })
    await new Promise((resolve) => setTimeout(resolve, 300))
    running.kill('SIGINT')
    const { code, stdout } = await running.ended
    expect(code).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({ simulation: 'large', partial: true })
  })

  test('marks what an interruption leaves out of a JUnit report', async () => {
    await write('large.json', { ...small, days: 400, groups: [{ persona: 'learner', players: 1_000_000 }] })
    await write('later.json', small)
    const running = startHere(['simulate', '--reporter', 'junit', '--jobs', '1'], { cwd })
    await new Promise((resolve) => setTimeout(resolve, 300))
    running.kill('SIGINT')
    const { code, stdout } = await running.ended
    expect(code).toBe(130)
    expect(stdout).toMatch(
      /name="large" [^]*name="the simulation ran to its end"[^>]*>\s*<failure message="the simulation was/,
    )
    expect(stdout).toMatch(/name="later" .* tests="1" failures="0" errors="0" skipped="1"/)
  })
})

test('two rewards are varied to find the pairs that meet all expectations of the template learning', async () => {
  await project('learning')
  const xpOf = (task: string): string => `processes/trip.activities.${task}.rewards.xp.value`
  const share = 'reach:level:Advanced.share@casual'
  const { stdout } = await gamify(
    '--json',
    '--vary',
    `${xpOf('dinner')}=0,20`,
    '--vary',
    `${xpOf('story')}=25,75`,
    '--show',
    share,
  )
  const { points } = JSON.parse(stdout) as VaryReport
  expect(points.map(({ values, holds }) => [...values, holds])).toEqual([
    ['0', '25', true],
    ['0', '75', false],
    ['20', '25', true],
    ['20', '75', false],
  ])

  // The same values in the files give the same figures.
  const file = join(cwd, 'design/processes/trip.json')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('"value": "25"', '"value": "75"'))
  const { expect: expected } = await reported()
  expect(expected.every(({ holds }) => holds)).toBe(false)
  expect(expected.find((each) => 'reach' in each && each.persona === 'casual')?.seen).toBe(points[3]?.figures[share])
})

test('a project without simulations gets a built-in one', async () => {
  await project('quest')
  await rm(join(cwd, 'simulations'), { recursive: true })
  const { code, stdout } = await gamify('--players', '30', '--days', '3')
  expect(code).toBe(0)
  expect(stdout).toContain('built-in: 30 players, 3 days')
})
