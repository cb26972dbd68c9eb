import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { targets } from '../../scripts/binary/targets.ts'
import nodePackage from '../../tools/node/package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const text = (path: string): string => readFileSync(join(root, path), 'utf8')

/** What reads YAML for the validator of OpenAPI documents. */
const requireBeside = createRequire(createRequire(import.meta.url).resolve('@seriousme/openapi-schema-validator'))
const { parse } = requireBeside('yaml') as { parse: (text: string) => unknown }

const READ_BY_PEOPLE = new Set(['docs', 'CHANGELOG.md'])

describe('the image', () => {
  const lines = text('Dockerfile').replaceAll('\\\n', ' ').split('\n')
  const wordsOf = (instruction: string): string[][] =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.split(/\s+/).slice(1))

  test('is made of files that are there, and that are not kept from it', () => {
    const admitted = text('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
    for (const path of admitted) expect(existsSync(join(root, path)), path).toBe(true)
    const copied = wordsOf('COPY')
      .filter(([first]) => first?.startsWith('--from') === false)
      .flatMap((words) => words.slice(0, -1))
      .filter((path) => path !== '.')
    expect(copied).toEqual(expect.arrayContaining(['bin', 'templates', 'package.json']))
    for (const path of copied) expect(admitted).toContain(path)
    // What the build runs and reads.
    for (const [program, script] of wordsOf('RUN')) {
      if (program === 'node') expect(existsSync(join(root, String(script))), script).toBe(true)
    }
  })

  test('has all that the npm package has but what is read by people', () => {
    const shipped = wordsOf('COPY').map((words) => words.at(-1))
    expect(shipped).toEqual(expect.arrayContaining(packageJson.files.filter((name) => !READ_BY_PEOPLE.has(name))))
  })

  test('runs the Node of this project, and not as root', () => {
    for (const [base] of wordsOf('FROM')) expect(base).toMatch(new RegExp(`^node:${nodePackage.version}-`))
    expect(wordsOf('USER')).toEqual([['node']])
    expect(lines.indexOf('USER node')).toBeLessThan(lines.findIndex((line) => line.startsWith('ENTRYPOINT')))
  })

  test('asks itself by a command of the program', async () => {
    const [check = ''] = lines.filter((line) => line.startsWith('HEALTHCHECK'))
    const [program, ...args] = JSON.parse(/CMD (\[.*\])$/.exec(check)?.[1] ?? '[]') as string[]
    expect(program).toBe('gamify')
    const asked = promisify(execFile)(process.execPath, [join(root, 'bin/gamify.js'), ...args], {
      env: { ...process.env, GAMIFY_URL: 'http://127.0.0.1:1' },
    })
    // Not a word that it does not know: it is the emulator that is not there.
    await expect(asked).rejects.toMatchObject({ code: 3 })
  })
})

interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>
}

interface Job {
  readonly needs?: string | readonly string[]
  readonly strategy?: { readonly matrix: { readonly include: readonly { readonly target: string }[] } }
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[]
}

describe('the release', () => {
  const { jobs } = parse(text('.github/workflows/release.yml')) as Workflow

  test('makes every program of one file', () => {
    const { strategy } = jobs['binary'] as Job
    expect(strategy?.matrix.include.map(({ target }) => target)).toEqual(targets.map(({ name }) => name))
  })

  test('runs scripts that are there', () => {
    const runs = Object.values(jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run }) => (run === undefined ? [] : [run])),
    )
    const scripts = runs.flatMap((run) => /^npm (?:run )?([a-z]+:[a-z]+|test)/.exec(run)?.[1] ?? [])
    expect(new Set(scripts)).toEqual(new Set(['test', 'build:binary', 'test:binary']))
    for (const script of scripts) expect(packageJson.scripts).toHaveProperty([script])
    const files = runs.flatMap((run) => /^node (\S+)/.exec(run)?.[1] ?? [])
    expect(files).toEqual(['scripts/check-version.mjs'])
    for (const file of files) expect(existsSync(join(root, file))).toBe(true)
  })

  test('comes after all that it is made of, and after every test', () => {
    expect(jobs['release']?.needs).toEqual(['test', 'binary', 'package', 'image'])
    for (const { needs = [] } of Object.values(jobs))
      for (const name of [needs].flat()) expect(jobs).toHaveProperty(name)
  })

  test('is refused where its tag is of another version', async () => {
    const check = (...tag: readonly string[]) =>
      promisify(execFile)(process.execPath, [join(root, 'scripts/check-version.mjs'), ...tag])
    expect((await check(`v${packageJson.version}`)).stdout).toBe(`${packageJson.version}\n`)
    const stderr = expect.stringContaining('the tag says 9.9.9, package.json says') as string
    await expect(check('v9.9.9')).rejects.toMatchObject({ code: 1, stderr })
    await expect(check()).rejects.toMatchObject({ code: 1 })
  })
})
