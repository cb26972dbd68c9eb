import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Game } from '../../../src/testing/testing.ts'
import { chromiumPath, looks, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { createPlayer, expectSound, openStudio, startStudioGame } from '../../support/studio.ts'

const slider = (page: Page) => page.getByRole('slider', { name: 'Moment of the history' })

describe.skipIf(chromiumPath === undefined)(`the history in the studio${skippedWithout}`, () => {
  let browser: Browser
  let game: Game
  /** The entry by which neo played the first time. */
  let played = 0
  const lastEntry = async (): Promise<number> => {
    const { body } = await game.client.request('GET', '/_gamify/history/density')
    return (body as { readonly last: { readonly seq: number } }).last.seq
  }
  beforeAll(async () => {
    ;[browser, game] = await Promise.all([openBrowser(), startStudioGame('starter', { now: '2030-05-15T12:00:00Z' })])
    await createPlayer(game, 'neo')
    await game.client.call('POST /v2/admin/players', { body: { id: 'odd', alias: '<b onclick=alert(1)>"&' } })
    await game.play([{ as: 'neo', action: 'answer' }])
    played = await lastEntry()
    await game.client.request('PATCH', '/_gamify/clock', { body: { advance: '7d' } })
    await game.play([{ as: 'neo', action: 'answer' }])
  })
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  test.each(looks)('is sound: $viewport.width pixels, $colorScheme', async ({ colorScheme, viewport }) => {
    const opened = await openStudio(browser, game, '/history', { colorScheme, viewport })
    await opened.page.getByText('joined the game').first().waitFor()
    await expectSound(opened, game, `history-${colorScheme}`)
    await opened.page.goto(`${game.url}/_gamify/studio/history?entry=${played}`)
    await opened.page
      .getByText(/action 'answer' gives/)
      .first()
      .waitFor()
    await expectSound(opened, game, `history-entry-${colorScheme}`)
    await opened.page.goto(`${game.url}/_gamify/studio/history?from=${played - 1}&to=${played}`)
    await opened.page.locator('.difference').first().waitFor()
    await expectSound(opened, game, `history-compared-${colorScheme}`)
  })

  test('a moment is chosen by keyboard: the whole studio shows the game as of then', async () => {
    const { page } = await openStudio(browser, game, '/history')
    await slider(page).focus()
    const last = await lastEntry()
    expect(await slider(page).getAttribute('aria-valuetext')).toBe('now')
    await page.keyboard.press('ArrowLeft')
    await page.getByText(`You see the game as of entry ${last - 1}.`).waitFor()
    expect(await slider(page).getAttribute('aria-valuetext')).toBe(`entry ${last - 1}`)
    expect(new URL(page.url()).searchParams.get('at')).toBe(String(last - 1))
    await page.keyboard.press('Home')
    await page.getByText('You see the game as of entry 1.').waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('What had happened').waitFor()
    expect(new URL(page.url()).searchParams.get('at')).toBe('1')
    await page.getByRole('button', { name: 'Back to now' }).click()
    await page.getByText('What happens now').waitFor()
  })

  test('a moment is chosen by mouse, and named before', async () => {
    const { page } = await openStudio(browser, game, '/history')
    const box = await slider(page).boundingBox()
    if (!box) throw new Error('there is no timeline')
    await page.mouse.move(box.x + box.width / 2, box.y + 20)
    await page.locator('.timeline-aimed').getByText(`entry ${played}`).waitFor()
    await page.mouse.down()
    await page.mouse.up()
    await page.getByText(`You see the game as of entry ${played}.`).waitFor()
    await page.getByText('one entry followed').or(page.getByText('entries followed')).waitFor()
  })

  test('the aimed time is game time, and only the first button chooses', async () => {
    const { page } = await openStudio(browser, game, '/history', { timezoneId: 'Pacific/Kiritimati' })
    const box = await slider(page).boundingBox()
    if (!box) throw new Error('there is no timeline')
    await page.mouse.move(box.x + 1, box.y + 20)
    const [ends, aimed] = [page.locator('.timeline-ends time'), page.locator('.timeline-aimed time')]
    await aimed.waitFor()
    expect((await aimed.textContent())?.slice(0, 11)).toBe((await ends.first().textContent())?.slice(0, 11))
    await page.mouse.click(box.x + box.width / 2, box.y + 20, { button: 'right' })
    await page.mouse.move(box.x + box.width / 2 + 2, box.y + 21)
    expect(new URL(page.url()).searchParams.get('at')).toBe(null)
    await page.mouse.click(box.x + box.width / 2, box.y + 20)
    await page.getByText('You see the game as of entry').waitFor()
  })

  test('entries are searched by text, player and kind, and what is found grows', async () => {
    const { page } = await openStudio(browser, game, '/history')
    await page.getByLabel('Id of a player').fill('neo')
    await page.getByText(/^3 entries found/).waitFor()
    await page.getByLabel('Kind of entry').selectOption('Plays of actions')
    await page.getByText(/^2 entries found/).waitFor()
    expect(new URL(page.url()).searchParams.get('op')).toBe('actions')
    await game.play([{ as: 'neo', action: 'answer' }])
    await page.getByText(/^3 entries found/).waitFor()
    await page.getByLabel('Text in an entry').fill('ANSWER"')
    await page
      .getByText(/^0 entries found/)
      .or(page.getByText(/^3 entries found/))
      .waitFor()
    await page.getByLabel('Text in an entry').fill('nowhere')
    await page.getByText(/^0 entries found/).waitFor()
  })

  test('what is chosen while a text is typed stays, and so does the text', async () => {
    const { page } = await openStudio(browser, game, '/history')
    await page.getByLabel('Text in an entry').fill('answer')
    await page.getByLabel('Id of a player').fill("neo's")
    await page.getByLabel('Kind of entry').selectOption('Plays of actions')
    const sought = () => Object.fromEntries(new URL(page.url()).searchParams)
    await expect.poll(sought).toEqual({ text: 'answer', player: "neo's", op: 'actions' })
    await page.getByText(String.raw`--as 'neo'\''s'`).waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await expect.poll(() => page.getByLabel('Text in an entry').inputValue()).toBe('')
  })

  test('an entry is opened, with hostile names as text, and leads to the game before it', async () => {
    const { page } = await openStudio(browser, game, '/history')
    await page.getByRole('button', { name: 'Open entry', exact: false }).first().click()
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: /^Entry/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('odd joined the game').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What the command said').click()
    await dialog.getByText('<b onclick=alert(1)>').first().waitFor()
    await dialog.getByRole('button', { name: 'See the game before it' }).click()
    await page.getByText('You see the game as of entry').waitFor()
    expect(await page.getByText('odd joined the game').count()).toBe(0)
  })

  test('two moments are compared', async () => {
    const { page } = await openStudio(browser, game, `/history?at=${played - 1}`)
    await page.getByRole('button', { name: 'Compare with now' }).click()
    const players = page.getByRole('region', { name: 'Players' })
    await players.getByText('neo').waitFor()
    expect(await players.locator('.difference').count()).toBe(1)
    await page.getByLabel('and after entry').fill(String(played - 1))
    await page.getByLabel('After entry', { exact: true }).fill(String(played - 2))
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await players.locator('[data-became="new"]').getByText('<b onclick=alert(1)>').waitFor()
  })

  test('a moment that the history does not have is told to a reader', async () => {
    const { page } = await openStudio(browser, game, '/history?at=999')
    await page.getByRole('alert').getByText('The history does not have the moment in the address').waitFor()
  })

  test('takes no text for a moment that the service does not take for one', async () => {
    const { page } = await openStudio(browser, game, '/history?at=-1')
    await page.getByRole('alert').getByText('The history does not have the moment in the address').waitFor()
  })

  test('the game is rewound to the moment, after a question, and the snapshot that undoes it is named', async () => {
    const { page } = await openStudio(browser, game, `/history?at=${played}`)
    await page.getByRole('button', { name: 'Rewind to here …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`gamify rewind --to ${played}`).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await lastEntry()).toBeGreaterThan(played)
    await page.getByRole('button', { name: 'Rewind to here …' }).click()
    await dialog.getByRole('button', { name: 'Rewind', exact: true }).click()
    await page.locator('.toast').getByText(`The game is as it was after entry ${played}`).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBe(null)
    expect(await lastEntry()).toBeLessThanOrEqual(played + 1)
    const { body } = await game.client.request('GET', '/_gamify/snapshots')
    const [automatic] = (body as { readonly data: readonly { readonly name: string }[] }).data
    expect(await page.locator('.toast').textContent()).toContain(automatic?.name)
  })

  test('draws only the entries in view, however long the history is', async () => {
    await game.play(Array.from({ length: 300 }, () => ({ as: 'neo', action: 'like' })))
    const { page } = await openStudio(browser, game, '/history', { viewport: { width: 1440, height: 900 } })
    const table = page.getByRole('table')
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe(String((await lastEntry()) + 1))
    expect(await table.locator('tbody tr').count()).toBeLessThan(900 / 36)
  })
})
