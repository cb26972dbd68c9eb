import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../bench/free-port.ts'
import type { Game } from '../../../src/testing/testing.ts'
import { chromiumPath, narrow, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { serveProgram } from '../../support/served-program.ts'
import { createPlayer, expectSound, openStudio, startStudioGame } from '../../support/studio.ts'

const starter = fileURLToPath(new URL('../../../templates/starter', import.meta.url))

describe.skipIf(chromiumPath === undefined)(`the frame of the studio${skippedWithout}`, () => {
  let browser: Browser
  let game: Game
  beforeAll(async () => {
    ;[browser, game] = await Promise.all([openBrowser(), startStudioGame('starter', { now: '2030-05-15T12:00:00Z' })])
    await createPlayer(game, 'neo')
    await game.play([{ as: 'neo', action: 'answer' }])
  })
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  test('lists the keys, and goes where they say', async () => {
    const opened = await openStudio(browser, game, '/')
    const { page } = opened
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    await keys.getByText('Go to Players').waitFor()
    await expectSound(opened, game, 'keys')
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'hidden' })
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.getByRole('heading', { name: 'Players', level: 1 }).waitFor()
    expect(await page.title()).toContain('Players')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor()
  })

  test('finds players and parts of the design by what they are called, with the keyboard alone', async () => {
    const { page } = await openStudio(browser, game, '/')
    await page.keyboard.press('/')
    await page.keyboard.type('neo')
    await page.getByRole('option', { name: /neo.*player/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/players\/neo/)
    await page.locator('h1').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('wheel')
    await page.getByRole('option', { name: /wheel.*design/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/design\/actions\/wheel/)
  })

  test('the navigation of a narrow window shows the current page', async () => {
    const { page } = await openStudio(browser, game, '/snapshots', { viewport: narrow })
    const isSeen = (name: string) =>
      page
        .getByRole('navigation')
        .getByRole('link', { name, exact: true })
        .evaluate((link) => {
          const { left, right } = (
            link as unknown as { getBoundingClientRect(): { left: number; right: number } }
          ).getBoundingClientRect()
          return left > -1 && right < 361
        })
    await expect.poll(() => isSeen('Snapshots')).toBe(true)
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.waitForURL(/\/players/)
    await expect.poll(() => isSeen('Players')).toBe(true)
  })

  test('a dialog has the focus on its first field, or on the answer that keeps everything', async () => {
    const { page } = await openStudio(browser, game, '/players')
    const focused = () => page.evaluate('document.activeElement.tagName + " " + document.activeElement.textContent')
    await page.getByRole('button', { name: 'Create a player' }).click()
    await expect.poll(focused).toMatch(/^(?:INPUT|SELECT)/)
    await page.keyboard.press('Escape')
    await page.goto(`${game.url}/_gamify/studio/players/neo`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(focused).toBe('BUTTON Cancel')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Close')
  })

  test('a page that is come to has the focus on its heading, and its subject in the title', async () => {
    const { page } = await openStudio(browser, game, '/teams')
    const focused = () => page.evaluate('document.activeElement.tagName + " " + document.activeElement.textContent')
    expect(await focused()).toMatch(/^BODY/)
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect.poll(focused).toBe('H1 Players')
    await page.getByRole('link', { name: 'neo' }).first().click()
    await expect.poll(focused).toBe('H1 neo')
    expect(await page.title()).toMatch(/^neo · Players · .* · gamify$/)
    const feed = page.getByRole('link', { name: 'Feed', exact: true })
    await feed.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/players\/neo\/feed/)
    expect(await focused()).toBe('A Feed')
    await page.keyboard.press('/')
    await page.keyboard.type('wheel')
    await page.getByRole('option', { name: /wheel.*design/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('H1 Wheel of fortune')
    await expect.poll(() => page.title()).toMatch(/^Wheel of fortune · Design · /)
    await page.goBack()
    await expect.poll(focused).toBe('H1 neo')
  })

  test('names that turn the text stand apart on every page', async () => {
    const turning = 'abc\u202edef'
    await game.client.call('POST /v2/admin/players', { body: { id: 'turner', alias: turning } })
    await game.play([{ as: 'turner', action: 'answer' }])
    for (const path of ['/boards/top', '/players']) {
      const { page } = await openStudio(browser, game, path)
      await page.locator('bdi', { hasText: 'abc\\u{202e}def' }).first().waitFor()
      expect(await page.locator('main').innerText()).not.toContain('\u202e')
    }
    const { page } = await openStudio(browser, game, '/')
    await page.keyboard.press('/')
    await page.keyboard.type('turner')
    await page.locator('[role=option] bdi', { hasText: 'abc\\u{202e}def' }).waitFor()
  })

  test('a failed sign-out is told', async () => {
    const { page } = await openStudio(browser, game, '/')
    await page.route('**/_gamify/studio/session', (route) => route.abort())
    const html = await (await page.context().request.get(page.url())).text()
    const body = html.replace(/client(&quot;|&#34;|"):null/, 'client$1:$1tool$1')
    expect(body).not.toBe(html)
    await page.route(page.url(), (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.reload()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('.toast[data-tone="bad"]').waitFor()
  })

  test('marks a past moment, changes nothing there, and leads back', async () => {
    const opened = await openStudio(browser, game, '/?at=1', { viewport: narrow })
    const { page } = opened
    await page.getByText('You see the game as of entry 1').waitFor()
    expect(await page.getByRole('button', { name: 'Freeze' }).count()).toBe(0)
    await expectSound(opened, game, 'past')
    await page.getByRole('button', { name: 'Back to now' }).click()
    await page.getByRole('button', { name: 'Freeze' }).waitFor()
    expect(page.url()).not.toContain('at=')
  })

  test('keeps the runtime, the moment and the acting player from page to page', async () => {
    const { page } = await openStudio(browser, game, '/?as=neo&at=2')
    await page.getByText('Acting as neo').waitFor()
    await page.getByRole('link', { name: 'Players', exact: true }).click()
    await page.waitForURL(/\/players\?.*at=2/)
    expect(page.url()).toContain('as=neo')
    await page.getByLabel('Runtime').selectOption('production')
    await page.waitForURL(/runtime=production/)
    expect(page.url()).not.toContain('at=')
  })

  test('keeps the theme that was chosen, and works in a browser without a storage', async () => {
    const { page } = await openStudio(browser, game, '/')
    await page.getByLabel('Theme').selectOption('dark')
    await page.reload()
    await page.locator('html[data-theme="dark"]').waitFor()
    const context = await browser.newContext()
    onTestFinished(() => context.close())
    await context.addInitScript(`Object.defineProperty(window, 'localStorage', { get() { throw new Error('none') } })`)
    const other = await context.newPage()
    await other.goto(`${game.url}/_gamify/studio`)
    await other.getByLabel('Theme').selectOption('dark')
    await other.locator('html[data-theme="dark"]').waitFor()
  })

  test('says so where there is no such page', async () => {
    const { page } = await openStudio(browser, game, '/nowhere')
    await page.getByRole('heading', { name: 'There is no such page.' }).waitFor()
  })

  test('waits for an emulator that is started again, with what was last known in view', async () => {
    const port = String(await freePort())
    const first = await serveProgram(starter, '--port', port, '--memory')
    const { page } = await openStudio(browser, first, '/')
    await page.getByText('Nothing has happened yet.').waitFor({ state: 'hidden' })
    await first.stop()
    await page.getByText('The emulator does not answer.').waitFor()
    expect(await page.locator('.figures').count()).toBe(1)
    const second = await serveProgram(starter, '--port', port, '--memory', '--seed', 'seeds/players.json')
    onTestFinished(() => second.stop())
    await page.getByText('The emulator does not answer.').waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator('.figure').first().textContent()).toContain('3')
  })

  test('asks for a client where the development clients are off', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'gamify-closed-'))
    onTestFinished(() => rm(parent, { recursive: true, force: true }))
    await cp(starter, parent, { recursive: true })
    const config = join(parent, 'gamify.json')
    const client = { client_id: 'tool', client_secret: 'a secret of the tool', runtime: 'staging', type: 'client' }
    const written = JSON.parse(await readFile(config, 'utf8')) as object
    await writeFile(config, JSON.stringify({ ...written, dev_clients: false, clients: [client] }))
    const closed = await serveProgram(parent, '--memory')
    onTestFinished(() => closed.stop())
    const opened = await openStudio(browser, closed, '/')
    const { page } = opened
    await page.getByLabel('Client id').fill('tool')
    await page.getByLabel('Client secret').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Client authentication failed').waitFor()
    await page.getByLabel('Client secret').fill(client.client_secret)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Game clock').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Client id').waitFor()
  })
})
