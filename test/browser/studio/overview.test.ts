import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Game } from '../../../src/testing/testing.ts'
import { chromiumPath, looks, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { createPlayer, expectSound, openStudio, startStudioGame } from '../../support/studio.ts'

describe.skipIf(chromiumPath === undefined)(`the overview of the studio${skippedWithout}`, () => {
  let browser: Browser
  let game: Game
  beforeAll(async () => {
    ;[browser, game] = await Promise.all([openBrowser(), startStudioGame('starter', { now: '2030-05-15T12:00:00Z' })])
    await createPlayer(game, 'neo')
    await game.play([{ as: 'neo', action: 'answer' }])
  })
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  test.each(looks)('is sound: $viewport.width pixels, $colorScheme', async ({ colorScheme, viewport }) => {
    const opened = await openStudio(browser, game, '/', { colorScheme, viewport })
    await opened.page.getByText('neo played Answer').waitFor()
    await expectSound(opened, game, `overview-${colorScheme}`)
  })

  test('shows what happens as it happens', async () => {
    const { page } = await openStudio(browser, game, '/')
    await createPlayer(game, 'trinity')
    await page.getByText('trinity joined the game').waitFor()
    await expect.poll(() => page.locator('.figure').first().textContent()).toContain('2')
  })

  test('names the node that answers, and nothing of the kind for a game on one machine', async () => {
    const { page } = await openStudio(browser, game, '/')
    await page.getByText('neo played Answer').waitFor()
    expect(await page.getByText(/^node /).count()).toBe(0)
    await page.route('**/_gamify/health', async (route) => {
      const answer = await route.fetch()
      const node = { name: 'n2', role: 'follower', position: 7, writer: 'http://10.0.0.5:4040' }
      await route.fulfill({ json: { ...((await answer.json()) as object), node } })
    })
    await page.reload()
    await page.getByText('node n2 (follower of http://10.0.0.5:4040)').waitFor()
  })

  test('freezes the clock and puts it forward, and names the commands', async () => {
    const { page } = await openStudio(browser, game, '/')
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByText('gamify time freeze').waitFor()
    const { now, frozen } = (await game.client.request('GET', '/_gamify/clock')).body as {
      now: string
      frozen: boolean
    }
    expect(frozen).toBe(true)
    await page.getByRole('button', { name: '+ 1 day' }).click()
    await page.getByText('gamify time advance 1d').waitFor()
    const later = (await game.client.request('GET', '/_gamify/clock')).body as { now: string }
    expect(Date.parse(later.now) - Date.parse(now)).toBe(86_400_000)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('gamify time resume').waitFor()
  })

  test('says what the game has against a time', async () => {
    const { page } = await openStudio(browser, game, '/')
    await page.getByLabel('Set the time to').fill('2001-01-01')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await page.locator('.toast').getByText('cannot go back').waitFor()
  })
})
