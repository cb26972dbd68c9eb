import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { check } from '../../src/testing/check.ts'
import { simulate } from '../../src/testing/simulate.ts'
import { startGame } from '../../src/testing/start-game.ts'
import { whatIf } from '../../src/testing/what-if.ts'
import { serveStarter } from '../cli/served-game.ts'
import { chapters, readPage, type Block } from './chapters.ts'

const root = join(import.meta.dirname, '../..')
const program = chapters.get('6')?.blocks ?? []
const readme = readPage('../README.md')

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamify-samples-'))
})
afterAll(() => rm(directory, { recursive: true }))

/** Files of a sort, each with the template that it is for. */
const files = (sort: 'seed' | 'script'): (readonly [template: string, text: string])[] =>
  program.flatMap(({ language, words, text }) => {
    const [found, template] = words.split(' ')
    return language === 'json' && found === sort && template !== undefined ? [[template, text] as const] : []
  })

/** Runs a command with a file of these contents against the game of a template; gives what it says. */
async function use(template: string, command: string, text: string): Promise<unknown> {
  const game = await serveStarter(join(root, 'templates', template))
  onTestFinished(() => game.stop())
  const file = join(directory, 'sample.json')
  await writeFile(file, text)
  const { code, stdout, stderr } = await game.run(`${command} ${file}`)
  return { code, stderr, failed: stdout.match(/✗.*/g) }
}

const wellDone = { code: 0, stderr: '', failed: null }

describe('the samples of the program', () => {
  test.each(files('seed'))('seeds for the template %s come in', async (template, text) => {
    expect(await use(template, 'seed', text)).toEqual(wellDone)
  })

  test.each(files('script'))('a script for the template %s passes', async (template, text) => {
    expect(await use(template, 'play script', text)).toEqual(wellDone)
  })

  test('are there', () => {
    expect([files('seed'), files('script')].map(({ length }) => length)).toEqual([1, 1])
  })
})

test('the readme links to nothing that the package does not hold', async () => {
  const { files: packed } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { files: string[] }
  const links = Array.from(readme.prose.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, link = '']) => link)
  expect(links).not.toEqual([])
  const held = (link: string): boolean =>
    existsSync(join(root, link)) && packed.some((part) => link === part || link.startsWith(`${part}/`))
  expect(links.filter((link) => !held(link))).toEqual([])
})

const lab = chapters.get('7')?.blocks ?? []
const inTests = [...program, ...lab, ...readPage('guides/time.md').blocks].filter(({ text }) =>
  text.includes("from 'gamify/testing'"),
)

/** Runs a sample of a test program, whose project is the starter. */
async function runInTest({ text }: Block): Promise<void> {
  const starter = join(root, 'templates/starter')
  const body = text
    .replace(/import .* from 'gamify\/testing'/, '')
    .replaceAll(/'(design|simulations\/[^']*)'/g, (_, path: string) => JSON.stringify(join(starter, path)))
  const known = { check, startGame, simulate, whatIf, expect }
  // oxlint-disable-next-line typescript/no-implied-eval -- what stands in our own documentation
  const sample = new Function(...Object.keys(known), `return (async () => {${body}})()`) as (
    ...all: unknown[]
  ) => Promise<void>
  await sample(...Object.values(known))
}

test('programs with games and simulations run as they are written', async () => {
  expect(inTests.map(({ file }) => file)).toEqual(['6-program.md', '7-lab.md', '7-lab.md', '7-lab.md', 'time.md'])
  for (const block of inTests) await runInTest(block)
})
