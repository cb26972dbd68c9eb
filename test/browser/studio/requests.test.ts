import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Game } from '../../../src/testing/testing.ts'
import { chromiumPath, looks, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { createPlayer, expectSound, openStudio, startStudioGame } from '../../support/studio.ts'

describe.skipIf(chromiumPath === undefined)(`the requests in the studio${skippedWithout}`, () => {
  let browser: Browser
  let game: Game
  const play = () =>
    game.client.call('POST /v2/runtime/actions/:action_id/play', {
      as: 'neo',
      params: { action_id: 'answer' },
      body: { variables: { votes: 2 } },
    })
  beforeAll(async () => {
    ;[browser, game] = await Promise.all([openBrowser(), startStudioGame('starter', { now: '2030-05-15T12:00:00Z' })])
    await createPlayer(game, 'neo')
    await play()
    await game.client.request('GET', '/v2/runtime/<script>alert(1)</script>').catch(() => {})
  })
  afterEach(() => game.client.request('DELETE', '/_gamify/faults'))
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  test.each(looks)('is sound: $viewport.width pixels, $colorScheme', async ({ colorScheme, viewport }) => {
    const opened = await openStudio(browser, game, '/requests', { colorScheme, viewport })
    await opened.page.getByText('/v2/runtime/actions/answer/play').first().waitFor()
    await expectSound(opened, game, `requests-${colorScheme}`)
    // Bodies are kept while the page follows.
    const plays = opened.page.getByText('/v2/runtime/actions/answer/play')
    const before = await plays.count()
    await play()
    await expect.poll(() => plays.count()).toBeGreaterThan(before)
    await opened.page.getByText('/v2/runtime/actions/answer/play').first().click()
    await opened.page.getByRole('dialog').getByText('"votes": 2').first().waitFor()
    await expectSound(opened, game, `requests-one-${colorScheme}`)
    await opened.page.getByRole('dialog').getByRole('button', { name: 'Make it fail …' }).click()
    await opened.page.getByRole('button', { name: 'Cut it off without an answer' }).waitFor()
    await expectSound(opened, game, `requests-fault-${colorScheme}`)
  })

  test('shows a call as it comes, with its bodies, and the entry that it led to', async () => {
    const { page } = await openStudio(browser, game, '/requests')
    await page.getByText('/v2/runtime/actions/answer/play').first().waitFor()
    const rows = page.locator('.requests tbody tr', { hasText: '/actions/answer/play' })
    const before = await rows.count()
    await play()
    await expect.poll(() => rows.count()).toBe(before + 1)
    const row = rows.first()
    expect(await row.textContent()).toContain('neo')
    await row.getByRole('button', { name: '/actions/answer/play' }).first().press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('"votes": 2').first().waitFor()
    await dialog.getByLabel('Answered').getByText('"events"').waitFor()
    await dialog.getByRole('link', { name: /^entry \d+$/ }).click()
    await page.getByRole('heading', { name: /^Entry \d+$/ }).waitFor()
    await page.getByText('neo played Answer').first().waitFor()
  })

  test('hides what the studio itself asks for, and filters', async () => {
    const { page } = await openStudio(browser, game, '/requests')
    await page.getByText('/v2/runtime/actions/answer/play').first().waitFor()
    expect(await page.locator('.requests').getByText('/_gamify/changes').count()).toBe(0)
    await page.getByLabel('Also those of the studio').check()
    await page.locator('.requests').getByText('/_gamify/changes').first().waitFor()
    await page.getByLabel('Also those of the studio').uncheck()
    await page.getByLabel('Status').selectOption('Errors only')
    await page.locator('.requests').getByText('/v2/runtime/%3Cscript%3E').first().waitFor()
    expect(await page.locator('.requests').getByText('/actions/answer/play').count()).toBe(0)
    await page.getByLabel('Status').selectOption('Every status')
    await page.getByLabel('Path or caller').fill('neo')
    await page.locator('.requests').getByText('/actions/answer/play').first().waitFor()
    expect(new URL(page.url()).searchParams.get('path')).toBe('neo')
  })

  test('secrets are nowhere on the page', async () => {
    const { page } = await openStudio(browser, game, '/requests')
    const tokens = page.locator('.requests').getByText('/auth/token')
    await tokens.first().waitFor()
    const before = await tokens.count()
    await fetch(`${game.url}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: 'gamify-staging',
        client_secret: 'gamify-dev-secret',
        grant_type: 'client_credentials',
      }),
    })
    await expect.poll(() => tokens.count()).toBe(before + 1)
    await tokens.first().click()
    await page.getByRole('dialog').getByText('"access_token": "***"').waitFor()
    expect(await page.content()).not.toContain('gamify-dev-secret')
  })

  test('it stands still while it is paused, and the view can be cleared', async () => {
    const { page } = await openStudio(browser, game, '/requests')
    const rows = page.locator('.requests tbody tr')
    await rows.first().waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    const before = await rows.count()
    await play()
    await page.getByRole('button', { name: /^Continue, \d+ new$/ }).waitFor()
    expect(await rows.count()).toBe(before)
    await page.getByRole('button', { name: /^Continue/ }).click()
    await expect.poll(() => rows.count()).toBe(before + 1)
    await page.getByRole('button', { name: 'Clear the view' }).click()
    await page.getByText('No request has come yet').waitFor()
    await play()
    await expect.poll(() => rows.count()).toBe(1)
  })

  test('two clicks make a route fail, and one more lets it work again', async () => {
    const { page } = await openStudio(browser, game, '/requests')
    await page.getByRole('button', { name: 'Make POST /v2/runtime/actions/answer/play fail' }).first().click()
    await page.getByRole('button', { name: 'Answer 503' }).click()
    await page
      .locator('.toast')
      .getByText("gamify fault add --route 'POST /v2/runtime/actions/answer/play' --status 503")
      .waitFor()
    await expect(play()).rejects.toMatchObject({ status: 503 })
    await page.locator('.faults').getByText('answers 503').waitFor()
    await page.getByRole('button', { name: 'Remove the fault of POST /v2/runtime/actions/answer/play' }).click()
    await page.locator('.toast').getByText('works again').waitFor()
    await play()
  })

  test('shows a fault that somebody else adds', async () => {
    const { page } = await openStudio(browser, game, '/requests')
    await page.getByText('No call is made to fail.').waitFor()
    await game.client.request('POST', '/_gamify/faults', {
      body: { route: 'GET /v2/admin/teams', status: 503, rate: 1 },
    })
    await page.locator('.faults').getByText('GET /v2/admin/teams').waitFor()
  })

  test('all faults are removed after a question, and the command quotes the route', async () => {
    for (const route of ['GET /v2/runtime/player', 'GET /v2/runtime/activity'])
      await game.client.request('POST', '/_gamify/faults', { body: { route, status: 503, rate: 1 } })
    const { page } = await openStudio(browser, game, '/requests')
    await page.getByRole('button', { name: 'Remove all' }).click()
    const asked = page.getByRole('dialog', { name: 'Remove all faults?' })
    await asked.getByText('gamify fault clear').waitFor()
    await asked.getByRole('button', { name: 'Remove all' }).click()
    await page.locator('.toast').getByText('2 rules were removed.').waitFor()
    await page.getByRole('button', { name: 'Add a fault …' }).click()
    await page.getByLabel('The calls that it applies to').fill("GET /it's")
    await page.getByText(String.raw`gamify fault add --route 'GET /it'\''s'`).waitFor()
  })

  test('a request shows the events of its entry, and the past offers no faults', async () => {
    await play()
    await game.client.request('POST', '/_gamify/faults', {
      body: { route: 'GET /v2/runtime/player', status: 503, rate: 1 },
    })
    const { page } = await openStudio(browser, game, '/requests?at=1')
    await page.getByText('One rule is active.').waitFor()
    await page.locator('.requests').getByText('/v2/runtime/actions/answer/play').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('neo played').waitFor()
    expect(await page.getByRole('button', { name: /^(?:Make|Add|Remove) / }).count()).toBe(0)
  })

  test('it says what the service has against a fault', async () => {
    const { page } = await openStudio(browser, game, '/requests')
    await page.getByRole('button', { name: 'Add a fault …' }).click()
    await page.getByLabel('The calls that it applies to').fill('GET /nowhere')
    await page.getByRole('button', { name: 'Let it wait 3 seconds' }).click()
    await page.locator('.toast').getByText('no route of the service matches').waitFor()
  })

  test('says how many came too fast to be shown', async () => {
    const { page } = await openStudio(browser, game, '/requests')
    await page.getByText('/v2/runtime/actions/answer/play').first().waitFor()
    const leftOut = page.getByText('came too fast to be shown here')
    expect(await leftOut.count()).toBe(0)
    await Promise.all(Array.from({ length: 400 }, () => play()))
    await leftOut.waitFor()
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Clear the view' }).click()
        // What was still on its way is left out as well.
        await page.waitForTimeout(600)
        return leftOut.count()
      })
      .toBe(0)
  })
})
