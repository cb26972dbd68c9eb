import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chromiumPath, openBrowser, skippedWithout } from '../support/chromium.ts'
import { serveProgram, type ServedProgram } from '../support/served-program.ts'
import { installPacked, root, run, tsc, vitest, type Installed } from './installed.ts'

/** On a machine that has much else to do; nothing here is about how long anything takes. */
const LONGEST_MS = 240_000
const patient = `--testTimeout=${LONGEST_MS}`
vi.setConfig({ testTimeout: LONGEST_MS, hookTimeout: LONGEST_MS })

const examples = await readdir(join(root, 'examples'))

let installed: Installed
beforeAll(async () => {
  const types = ['@types/node', 'undici-types', '@types/react', '@types/react-dom', 'csstype']
  installed = await installPacked(['vitest', 'vite', 'typescript', 'react', 'react-dom', ...types])
  for (const name of examples) await cp(join(root, 'examples', name), at(name), { recursive: true })
})
afterAll(() => installed?.remove())

const at = (name: string): string => join(installed.directory, name)
const gamify = (): string => join(installed.directory, 'node_modules/gamify/bin/gamify.js')

test.each(examples)('%s compiles, and its types are those of its design', async (name) => {
  expect(await run(at(name), tsc, '-p', '.')).toBe('')
  expect(await run(at(name), process.execPath, gamify(), 'types')).toBe(
    await readFile(join(at(name), 'src/game.ts'), 'utf8'),
  )
})

test('the to-do list, under exec and with a game of its own', async () => {
  const exec = ['exec', '--now', '2030-01-07T09:00:00Z', '--freeze', '--', vitest, 'run', patient]
  expect(await run(at('todo'), process.execPath, gamify(), ...exec)).toMatch(/Tests .*5 passed/)
})

test('the server', async () => {
  expect(await run(at('server'), vitest, 'run', patient)).toMatch(/Tests .*3 passed/)
})

test.each(['browser', 'react'])('the page of %s is built without a warning', async (name) => {
  expect(await build(name, 'http://127.0.0.1:4040')).toBe('')
})

/** Builds the page of an example for a game, and gives what the build has to say. */
async function build(name: string, game: string): Promise<string> {
  const vite = join(root, 'node_modules/.bin/vite')
  // As on the command line of somebody; this process says that it tests.
  const env = ['NODE_ENV=production', `VITE_GAME_URL=${game}`, process.execPath]
  return run(at(name), 'env', ...env, vite, 'build', '--logLevel', 'warn')
}

/** A page of an example, signed in as Ann. */
interface Opened {
  readonly page: Page
  readonly game: ServedProgram
  readonly errors: readonly string[]
  readonly close: () => Promise<void>
}

describe.skipIf(chromiumPath === undefined)(`in a browser${skippedWithout}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  async function open(name: string): Promise<Opened> {
    const dist = join(at(name), 'dist')
    const pages = await serveFiles(dist)
    const address = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`
    const config = join(at(name), 'gamify.json')
    await writeFile(config, (await readFile(config, 'utf8')).replace(/http:\/\/127\.0\.0\.1:\d+\//, address))
    const game = await serveProgram(at(name), '--memory', '--seed', 'seeds/players.json')
    await build(name, game.url)
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(address)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Ann' }).click()
    return {
      page,
      game,
      errors,
      close: async () => {
        await page.close()
        await game.stop()
        await new Promise((resolve) => pages.close(resolve))
      },
    }
  }

  test('a reader signs in, reads, and hears of a new rank', async () => {
    const { page, errors, close } = await open('browser')
    await expect.poll(() => page.locator('main').innerText()).toContain('Ann has read 0 pages: newcomer')
    expect(page.url()).not.toContain('access_token')
    await page.getByLabel('Pages').fill('120')
    await page.getByRole('button', { name: 'Read' }).click()
    await expect.poll(() => page.locator('main').innerText()).toContain('Ann has read 120 pages: Bookworm')
    expect(await page.locator('#club li').allInnerTexts()).toEqual(['Ann: 120', 'Bob: 80'])
    await expect.poll(() => page.locator('#news').innerText()).toContain('You are a Bookworm now')
    await page.getByLabel('Pages').fill('1000000000000000000000')
    await page.getByRole('button', { name: 'Read' }).click()
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('Invalid request')
    await page.reload()
    await expect.poll(() => page.locator('main').innerText()).toContain('Ann has read 120 pages')
    expect(errors).toEqual([])
    await close()
  })

  test('a component follows its player, whoever plays', async () => {
    const { page, game, errors, close } = await open('react')
    await expect.poll(() => page.locator('main').innerText()).toContain('Ann has read 0 pages: newcomer')
    await page.getByRole('button', { name: 'Read 10 pages' }).click()
    await expect.poll(() => page.locator('main').innerText()).toContain('Ann has read 10 pages: Reader')
    const played = ['play', 'action', 'read', '--as', 'ann', '--var', 'pages=100', '--url', game.url]
    await run(at('react'), process.execPath, gamify(), ...played)
    await expect.poll(() => page.locator('main').innerText()).toContain('Ann has read 110 pages: Bookworm')
    expect(errors).toEqual([])
    await close()
  })
})

async function serveFiles(directory: string): Promise<Server> {
  const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html', '.css': 'text/css' }
  const server = createServer(({ url = '/' }, answer) => {
    const path = join(directory, url === '/' ? 'index.html' : url)
    readFile(path).then(
      (content) => answer.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(content),
      () => answer.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
