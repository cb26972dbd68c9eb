import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runHere } from './in-process.ts'
import { shellCommand } from './spawned.ts'

const root = join(import.meta.dirname, '../..')

/** Where a shell finds programs, but no gamify that somebody has installed. */
const withoutGamify = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((directory) => !existsSync(join(directory, 'gamify')))

/** What reads YAML for the validator of OpenAPI documents. */
const requireBeside = createRequire(createRequire(import.meta.url).resolve('@seriousme/openapi-schema-validator'))
const { parse } = requireBeside('yaml') as { parse: (text: string) => unknown }

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}
interface Step {
  readonly name: string
  readonly id?: string
  readonly if?: string
  readonly shell: string
  readonly 'working-directory': string
  readonly env?: Readonly<Record<string, string>>
  readonly run: string
}

/** What came of a job: how each step ended, what was logged, and the summary. */
interface Job {
  readonly outcomes: Readonly<Record<string, 'success' | 'failure' | 'skipped'>>
  readonly log: string
  readonly summary: string
}

let home: string
let bin: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'gamify-action-'))
  bin = join(home, 'bin')
  await mkdir(bin)
})
afterEach(() => rm(home, { recursive: true, maxRetries: 5 }))

/** A program of this name that a shell finds. */
async function program(directory: string, name: string, line: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, name), `#!/bin/sh\n${line}\n`)
  await chmod(join(directory, name), 0o755)
}

const gamifyOnPath = (): Promise<void> => program(bin, 'gamify', `exec ${shellCommand} "$@"`)

async function init(template = 'starter'): Promise<string> {
  expect(await runHere(['init', 'work/game', '--template', template], { cwd: home })).toMatchObject({ code: 0 })
  return join(home, 'work/game')
}

/** Runs the steps one after the other, as a workflow does that has the project in `work/game`. */
async function job(inputs: Readonly<Record<string, string>> = {}): Promise<Job> {
  const { inputs: declared, runs } = parse(await readFile(join(root, 'action.yml'), 'utf8')) as Action
  expect(runs.using).toBe('composite')
  const files = Object.fromEntries(
    ['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_PATH'].map((name) => [name, join(home, name)]),
  )
  const summary = join(home, 'summary.md')
  for (const file of [...Object.values(files), summary]) await writeFile(file, '')
  const outcomes: Record<string, Job['outcomes'][string]> = {}
  const byId: Record<string, string> = {}
  let log = ''
  const given: Readonly<Record<string, string>> = {
    'github.action_path': root,
    ...Object.fromEntries(Object.entries(declared).map(([name, each]) => [`inputs.${name}`, each.default])),
    'inputs.directory': 'game',
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value])),
  }
  const filled = (text: string): string =>
    text.replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => {
      const value = given[name]
      if (value === undefined) throw new Error(`action.yml reads ${name}, which is not there`)
      return value
    })
  for (const step of runs.steps) {
    const hasFailed = Object.values(outcomes).includes('failure')
    const condition =
      step.if === undefined
        ? undefined
        : /^\$\{\{ !cancelled\(\) && steps\.(\w+)\.outcome == 'success' \}\}$/.exec(step.if)
    if (condition === null) throw new Error(`the condition of ${step.name} is another one: ${step.if}`)
    const isRun = condition ? byId[condition[1] ?? ''] === 'success' : !hasFailed
    if (!isRun) {
      outcomes[step.name] = 'skipped'
      continue
    }
    expect(step.shell).toBe('bash')
    const before = (await readFile(files['GITHUB_PATH'] ?? '', 'utf8')).split('\n').filter((line) => line !== '')
    const env = {
      HOME: home,
      PATH: [...before.toReversed(), bin, dirname(process.execPath), ...withoutGamify].join(delimiter),
      RUNNER_TEMP: home,
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: join(home, 'work'),
      GITHUB_STEP_SUMMARY: summary,
      ...files,
      ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)])),
    }
    const file = join(home, 'step.sh')
    await writeFile(file, filled(step.run))
    const cwd = join(home, 'work', filled(step['working-directory']))
    const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', file], { cwd, env })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (log += part.toString()))
    const code = await new Promise((resolve) => child.on('close', resolve))
    outcomes[step.name] = code === 0 ? 'success' : 'failure'
    if (step.id !== undefined) byId[step.id] = outcomes[step.name] ?? ''
  }
  return { outcomes, log, summary: await readFile(summary, 'utf8') }
}

const all = (outcome: string, except: object = {}): object => ({
  Install: outcome,
  Validate: outcome,
  Lint: outcome,
  Check: outcome,
  Simulate: outcome,
  Play: outcome,
  ...except,
})

/** The lines that GitHub shows at files. */
const annotations = (log: string, level = 'error'): readonly string[] =>
  log.split('\n').filter((line) => line.startsWith(`::${level} `))

test('a sound game passes every step, and its summary says so', async () => {
  await init()
  await gamifyOnPath()
  const { outcomes, log, summary } = await job({ flags: '--now 2026-01-31 --freeze' })
  expect({ outcomes, errors: annotations(log) }).toEqual({ outcomes: all('success'), errors: [] })
  expect(annotations(log, 'notice')).toEqual([
    expect.stringMatching(/^::notice file=game\/design\/actions\/like\.json,line=6,col=19,title=free-loop::/),
  ])
  for (const title of ['Design', 'Lints', 'Checks', 'Simulation', 'Play scripts'])
    expect(summary).toContain(`### ${title}`)
  expect(summary).toContain('12 passed, 0 failed, 0 skipped')
})

