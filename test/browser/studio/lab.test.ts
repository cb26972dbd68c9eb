import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, looks, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { serveProgram, type ServedProgram } from '../../support/served-program.ts'
import { expectSound, openStudio } from '../../support/studio.ts'

const starter = fileURLToPath(new URL('../../../templates/starter', import.meta.url))

describe.skipIf(chromiumPath === undefined)(`the lab of the studio${skippedWithout}`, () => {
  let browser: Browser
  let game: ServedProgram
  beforeAll(async () => {
    ;[browser, game] = await Promise.all([openBrowser(), serveProgram(starter)])
  })
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  test.each(looks)('is sound: $viewport.width pixels, $colorScheme', async ({ colorScheme, viewport }) => {
    const opened = await openStudio(browser, game, '/lab', { colorScheme, viewport })
    await opened.page.getByLabel('days', { exact: true }).fill('3')
    await opened.page.getByRole('button', { name: 'Run' }).click()
    await opened.page.getByText('Report 1: month').first().waitFor()
    await opened.page.locator('.report-host svg').first().waitFor()
    await expectSound(opened, game, `lab-${colorScheme}`)
  })

  test('shows two reports with other numbers beside each other', async () => {
    const { page } = await openStudio(browser, game, '/lab')
    for (const days of ['2', '4']) {
      await page.getByLabel('days', { exact: true }).fill(days)
      await page.getByRole('button', { name: 'Run' }).click()
      await page
        .getByText(`Report ${days === '2' ? 1 : 2}: month`)
        .first()
        .waitFor()
    }
    await page.getByText('These numbers are not those of the file').waitFor()
    await page.getByLabel('Show next to the newest report').selectOption('1')
    await expect.poll(() => page.locator('.report-host').count()).toBe(2)
  })

  test(
    'draws what was played so far while a simulation runs, as the person chose to see it',
    { timeout: 120_000 },
    async () => {
      const { page } = await openStudio(browser, game, '/lab')
      await page.getByLabel('days', { exact: true }).fill('365')
      await page.getByLabel('reader, players').fill('20000')
      await page.getByRole('button', { name: 'Run' }).click()
      await page.getByText('This is a part of the simulation').waitFor()
      await page.locator('.report-host svg').first().waitFor()
      const plays = () => page.locator('.report-host .facts div', { hasText: 'Plays' }).locator('dd').textContent()
      const before = await plays()
      await page.getByRole('status').getByRole('button', { name: 'Cancel' }).waitFor()
      await page.locator('.report-host .switch label').nth(1).click()
      // The next part comes when the threads of the simulation have played it, which takes long on a busy machine.
      await expect.poll(plays, { timeout: 60_000 }).not.toBe(before)
      expect(await page.locator('.report-host .switch input').nth(1).isChecked()).toBe(true)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect.poll(() => page.locator('.report-host').count()).toBe(0)
    },
  )

  test('offers the files as they are while the past is shown', async () => {
    const { page } = await openStudio(browser, game, '/lab?at=1')
    await page.getByLabel('days', { exact: true }).waitFor()
  })

  test('says what is wrong with a number', async () => {
    const { page } = await openStudio(browser, game, '/lab')
    await page.getByLabel('days', { exact: true }).fill('-1')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByRole('alert').getByText('days:').waitFor()
  })

  test('decides the history again', async () => {
    const { page } = await openStudio(browser, game, '/lab?tab=what-if')
    await page.getByRole('button', { name: 'Decide the history again' }).click()
    await page.getByText('The recorded players under another design').waitFor()
  })

  test('searches, and plays what it found step by step', async () => {
    const { page } = await openStudio(browser, game, '/lab?tab=checks')
    await page.locator('main').getByRole('button', { name: 'Search' }).click()
    const outcome = page.locator('li', { hasText: 'gold-can-be-had' })
    await outcome.getByRole('button', { name: 'Play step 1' }).click()
    await page.locator('.toast').getByText('Played:').waitFor()
    await expect.poll(() => outcome.locator('[data-played]').count()).toBe(1)
    await page.locator('.toast').getByText('gamify play script step.json --keep').waitFor()
    await page.route('**/_gamify/commands', (route) =>
      route.fulfill({ json: { failed: [{ line: 1, error: 'conflict', error_description: 'The limit is reached' }] } }),
    )
    await outcome.getByRole('button', { name: 'Play step 2' }).click()
    await page.locator('.toast[data-tone="bad"]').getByText('The limit is reached').waitFor()
    expect(await outcome.locator('[data-played]').count()).toBe(1)
    await outcome.getByRole('button', { name: 'Skip step 2' }).click()
    await outcome.getByText('(skipped)').waitFor()
    expect(await outcome.locator('[data-played]').count()).toBe(1)
  })
})
