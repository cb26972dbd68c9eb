import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { startGame, type Game, type StartOptions } from '../../src/testing/testing.ts'
import { wide } from './chromium.ts'

/** Where pictures of the studio are kept: an artefact of the test run. */
const ARTEFACTS = fileURLToPath(new URL('../../artefacts/studio/', import.meta.url))

/** A tab with a page of the studio, and what it requested and logged. */
export interface OpenedStudio {
  readonly page: Page
  readonly requested: readonly string[]
  readonly logged: readonly string[]
}

/** Starts the game of a template with a server, as `gamify serve --memory` would. */
export function startStudioGame(template: string, options: StartOptions = {}): Promise<Game> {
  const design = fileURLToPath(new URL(`../../templates/${template}/design`, import.meta.url))
  return startGame({ design, port: 0, ...options })
}

export const createPlayer = (game: Game, id: string): Promise<unknown> =>
  game.client.call('POST /v2/admin/players', { body: { id, alias: id } })

/** Opens a page of the studio, such as `/players?at=3`, until the test is over, and waits until its heading is there. */
export async function openStudio(
  browser: Browser,
  { url }: { readonly url: string },
  path: string,
  options: BrowserContextOptions = {},
): Promise<OpenedStudio> {
  const page = await browser.newPage({ viewport: wide, locale: 'en-GB', ...options })
  onTestFinished(() => page.close())
  const requested: string[] = []
  const logged: string[] = []
  page.on('request', (request) => void requested.push(request.url()))
  page.on('console', (message) => void logged.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => void logged.push(String(error)))
  await page.goto(`${url}/_gamify/studio${path}`)
  await page.locator('main h1').first().waitFor()
  return { page, requested, logged }
}

/**
 * Holds a page to what holds for every page: no finding of axe, no request to elsewhere, nothing logged, nothing wider than
 * the window. Keeps a picture of it.
 */
export async function expectSound(
  { page, requested, logged }: OpenedStudio,
  { url }: { readonly url: string },
  picture: string,
) {
  const { width = 0 } = page.viewportSize() ?? {}
  await page.screenshot({ path: `${ARTEFACTS}${picture}-${width}.png` })
  await page.evaluate(await axeScript())
  const found = await page.evaluate(
    `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)]))`,
  )
  expect(found).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  expect(requested.filter((address) => !address.startsWith(`${url}/`) && !address.startsWith('blob:'))).toEqual([])
  expect(logged).toEqual([])
}

let axe: Promise<string> | undefined

const axeScript = (): Promise<string> =>
  (axe ??= readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'))
