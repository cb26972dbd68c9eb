import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runHere } from './in-process.ts'
import { shellCommand } from './spawned.ts'

/** What reads YAML for the validator of OpenAPI documents. */
const requireBeside = createRequire(createRequire(import.meta.url).resolve('@seriousme/openapi-schema-validator'))
const { parse } = requireBeside('yaml') as { parse: (text: string) => unknown }

interface Workflow {
  readonly on: readonly string[]
  readonly jobs: Readonly<Record<string, { readonly 'runs-on': string; readonly steps: readonly Step[] }>>
}
interface Step {
  readonly uses?: string
  readonly run?: string
  readonly if?: string
  readonly with?: Readonly<Record<string, string>>
}

const path = '.github/workflows/gamify.yml'
let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-workflow-'))
})
afterEach(() => rm(cwd, { recursive: true, maxRetries: 5 }))

describe.each(['starter', 'quest', 'league', 'learning'])('the workflow of the template %s', (template) => {
  beforeEach(async () => {
    expect(await runHere(['init', '--template', template], { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`wrote ${path}\n`),
    })
  })

  const steps = async (): Promise<readonly Step[]> => {
    const workflow = parse(await readFile(join(cwd, path), 'utf8')) as Workflow
    expect(workflow.on).toEqual(['push', 'pull_request'])
    return Object.values(workflow.jobs).flatMap((job) => job.steps)
  }

  test('checks out, installs, plays, and keeps the report whatever came of it', async () => {
    const all = await steps()
    expect(
      all.map(({ uses, run: line }) => uses?.replace(/@v\d+$/, '') ?? line?.split(' ').slice(0, 3).join(' ')),
    ).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npm ci',
      'npx gamify design',
      'npx gamify check',
      'npx gamify simulate',
      'npx gamify exec',
      'actions/upload-artifact',
    ])
    expect(all.at(-1)).toMatchObject({ if: '${{ !cancelled() }}', with: { path: 'report.xml' } })
  })

  test('has command lines that work in a project as init writes it', async () => {
    await mkdir(join(cwd, 'bin'))
    await writeFile(join(cwd, 'bin/npx'), `#!/bin/sh\nshift\nexec ${shellCommand} "$@"\n`)
    await chmod(join(cwd, 'bin/npx'), 0o755)
    const env = { PATH: [join(cwd, 'bin'), process.env['PATH']].join(delimiter) }
    const lines = (await steps()).flatMap(({ run: line }) => (line?.startsWith('npx') ? [line] : []))
    // As a step runs them.
    for (const line of lines) await promisify(execFile)('bash', ['-e', '-c', line], { cwd, env })
    const report = await readFile(join(cwd, 'report.xml'), 'utf8')
    expect(report).toMatch(/^<\?xml [^]* tests="\d\d" failures="0" errors="0"/)
  })
})

test('workflows are part of the package', async () => {
  const root = join(import.meta.dirname, '../..')
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
  })
  const [{ files } = { files: [] }] = Object.values(JSON.parse(stdout) as { files: { path: string }[] }[])
  expect(files.map((file) => file.path)).toEqual(
    expect.arrayContaining(
      ['starter', 'quest', 'league', 'learning'].map((template) => `templates/${template}/${path}`),
    ),
  )
})
