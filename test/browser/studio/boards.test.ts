import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Game } from '../../../src/testing/testing.ts'
import { chromiumPath, looks, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { createPlayer, expectSound, openStudio, startStudioGame } from '../../support/studio.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'

const clockTo = (game: Game, now: string) => game.client.request('PATCH', '/_gamify/clock', { body: { now } })

const score = (game: Game, as: string, count = 1) => game.play([{ as, action: 'goal', count }])

describe.skipIf(chromiumPath === undefined)(`the boards of the studio${skippedWithout}`, () => {
  let browser: Browser
  let game: Game
  /** The last entry of the first week. */
  let seq: number
  beforeAll(async () => {
    ;[browser, game] = await Promise.all([openBrowser(), startStudioGame('league', { now: '2030-05-01T12:00:00Z' })])
    for (const id of ['neo', 'trinity', 'morpheus']) await createPlayer(game, id)
    await game.client.call('POST /v2/admin/players', { body: { id: 'mallory', alias: HOSTILE } })
    await game.client.call('POST /v2/admin/teams', { body: { definition: 'club', id: 'hawks', name: 'Hawks' } })
    for (const player of ['neo', 'trinity'])
      await game.client.call('POST /v2/admin/teams/:team_id/join', {
        params: { team_id: 'hawks' },
        body: { player_id: player, requested_roles: { player: true } },
      })
    await score(game, 'neo', 3)
    await score(game, 'trinity', 2)
    const saved = await game.client.request('POST', '/_gamify/snapshots', { body: { name: 'first' } })
    ;({ seq } = saved.body as { seq: number })
    await clockTo(game, '2030-05-15T12:00:00Z')
    await score(game, 'trinity', 5)
    await score(game, 'neo', 4)
    await score(game, 'mallory', 1)
  })
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  test.each(looks)('are sound: $viewport.width pixels, $colorScheme', async ({ colorScheme, viewport }) => {
    const list = await openStudio(browser, game, '/boards', { colorScheme, viewport })
    await list.page.getByRole('link', { name: 'Scorers' }).waitFor()
    await expectSound(list, game, `boards-${colorScheme}`)
    const board = await openStudio(browser, game, '/boards/scorers?around=neo', { colorScheme, viewport })
    await board.page.getByText('neo has rank 2.').waitFor()
    await board.page.getByRole('cell', { name: HOSTILE }).waitFor()
    await expectSound(board, game, `board-${colorScheme}`)
    const trend = await openStudio(browser, game, '/boards/scorers?view=trend', { colorScheme, viewport })
    await trend.page.locator('canvas').waitFor()
    await expectSound(trend, game, `board-trend-${colorScheme}`)
  })

  test('counts a play on a scope', async () => {
    const { page } = await openStudio(browser, game, '/players/neo/actions')
    const goal = page.locator('li.card', { hasText: 'With a scope' })
    await goal.getByRole('button', { name: 'Add scope' }).click()
    await goal.getByLabel('Scope, such as').fill('cup/spring')
    await goal.getByLabel('Counts for').fill('hawks')
    await goal.getByText('gamify play action goal --as neo --scope cup/spring=hawks').waitFor()
    await goal.getByRole('button', { name: 'Play Goal' }).click()
    await page.locator('.toast').getByText('Played Goal.').waitFor()
    const cup = await openStudio(browser, game, '/boards/cup?scope=spring')
    await cup.page.getByRole('row', { name: 'Hawks' }).waitFor()
  })

  test('shows how ranks change, live', async () => {
    const { page } = await openStudio(browser, game, '/boards/scorers?cycle=alltime')
    const row = page.getByRole('row').filter({ hasText: 'morpheus' })
    const neo = page.getByRole('row').filter({ hasText: 'neo' })
    await neo.waitFor()
    await score(game, 'morpheus', 100)
    await row.getByText('100').waitFor()
    await neo.getByText('down').waitFor({ state: 'attached' })
    expect(await page.getByRole('row').nth(1).textContent()).toContain('morpheus')
  })

  test('goes to an earlier period and back, and names the command', async () => {
    const { page } = await openStudio(browser, game, '/boards/scorers')
    await page.getByText('2030-05-12 to 2030-05-18').waitFor()
    await page.getByRole('button', { name: 'Earlier period' }).click()
    await page.getByRole('button', { name: 'Earlier period' }).click()
    await page.getByText('2030-04-28 to 2030-05-04').waitFor()
    await page.getByText('gamify leaderboard scorers --cycle weekly --at 2030-04-28').waitFor()
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('neo')
    await page.getByRole('button', { name: 'Later period' }).click()
    await page.getByText('There are no players on this leaderboard in this period.').waitFor()
    await page.getByRole('button', { name: 'Later period' }).click()
    await expect.poll(() => page.url()).not.toContain('period')
  })

  test('says who is not on a board, and is driven by the keyboard', async () => {
    const { page } = await openStudio(browser, game, '/boards/scorers')
    await page.getByLabel('Around player').focus()
    await page.keyboard.type('nobody')
    await page.keyboard.press('Enter')
    await page.getByText('nobody is not on this leaderboard.').waitFor()
    expect(page.url()).toContain('around=nobody')
  })

  test('ranks within a team once it is chosen', async () => {
    const { page } = await openStudio(browser, game, '/boards/squad')
    await page.getByText('Choose a team above.').waitFor()
    await page.getByLabel('Within team').fill('hawks')
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'trinity' }).waitFor()
    expect(await page.getByRole('cell', { name: HOSTILE }).count()).toBe(0)
    await page.getByText('gamify leaderboard squad --cycle alltime --team hawks').waitFor()
  })

  test('shows the scores of another board beside its own', async () => {
    const { page } = await openStudio(browser, game, '/boards/cup?scope=spring')
    await page.getByLabel('Compare with').selectOption({ label: 'Table, weekly' })
    await page.getByText("--merge 'table|weekly'").waitFor()
    await page.getByRole('button', { name: 'Remove Table, weekly' }).click()
    await expect.poll(() => page.url()).not.toContain('merge')
  })

  test('shows the trends of chosen players in a table too', async () => {
    const { page } = await openStudio(browser, game, '/boards/scorers?view=trend&cycle=weekly')
    await page.getByLabel('Add player').fill('neo')
    await page.keyboard.press('Enter')
    const table = page.getByRole('region', { name: 'Ranks on Scorers by period' })
    await expect.poll(() => table.getByRole('rowheader').count()).toBe(1)
    expect(await table.getByRole('row').nth(1).textContent()).toContain('neo')
    await page.getByText('gamify leaderboard scorers --trend --cycle weekly --around neo').waitFor()
  })

  test('shows a board as of then', async () => {
    const { page } = await openStudio(browser, game, `/boards/scorers?at=${seq}`)
    await page.getByText('2030-04-28 to 2030-05-04').waitFor()
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('neo')
  })

  test('says that there is no such board', async () => {
    const { page } = await openStudio(browser, game, '/boards/nothing')
    await page.getByText('There is no leaderboard “nothing”.').waitFor()
  })
})
