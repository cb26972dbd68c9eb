import { fileURLToPath } from 'node:url'
import type { Browser, Page, Request } from 'playwright-core'
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

  /** A tab, what it asked of other hosts and got, and what its scripts failed at. */
  async function openTab(): Promise<{ page: Page; foreign: Set<Request>; failures: Error[] }> {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
    page.setDefaultTimeout(PATIENCE_MS)
    const foreign = new Set<Request>()
    const failures: Error[] = []
    const isOurs = (request: Request) =>
      request
        .url()
        .replace(/^blob:/, '')
        .startsWith(`${game.url}/`)
    page.on('request', (request) => void (isOurs(request) || foreign.add(request)))
    // The policy of the page stops what its library would have from its makers before anything is sent.
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'csp') foreign.delete(request)
    })
    page.on('pageerror', (error) => failures.push(error))
    return { page, foreign, failures }
  }

  test(
    'shows both versions, and asks nobody else for anything',
    async () => {
      const { page, foreign, failures } = await openTab()
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
      expect({ foreign: Array.from(foreign, (request) => request.url()), failures }).toEqual({
        foreign: [],
        failures: [],
      })
      await page.close()
    },
    2 * PATIENCE_MS,
  )

  test(
    'finds an operation by its words',
    async () => {
      const { page } = await openTab()
      await page.goto(`${game.url}/_gamify/docs`)
      await page.getByPlaceholder('Search...').fill('leaderboard')
      const found = page.locator('[data-role="search:results"]')
      await found.getByText('Read a leaderboard').first().click()
      await page.waitForURL(/#tag\/runtime:-leaderboards\/operation\/getRuntimeLeaderboardsLeaderboardId$/)
      await page.close()
    },
    2 * PATIENCE_MS,
  )
})
