import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Game } from '../../../src/testing/testing.ts'
import { chromiumPath, looks, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { createPlayer, expectSound, openStudio, startStudioGame } from '../../support/studio.ts'

describe.skipIf(chromiumPath === undefined)(`the snapshots in the studio${skippedWithout}`, () => {
  let browser: Browser
  let game: Game
  const players = async (): Promise<number> => {
    const { body } = await game.client.call('GET /v2/admin/players', {})
    return body.total
  }
  const names = async (): Promise<readonly string[]> => {
    const { body } = await game.client.request('GET', '/_gamify/snapshots')
    return (body as { readonly data: readonly { readonly name: string }[] }).data.map(({ name }) => name)
  }
  beforeAll(async () => {
    ;[browser, game] = await Promise.all([openBrowser(), startStudioGame('starter', { now: '2030-05-15T12:00:00Z' })])
    await createPlayer(game, 'neo')
  })
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  test('a game without any says what to do', async () => {
    const { page } = await openStudio(browser, game, '/snapshots')
    await page.getByText('There are no snapshots yet.').waitFor()
  })

  test('one is saved, restored with what undoes it, and deleted', async () => {
    const { page } = await openStudio(browser, game, '/snapshots')
    await page.getByLabel('Save as').fill('one-player')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.toast').getByText('gamify snapshot save one-player').waitFor()
    await createPlayer(game, 'trinity')
    await page.getByRole('button', { name: 'Restore one-player' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('With the design').selectOption('of that time')
    await dialog.getByText('gamify snapshot restore one-player --with-design recorded').waitFor()
    expect(await players()).toBe(2)
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.locator('.toast').getByText('To undo this, restore before-restore-').waitFor()
    expect(await players()).toBe(1)
    await page.getByText('automatic', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Restore before-restore-/ }).click()
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect.poll(players).toBe(2)
    await page.getByRole('button', { name: 'Delete one-player' }).click()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.locator('.toast').getByText('The snapshot one-player is deleted.').waitFor()
    expect(await names()).not.toContain('one-player')
  })

  test('what the person is asked stays when the game is restored elsewhere', async () => {
    await game.client.request('POST', '/_gamify/snapshots', { body: { name: 'elsewhere' } })
    await createPlayer(game, 'switch')
    const { page } = await openStudio(browser, game, '/snapshots')
    await page.getByRole('button', { name: 'Delete elsewhere' }).click()
    await page.getByRole('dialog').waitFor()
    await game.client.request('POST', '/_gamify/snapshots/elsewhere/restore')
    // The list of snapshots grows by the one that undoes it, so what is below it has been drawn again.
    await expect.poll(() => page.locator('.snapshots > li').count()).toBe((await names()).length)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.locator('.toast').getByText('The snapshot elsewhere is deleted.').waitFor()
  })

  test('what the service has against a name is told', async () => {
    await game.client.request('POST', '/_gamify/snapshots', { body: { name: 'taken' } })
    const { page } = await openStudio(browser, game, '/snapshots')
    await page.getByLabel('Save as').fill('taken')
    await page.keyboard.press('Enter')
    await page.locator('.toast').getByText("A snapshot with the name 'taken' already exists").waitFor()
  })

  test('the whole game is exported to a file, and imported from it; a damaged one changes nothing', async () => {
    const { page } = await openStudio(browser, game, '/snapshots')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.ndjson$/)
    const content = await readFile(await download.path(), 'utf8')
    const before = await players()
    await createPlayer(game, 'tank')
    const file = page.getByLabel('A file that was exported')
    await file.setInputFiles({
      name: 'broken.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(content.slice(0, -20)),
    })
    await page.getByRole('button', { name: 'Import …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
    await page.locator('.toast[data-tone="bad"]').waitFor()
    expect(await players()).toBe(before + 1)
    await file.setInputFiles({ name: 'my game.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(content) })
    await page.getByRole('button', { name: 'Import …' }).click()
    await page.getByRole('dialog').getByText("gamify state import 'my game.ndjson'").waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
    await page.locator('.toast[data-tone="good"]').getByText('To undo this, restore before-import-').waitFor()
    expect(await players()).toBe(before)
  })

  test('the past offers nothing that changes the game or its snapshots', async () => {
    const { page } = await openStudio(browser, game, '/snapshots?at=2')
    await page.getByText('taken', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /Save|Restore|Delete|Import/ }).count()).toBe(0)
    expect(await page.getByLabel('Save as').count()).toBe(0)
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
  })

  test.each(looks)('is sound: $viewport.width pixels, $colorScheme', async ({ colorScheme, viewport }) => {
    const opened = await openStudio(browser, game, '/snapshots', { colorScheme, viewport })
    await opened.page.getByText('taken', { exact: true }).waitFor()
    await expectSound(opened, game, `snapshots-${colorScheme}`)
    await opened.page.getByRole('button', { name: 'Restore taken' }).click()
    await opened.page.getByRole('dialog').waitFor()
    await expectSound(opened, game, `snapshots-restore-${colorScheme}`)
  })
})
