import { Ajv } from 'ajv'
import { spawn, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { schemaFiles } from '../../scripts/schemas/schemas.ts'
import type { ApiClient } from '../../src/auth/clients.ts'
import { compileDesign } from '../../src/game/design/design.ts'
import { kindNames } from '../../src/game/design/kind-table.ts'
import { emptyDesign, kinds, type DesignSource } from '../../src/game/design/source.ts'
import { faultTable } from '../../src/game/kernel/fault.ts'
import { change } from '../../src/game/metrics/answer-schema.ts'
import { requirementSchema } from '../../src/game/rules/requirement.ts'
import { configSchema } from '../../src/project/config.ts'
import { parseScriptFile } from '../../src/scripts/script-file.ts'
import { parseSeedFile } from '../../src/scripts/seed-file.ts'
import type { ServedLab } from '../../src/server/control/lab.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { chapters, codesIn, readPage, type Block } from './chapters.ts'
import { rowsByName } from './route-tables.ts'

const blocks = [readPage('interface.md'), ...chapters.values()].flatMap((page) => page.blocks)
const json = blocks.filter(({ language }) => language === 'json')
const shown = ({ file, words, text }: Block): string => `${file}: ${words} ${text.slice(0, 60).replaceAll('\n', ' ')}`
const valueOf = ({ text }: Block): unknown => JSON.parse(text)
const ofSort = (sort: string): unknown[] => json.filter(({ words }) => words === sort).map(valueOf)

/** The game that the examples of components make together. */
const design: DesignSource = {
  ...emptyDesign,
  ...Object.fromEntries(kinds.map((kind) => [kind, ofSort(kindNames[kind])])),
  bootstrap: ofSort('bootstrap')[0],
}

const published = schemaFiles()

/** What is wrong with a value by the schema that editors are given. */
function problemsByFile(name: string, value: unknown): unknown {
  const text = published.get(`gamify.${name}.schema.json`)
  if (text === undefined) throw new Error(`there is no schema of a ${name}`)
  const ajv = new Ajv({ strictTypes: false })
  return ajv.validate(JSON.parse(text), value) ? undefined : ajv.errors
}

const problemsBy = (schema: z.ZodType, value: unknown): unknown => schema.safeParse(value).error?.issues

/** What is wrong with an error body: it has a code of the table, and problems where it has to. */
function problemsOfError(value: unknown): unknown {
  const { error, error_description: description, data, ...more } = value as Record<string, unknown>
  const isKnown = typeof error === 'string' && Object.hasOwn(faultTable, error)
  const hasProblems = (data !== undefined) === (error === 'validation_exception')
  return isKnown && hasProblems && typeof description === 'string' && Object.keys(more).length === 0 ? undefined : value
}

function schemaOf(side: 'answer' | 'body', route: string): z.ZodType {
  const row = rowsByName.get(route)
  const schema = side === 'body' ? row?.body : row?.out === 'image' ? undefined : row?.out
  if (!schema) throw new Error(`${route} has no ${side}`)
  return schema()
}

/** How an example of each sort is looked at; what is wrong with it. */
const checks: Readonly<Record<string, (value: unknown, rest: string) => unknown>> = {
  ...Object.fromEntries(
    [...Object.values(kindNames), 'bootstrap', 'config', 'simulation', 'check'].map((name) => [
      name,
      (value: unknown) => problemsByFile(name, value),
    ]),
  ),
  answer: (value, route) => problemsBy(schemaOf('answer', route), value),
  body: (value, route) => problemsBy(schemaOf('body', route), value),
  change: (value) => problemsBy(change, value),
  requirement: (value) => problemsBy(requirementSchema, value),
  script: (value) => {
    const script = parseScriptFile(value)
    return 'problems' in script ? script.problems : undefined
  },
  seed: (value) => {
    const seeds = parseSeedFile(value)
    return 'problems' in seeds ? seeds.problems : undefined
  },
  error: problemsOfError,
}

describe('examples in JSON', () => {
  test('are what they are said to be', () => {
    const bad = json.flatMap((block) => {
      const [, sort = '', rest = ''] = /^(\S*) ?(.*)$/.exec(block.words) ?? []
      const check = checks[sort]
      const problems = check ? check(valueOf(block), rest) : 'nothing says what this is'
      return problems === undefined ? [] : [{ block: shown(block), problems }]
    })
    expect(bad).toEqual([])
  })

  test('show each kind of component', () => {
    const sorts = new Set(json.map(({ words }) => words))
    expect([...Object.values(kindNames), 'bootstrap'].filter((name) => !sorts.has(name))).toEqual([])
  })

  test('make a design together', () => {
    expect(compileDesign(design)).toMatchObject({ source: design })
  })

  test('of gamify.json are whole, with clients that can be used', () => {
    for (const config of ofSort('config')) expect(configSchema.safeParse(config).error).toBeUndefined()
  })
})

/** A call that fails ends the script. */
const PRELUDE = 'set -e -o pipefail\ncurl() { command curl --fail-with-body "$@"; }\n'

const hasTools = ['bash', 'curl', 'openssl'].every((tool) => spawnSync(tool, ['--version']).error === undefined)
const clients = ofSort('config').flatMap((config) => (config as { clients: ApiClient[] }).clients)

describe.skipIf(!hasTools)('examples for a shell with curl and openssl', () => {
  let game: TestGame
  beforeAll(async () => void (game = await serveGame({ design, clients })))
  afterAll(() => game.stop())

  const run = (
    script: string,
    env: Readonly<Record<string, string>>,
  ): Promise<{ code: number | null; said: string }> => {
    const text = PRELUDE + script.replaceAll('http://127.0.0.1:4040', game.url)
    const child = spawn('bash', ['-c', text], { env: { ...process.env, ...env } })
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    child.stderr.on('data', (part: Buffer) => (said += part.toString()))
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })))
  }

  /** A code for a player who has just been made, as the form of the sign-in page gives it. */
  const signIn = async (): Promise<string> => {
    const player = 'visitor'
    await game.request('POST', '/v2/admin/players', { body: { id: player } })
    const address = blocks.find(({ text }) => text.includes('/auth?'))?.text.trim() ?? ''
    const page = await fetch(address.replace('http://127.0.0.1:4040', game.url))
    const fields = Array.from((await page.text()).matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
    const form = new URLSearchParams({
      ...Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])),
      player_id: player,
    })
    const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
    const back = await fetch(`${game.url}/auth`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: form,
    })
    return new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
  }

  test.each(['1-runtime.md', '2-operator.md', '5-callers-errors-events.md'])('%s', async (file) => {
    const script = blocks.filter((block) => block.file === file && block.language === 'sh')
    expect(script.length).toBeGreaterThan(0)
    const code = script.some(({ words }) => words === 'code') ? await signIn() : ''
    const { code: exit, said } = await run(script.map(({ text }) => text).join('\n'), { CODE: code })
    expect({ exit, said }).toMatchObject({ exit: 0 })
    expect(said).toContain(file.startsWith('5') ? '"refresh_token":' : '"alias":')
  })
})

/** A lab that does nothing: the routes are what counts. */
const idleLab: ServedLab = {
  files: async () => ({ simulations: [], checks: [] }),
  async *run() {},
}

test('every route that is named and stands in no table of routes is served', async () => {
  const codes = [readPage('interface.md'), ...chapters.values()].flatMap(({ prose }) => codesIn(prose))
  const routes = codes.filter((code) => /^[A-Z]+ \/\S*$/.test(code) && !/\.\.\.|\/K(\/|$)/.test(code))
  const others = [...new Set(routes)].filter((name) => !rowsByName.has(name))
  expect(others).toContain('GET /auth')
  expect(others).toContain('PATCH /_gamify/clock')
  const game = await serveGame({ design: emptyDesign }, { lab: idleLab })
  try {
    const unserved: string[] = []
    for (const name of others) {
      const [method = '', path = ''] = name.split(' ')
      const { status, body } = await fetch(`${game.url}${path.replaceAll(/:\w+/g, 'any')}`, { method })
      await body?.cancel()
      if (status === 404 || status === 405) unserved.push(name)
    }
    expect(unserved).toEqual([])
  } finally {
    await game.stop()
  }
})