test('a design that is not valid is shown at its line, and nothing else is run with it', async () => {
  const project = await init()
  await gamifyOnPath()
  await appendFile(join(project, 'design/actions/like.json'), '}')
  const { outcomes, log, summary } = await job()
  expect(outcomes).toEqual(all('skipped', { Install: 'success', Validate: 'failure' }))
  const errors = annotations(log)
  expect(errors).toEqual([
    expect.stringMatching(/^::error file=game\/design\/actions\/like\.json,line=\d+,col=\d+,title=problem::not JSON/),
  ])
  expect(summary).toMatch(/^\| error \| game\/design\/actions\/like\.json:\d+ \| not JSON/m)
})

test('checks, expectations of simulations and steps that fail are shown at theirs', async () => {
  const project = await init()
  await gamifyOnPath()
  const write = (path: string, value: unknown): Promise<void> =>
    writeFile(join(project, path), JSON.stringify(value, null, 2))
  await write('checks/game.json', [{ id: 'no-gold', unreachable: 'rank:Gold', within_plays: 10 }])
  const month = JSON.parse(await readFile(join(project, 'simulations/month.json'), 'utf8')) as object
  const expected = { reach: 'badges:Rookie', share: { max: 0 } }
  await write('simulations/month.json', { ...month, days: 7, expect: [expected] })
  await write('scripts/first-week.json', {
    name: 'wrong',
    players: ['neo'],
    steps: [{ as: 'neo', action: 'like' }, { expect: { player: 'neo', scores: { xp: '999' } } }],
  })
  const { outcomes, log, summary } = await job()
  expect({ outcomes, log }).toMatchObject({
    outcomes: all('success', { Check: 'failure', Simulate: 'failure', Play: 'failure' }),
  })
  expect(annotations(log)).toEqual([
    expect.stringMatching(
      /^::error file=game\/checks\/game\.json,line=2,col=3,title=check no-gold::rank:Gold can be reached/,
    ),
    expect.stringMatching(
      /^::error file=game\/simulations\/month\.json,line=\d+,col=5,title=The first month%3A .* reach badges%3ARookie::expected at most 0 %25, seen /,
    ),
    expect.stringMatching(
      /^::error file=game\/scripts\/first-week\.json,line=\d+,col=5,title=not as expected%3A .*::scores\.xp%0A/,
    ),
  ])
  expect(summary.match(/^\| error /gm)).toHaveLength(3)
})

test('a file of checks that is not valid is shown at its line as well', async () => {
  const project = await init()
  await gamifyOnPath()
  await rm(join(project, 'simulations'), { recursive: true })
  await writeFile(join(project, 'checks/game.json'), '[\n  { "id": "a", "never_falls": "xpp" }\n]')
  const { outcomes, log } = await job()
  expect(outcomes).toMatchObject({ Check: 'failure', Simulate: 'success' })
  expect(annotations(log)).toContainEqual(
    expect.stringMatching(/^::error file=game\/checks\/game\.json,line=2,col=\d+,title=problem::.*xpp/),
  )
})

test('warnings of lints fail the job only if it is strict, and another command can take the place of the scripts', async () => {
  const project = await init('empty')
  await gamifyOnPath()
  await mkdir(join(project, 'design/metrics'))
  await writeFile(join(project, 'design/metrics/unused.json'), '{ "id": "unused", "name": "Unused", "type": "point" }')
  const inputs = { run: 'echo "the game is at $GAMIFY_URL"' }
  const lenient = await job(inputs)
  expect(lenient.outcomes).toEqual(all('success'))
  expect(lenient.log).toMatch(/the game is at http:\/\/127\.0\.0\.1:\d+/)
  expect(annotations(lenient.log, 'warning').join('\n')).toContain('file=game/design/metrics/unused.json,line=1')
  expect((await job({ ...inputs, strict: 'true' })).outcomes).toMatchObject({ Lint: 'failure', Check: 'success' })
})

test('flags can take several lines, and strict is nothing but true or false', async () => {
  await init('empty')
  await gamifyOnPath()
  const { outcomes, log } = await job({ run: 'gamify time', flags: '--now 2026-01-31\n--freeze\n', strict: 'yes' })
  expect(outcomes).toEqual(all('success', { Lint: 'failure' }))
  expect(log).toContain("::error::The input strict is 'yes'. Expected true or false.")
  expect(log).toMatch(/2026-01-31T00:00:00.*frozen/)
})

test('the gamify of the project is used before any other', async () => {
  const project = await init('empty')
  await program(bin, 'gamify', 'echo "a wrong gamify"; exit 1')
  await program(join(project, 'node_modules/.bin'), 'gamify', `exec ${shellCommand} "$@"`)
  const { outcomes, log } = await job()
  expect(outcomes).toEqual(all('success'))
  expect(log).toContain('there are no scripts in scripts/, and no command to run')
})

test('without one, the checkout of the action is built and used', async () => {
  await init('empty')
  // What npm would do is the matter of this repository's own tests.
  await program(bin, 'npm', 'echo "npm $*" >&2')
  const { outcomes, log } = await job()
  expect(outcomes).toEqual(all('success'))
  expect(log).toContain('npm run --silent build\n')
})
