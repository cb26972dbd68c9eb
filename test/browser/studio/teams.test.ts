import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Game } from '../../../src/testing/testing.ts'
import { chromiumPath, looks, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { createPlayer, expectSound, openStudio, startStudioGame } from '../../support/studio.ts'

const HOSTILE = '<script>alert(1)</script>'

describe.skipIf(chromiumPath === undefined)(`the teams of the studio${skippedWithout}`, () => {
  let browser: Browser
  let game: Game
  /** The last entry before the team of this test. */
  let before: number
  beforeAll(async () => {
    ;[browser, game] = await Promise.all([openBrowser(), startStudioGame('league', { now: '2030-05-01T12:00:00Z' })])
    for (const id of ['neo', 'trinity', 'morpheus']) await createPlayer(game, id)
    await game.client.call('POST /v2/admin/teams', { body: { definition: 'club', id: 'crows', name: HOSTILE } })
    await game.client.call('POST /v2/runtime/teams', {
      as: 'neo',
      body: { definition: 'club', id: 'hawks', name: 'Hawks', access: 'PROTECTED' },
    })
    const saved = await game.client.request('POST', '/_gamify/snapshots', { body: { name: 'founded' } })
    before = (saved.body as { seq: number }).seq
    for (const as of ['trinity', 'morpheus'])
      await game.client.call('POST /v2/runtime/teams/:team_id/join', { params: { team_id: 'hawks' }, as, body: {} })
  })
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  test.each(looks)('are sound: $viewport.width pixels, $colorScheme', async ({ colorScheme, viewport }) => {
    const list = await openStudio(browser, game, '/teams', { colorScheme, viewport })
    await list.page.getByText(HOSTILE).waitFor()
    await expectSound(list, game, `teams-${colorScheme}`)
    const team = await openStudio(browser, game, '/teams/hawks', { colorScheme, viewport })
    await team.page.getByText('morpheus asks to join').waitFor()
    await team.page.getByRole('link', { name: 'neo' }).first().waitFor()
    await expectSound(team, game, `team-${colorScheme}`)
  })

  test('says what happened in a team, whose feed does not name it', async () => {
    await game.client.call('POST /v2/admin/teams', { body: { definition: 'club', id: 'feed', name: 'Feed' } })
    const params = { team_id: 'feed' }
    await game.client.call('POST /v2/admin/teams/:team_id/join', { params, body: { player_id: 'neo' } })
    const { page } = await openStudio(browser, game, '/teams/feed')
    await page.getByText("neo joined team 'feed'").waitFor()
  })

  test('answers requests', async () => {
    const { page } = await openStudio(browser, game, '/teams/hawks')
    const request = (name: string) => page.getByRole('listitem').filter({ hasText: `${name} asks to join` })
    await request('trinity').getByRole('button', { name: 'Approve' }).click()
    await page.locator('.toast').getByText('Accepted the request of trinity').waitFor()
    await page.getByRole('rowheader', { name: 'trinity' }).waitFor()
    await request('morpheus').getByRole('button', { name: 'Decline' }).click()
    await page.locator('.toast').getByText('Rejected the request of morpheus').waitFor()
  })

  test('locks, renames and unlocks as the owner', async () => {
    const { page } = await openStudio(browser, game, '/teams/hawks')
    await page.getByRole('button', { name: 'Lock' }).click()
    await page.getByText('hawks is locked').waitFor()
    await page.getByLabel('Name').fill('Red hawks')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Red hawks' }).waitFor()
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByText('hawks is open again').waitFor()
  })

  test('adds a player, and shows what the service has against one', async () => {
    const { page } = await openStudio(browser, game, '/teams/crows')
    await page.getByText('This team has no members.').waitFor()
    await page.getByLabel('Add player').fill('nobody')
    await page.keyboard.press('Enter')
    await page.locator('.toast').getByText("player 'nobody'").waitFor()
    await page.getByLabel('Add player').fill('morpheus')
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader', { name: 'morpheus' }).waitFor()
    await page.getByRole('button', { name: 'Remove morpheus' }).click()
    const asked = page.getByRole('dialog', { name: 'Remove morpheus from the team?' })
    await asked.getByText('"leave": {').waitFor()
    await asked.getByText('gamify play script step.json --keep').waitFor()
    await asked.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('morpheus left the team.').waitFor()
  })

  test('invites a player, who accepts, and asks to join in the name of another', async () => {
    for (const id of ['niobe', 'ghost']) await createPlayer(game, id)
    await game.client.call('POST /v2/runtime/teams', {
      as: 'neo',
      body: { definition: 'club', id: 'moles', name: 'Moles', access: 'PROTECTED' },
    })
    const { page } = await openStudio(browser, game, '/teams/moles')
    const said = (text: string) => page.locator('.toast').getByText(text).waitFor()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Invite player' }).click()
    await dialog.getByLabel('Player', { exact: true }).fill('nobody')
    await dialog.getByRole('checkbox', { name: 'captain' }).check()
    await page.keyboard.press('Enter')
    await said("player 'nobody'")
    await dialog.getByLabel('Player', { exact: true }).fill('niobe')
    await page.keyboard.press('Enter')
    await said('Invited niobe.')
    await said('"as": "neo", "invite": "niobe", "to": { "team": "moles" }, "roles": { "captain": true }')
    await page.getByRole('button', { name: 'Accept as niobe' }).click()
    await page.getByRole('row').filter({ hasText: 'niobe' }).getByText('captain').waitFor()
    await page.getByRole('button', { name: 'Join as a player' }).click()
    await dialog.getByLabel('Player', { exact: true }).fill('ghost')
    await dialog.getByRole('checkbox', { name: 'player' }).check()
    await page.keyboard.press('Enter')
    await said('The request of ghost waits for an answer.')
    await said('"as": "ghost", "join": { "team": "moles" }, "roles": { "player": true }')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('rowheader', { name: 'ghost' }).waitFor()
  })

  test('does a deed of a field once, and nothing when the field is left', async () => {
    const { page } = await openStudio(browser, game, '/teams/hawks')
    const calls: string[] = []
    page.on('request', (request) => {
      if (/\/v2\/(?:admin|runtime)\/teams/.test(request.url()) && request.method() !== 'GET')
        calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    const [added, name] = [page.getByLabel('Add player'), page.getByLabel('Name', { exact: true })]
    await added.fill('nobody')
    await page.keyboard.press('Enter')
    await page.locator('.toast').getByText("player 'nobody'").waitFor()
    await name.fill('Half a na')
    await name.blur()
    expect(await added.inputValue()).toBe('nobody')
    await added.fill('morpheus')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('morpheus joined the team.').waitFor()
    await expect.poll(() => added.inputValue()).toBe('')
    expect(calls).toEqual(['POST /v2/admin/teams/hawks/join', 'POST /v2/admin/teams/hawks/join'])
    expect(await name.inputValue()).toBe('Half a na')
  })

  test('copies the command and its file, and selects them where the browser does not let it', async () => {
    const { page } = await openStudio(browser, game, '/teams/hawks?runtime=production')
    await page.getByText('gamify team show hawks --runtime production').waitFor()
    await page.goto(`${game.url}/_gamify/studio/teams/hawks`)
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })`)
    const shown = page.locator('.command-line')
    await shown.getByRole('button', { name: 'Copy' }).click()
    await shown.getByText('The browser does not let this page copy.').waitFor()
    expect(await page.evaluate('String(getSelection())')).toBe('gamify team show hawks')
    await page.evaluate(
      `Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text } } })`,
    )
    await shown.getByRole('button', { name: 'Copy' }).click()
    await shown.getByText('Copied').waitFor()
    expect(await page.evaluate('window.copied')).toBe('gamify team show hawks')
    await page.getByRole('button', { name: 'Lock' }).click()
    await page.getByText('hawks is locked').waitFor()
    await page.locator('.toast').getByRole('button', { name: 'Copy the file' }).click()
    await page.locator('.toast').getByText('Copied').waitFor()
    expect(JSON.parse(String(await page.evaluate('window.copied')))).toEqual({
      steps: [{ as: 'neo', request: 'PUT /v2/runtime/teams/hawks/lock' }],
    })
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByText('hawks is open again').waitFor()
    expect(await page.locator('.toast').getByText('Copied').count()).toBe(0)
  })

  test('creates a team and deletes it', async () => {
    const { page } = await openStudio(browser, game, '/teams')
    await page.getByRole('button', { name: 'New team' }).click()
    await page.getByRole('dialog').getByLabel('Id').fill('x'.repeat(65_536))
    await page.keyboard.press('Enter')
    await page.locator('.toast').getByText('expected an id').waitFor()
    expect((await page.locator('.toast').boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.getByRole('dialog').getByLabel('Id').fill('owls')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('gamify team create club owls').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('gamify team delete owls --yes').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => page.url()).toMatch(/\/teams$/)
  })

  test('searches', async () => {
    const { page } = await openStudio(browser, game, '/teams')
    await page.getByLabel('Search teams').fill('hawk')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByLabel('Search teams').fill('eagle')
    await page.getByText('No team has “eagle” in its id or name.').waitFor()
  })

  test('shows a team as of then, where nothing can be changed', async () => {
    const { page } = await openStudio(browser, game, `/teams/hawks?at=${before}`)
    await page.getByText(`gamify team show hawks --at ${before}`).waitFor()
    await page.getByText('There are no requests that neo can answer.').waitFor()
    expect(await page.getByRole('button', { name: /Lock|Delete|Remove/ }).count()).toBe(0)
    expect(await page.getByLabel('Add player').count()).toBe(0)
  })
})
