import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractDesign } from '../contract/game-design.ts'
import { chromiumPath, openBrowser, skippedWithout } from '../support/chromium.ts'
import { serveGame, type TestGame } from '../support/http.ts'

/** Where pictures of the page are kept: an artefact of the test run. */
const ARTEFACTS = fileURLToPath(new URL('../../artefacts/docs/', import.meta.url))

/** How long a browser may take to show all of the interface, on a machine with much else to do. */
const PATIENCE_MS = 60_000

describe.skipIf(chromiumPath === undefined)(`the reference page in a browser${skippedWithout}`, () => {
  let browser: Browser
  let game: TestGame
  beforeAll(async () => {
    browser = await openBrowser()
    game = await serveGame({ design: contractDesign })
  })
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  /** A tab, everything that it requested, and everything that it logged or that its scripts failed at. */
  async function openTab(): Promise<{ page: Page; requested: string[]; logged: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
    page.setDefaultTimeout(PATIENCE_MS)
    const requested: string[] = []
    const logged: string[] = []
    page.on('request', (request) => void requested.push(request.url()))
    page.on('console', (message) => void logged.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => void logged.push(String(error)))
    return { page, requested, logged }
  }

  /** What a page requested of the server, and the other addresses. */
  function bySource(requested: readonly string[]): { own: Set<string>; foreign: string[] } {
    const isOwn = (url: string): boolean => url.replace(/^blob:/, '').startsWith(`${game.url}/`)
    const paths = requested.filter((url) => url.startsWith(game.url)).map((url) => url.slice(game.url.length))
    return { own: new Set(paths), foreign: requested.filter((url) => !isOwn(url)) }
  }

  test(
    'shows both versions, requests nothing from elsewhere, and logs nothing',
    async () => {
      const { page, requested, logged } = await openTab()
      await page.goto(`${game.url}/_gamify/docs#tag/runtime:-actions/operation/postRuntimeActionsActionIdPlay`)
      await page.locator('h1', { hasText: 'gamify v2 (test)' }).waitFor()
      const play = page.locator('[data-section-id$="/operation/postRuntimeActionsActionIdPlay"]')
      await play.locator('h2', { hasText: 'Play an action' }).waitFor()
      expect(await play.textContent()).toContain('/v2/runtime/actions/{action_id}/play')
      expect(await page.locator('[data-section-id^="tag/"][data-section-id*="/operation/"]').count()).toBeGreaterThan(
        100,
      )
      await page.screenshot({ path: `${ARTEFACTS}version-2.png` })

      await page.locator('nav a', { hasText: 'version 1' }).click()
      await page.locator('h1', { hasText: 'gamify v1 (test)' }).waitFor()
      await page.locator('[data-section-id$="/operation/postActionPlay"]').waitFor()
      expect(await play.count()).toBe(0)
      await page.screenshot({ path: `${ARTEFACTS}version-1.png` })
      await page.waitForLoadState('networkidle')
      const { own, foreign } = bySource(requested)
      expect({ foreign, logged }).toEqual({ foreign: [], logged: [] })
      expect([...own].toSorted()).toEqual([
        '/_gamify/docs',
        '/_gamify/docs/page.js',
        '/_gamify/docs/redoc.js',
        '/_gamify/docs?version=v1',
        '/_gamify/openapi.json?version=v1',
        '/_gamify/openapi.json?version=v2',
      ])
      await page.close()
    },
    2 * PATIENCE_MS,
  )

  test(
    'finds an operation by its words',
    async () => {
      const { page, requested, logged } = await openTab()
      await page.goto(`${game.url}/_gamify/docs`)
      await page.getByPlaceholder('Search...').fill('leaderboard')
      const found = page.locator('[data-role="search:results"]')
      await found.getByText('Read a leaderboard').first().click()
      await page.waitForURL(/#tag\/runtime:-leaderboards\/operation\/getRuntimeLeaderboardsLeaderboardId$/)
      expect({ foreign: bySource(requested).foreign, logged }).toEqual({ foreign: [], logged: [] })
      await page.close()
    },
    2 * PATIENCE_MS,
  )
})
