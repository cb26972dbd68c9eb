import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import type { Coverage } from '../../src/game/design/coverage.ts'
import { fakeIo } from '../support/fake-io.ts'
import { serveStarter, starter, type ServedStarter } from './served-game.ts'
import { command, endAll, run } from './spawned.ts'

let directory: string
let game: ServedStarter
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamify-coverage-'))
  const visit = { players: ['neo'], steps: [{ as: 'neo', action: 'visit' }] }
  const fails = { players: ['neo'], steps: [{ as: 'neo', action: 'visit', expect: { error: 'access_denied' } }] }
  await writeFile(join(directory, 'visit.json'), JSON.stringify(visit))
  await writeFile(join(directory, 'fails.json'), JSON.stringify(fails))
  game = await serveStarter()
})
afterAll(async () => {
  endAll()
  await game.stop()
  await rm(directory, { recursive: true })
})

const play = (flags: string, file = 'visit.json') =>
  game.run(`play script ${file} --quiet --coverage${flags} --config ${join(starter, 'gamify.json')}`, {
    cwd: directory,
  })

describe('gamify play script --coverage', () => {
  test('tells how much of each kind was exercised, and where the rest stands', async () => {
    const { code, stdout, stderr } = await play('')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [head, actions] = stdout.split('\n')
    expect(head).toMatch(/^KIND +EXERCISED +OF +%$/)
    expect(actions).toMatch(/^actions +1 +4 +25$/)
    expect(stdout).toMatch(/^ {2}.*actions\/like\.json:1:1: action like$/m)
    expect(stdout).toMatch(/^ {2}.*actions\/wheel\.json:5:15: metric requirement of action wheel: never checked$/m)
    expect(stdout).toMatch(/^ {2}.*rules\/ladder\.json:11:5: level Silver of rule ladder$/m)
    expect(stdout).not.toContain('visit.json')
  })

  test('counts what this run has exercised, whoever measures beside it', async () => {
    const all = async (): Promise<Coverage> =>
      (JSON.parse((await play(' --json')).stdout) as { coverage: Coverage }).coverage
    const [first, second] = [await all(), await all()]
    expect(first.parts.find(({ kind, id }) => kind === 'action' && id === 'visit')).toMatchObject({ count: 1, line: 1 })
    expect(second).toEqual(first)
  })

  test('ends with 1 below the threshold, and says so', async () => {
    const { kinds: _, ...told } = JSON.parse((await play(' --json')).stdout).coverage as Coverage
    expect(await play(` --threshold ${Math.floor(told.percent)}`)).toMatchObject({ code: 0, stderr: '' })
    expect(await play(` --threshold ${told.percent}`)).toMatchObject({ code: 0, stderr: '' })
    expect(await play(' --threshold 100')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('not exercised:'),
      stderr: `error: the coverage is ${told.percent} % (${told.covered} of ${told.total} parts), below the threshold of 100 %\n`,
    })
    expect(await play(' --threshold 0', 'fails.json')).toMatchObject({ code: 1 })
  })

  test('refuses a threshold that is no percentage, a flag without --coverage, and lines of no design', async () => {
    for (const wrong of ['101', '-1', '1e1', 'half', '5.123'])
      expect(await play(` --threshold=${wrong}`)).toMatchObject({ code: 2, stdout: '' })
    for (const alone of ['--threshold 5', '--lcov out.info'])
      expect(await game.run(`play script visit.json ${alone}`, { cwd: directory })).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('needs --coverage'),
      })
    const nowhere = await game.run('play script visit.json --coverage --lcov out.info', { cwd: directory })
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('contains no design') })
  })

  test('is told beside XML on stderr, and tells of parts alone where their files are not known', async () => {
    const { code, stdout, stderr } = await game.run('play script visit.json --coverage --reporter junit', {
      cwd: directory,
    })
    expect({ code, stdout: stdout.slice(0, 5) }).toEqual({ code: 0, stdout: '<?xml' })
    expect(stderr).toContain('\n  actions/like: action like\n')
  })
})

test('gamify exec tells it as one JSON document on stderr with --json, and what is wrong as another', async () => {
  const io = fakeIo({ cwd: starter, env: { PATH: process.env['PATH'] } })
  const code = await runProgram(['exec', '--coverage', '--threshold', '1', '--json', '--', 'true'], io)
  const told = io.written.stderr.trimEnd().split('\n')
  expect({ code, stdout: io.written.stdout, lines: told.length }).toEqual({ code: 1, stdout: '', lines: 2 })
  expect(told.map((line) => JSON.parse(line) as unknown)).toEqual([
    { coverage: expect.objectContaining({ covered: 0, percent: 0 }) },
    expect.objectContaining({ error: 'coverage_below' }),
  ])
})

test('the template of a league is exercised whole by its script: gamify exec tells it on stderr, and writes LCOV', async () => {
  await game.run('init season --template league', { cwd: directory })
  const cwd = join(directory, 'season')
  const script = [...command, 'play', 'script', 'scripts/season.json', '--quiet']
  const flags = ['--seed', 'seeds/clubs.json', '--coverage', '--threshold', '100', '--lcov', 'lcov.info']
  const { code, stdout, stderr } = await run(['exec', ...flags, '--', ...script], { cwd })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toMatch(/^all +(\d+) +\1 +100$/m)
  const lcov = await readFile(join(cwd, 'lcov.info'), 'utf8')
  expect(lcov.match(/^SF:.*$/gm)).toEqual([
    'SF:design/actions/matches.json',
    'SF:design/metrics/metrics.json',
    'SF:design/rules/divisions.json',
    'SF:design/rules/honours.json',
  ])
  expect(lcov).not.toMatch(/^DA:\d+,0$/m)
})
