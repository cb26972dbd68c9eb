import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Game } from '../../../src/testing/testing.ts'
import { chromiumPath, looks, narrow, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { createPlayer, expectSound, openStudio, startStudioGame } from '../../support/studio.ts'

const hostile = ['<img src=x onerror=alert(1)>', '\u202Eevil\u202C', `long ${'x'.repeat(250)}`] as const

describe.skipIf(chromiumPath === undefined)(`the players of the studio${skippedWithout}`, () => {
  let browser: Browser
  let game: Game
  beforeAll(async () => {
    ;[browser, game] = await Promise.all([openBrowser(), startStudioGame('starter', { now: '2030-05-15T12:00:00Z' })])
    for (const id of ['neo', 'trinity', 'cypher']) await createPlayer(game, id)
    for (const [i, alias] of hostile.entries())
      await game.client.call('POST /v2/admin/players', { body: { id: `hostile${i}`, alias, email: 'a@example.org' } })
    await game.play([
      { as: 'neo', action: 'answer' },
      { as: 'neo', action: 'like' },
    ])
  })
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  const rows = (page: Page) => page.locator('.long-table tbody tr')
  const profileOf = async (id: string) =>
    (await game.client.call('GET /v2/admin/players/:player_id', { params: { player_id: id } })).body
  const scoreOf = async (id: string, metric: string) =>
    (await profileOf(id)).scores.find((score) => score.metric.id === metric)?.value

  test.each(looks)('the list is sound: $viewport.width pixels, $colorScheme', async ({ colorScheme, viewport }) => {
    const opened = await openStudio(browser, game, '/players', { colorScheme, viewport })
    await opened.page.getByRole('link', { name: 'trinity' }).waitFor()
    await expectSound(opened, game, `players-${colorScheme}`)
    await opened.page.close()
  })

  test.each(looks)('a profile is sound: $viewport.width pixels, $colorScheme', async ({ colorScheme, viewport }) => {
    const opened = await openStudio(browser, game, '/players/neo', { colorScheme, viewport })
    await opened.page.getByText('of 100 XP').waitFor()
    await opened.page.locator('img.picture').nth(2).waitFor()
    await expectSound(opened, game, `player-${colorScheme}`)
    await opened.page.close()
  })

  test.each(['feed', 'actions', 'groups', 'ranks'])('its part %s is sound', async (part) => {
    const opened = await openStudio(browser, game, `/players/neo/${part}`, { colorScheme: 'dark', viewport: narrow })
    await opened.page.locator('.player .card').first().waitFor()
    await expectSound(opened, game, `player-${part}`)
    await opened.page.close()
  })

  test('a search is in the address, and finds by alias and id; Enter on a row opens the profile', async () => {
    const { page } = await openStudio(browser, game, '/players')
    await page.getByRole('searchbox', { name: 'Search by alias or id' }).fill('NEO')
    await page.getByText('1 found').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('NEO')
    await page.reload()
    await page.getByText('1 found').waitFor()
    await page.getByRole('link', { name: 'neo' }).press('Enter')
    await page.getByRole('heading', { name: 'neo' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/players\/neo$/)
    expect(new URL(page.url()).searchParams.get('q')).toBe('NEO')
    await page.close()
  })

  test('columns sort the list, and can be chosen', async () => {
    const { page } = await openStudio(browser, game, '/players')
    await page.getByRole('button', { name: 'XP' }).click()
    await expect.poll(() => rows(page).first().textContent()).toContain('neo')
    expect(await page.getByRole('columnheader', { name: 'XP' }).getAttribute('aria-sort')).toBe('descending')
    await page.getByRole('button', { name: 'Id', exact: true }).click()
    await expect.poll(() => rows(page).first().textContent()).toContain('cypher')
    await page.getByText('Columns').click()
    await page.getByRole('checkbox', { name: 'Coins' }).uncheck()
    await expect.poll(() => page.getByRole('columnheader', { name: 'Coins' }).count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('columns')).toBe('rank,xp')
    await page.close()
  })

  test('an action is played with its variables, and each event says why', async () => {
    const { page } = await openStudio(browser, game, '/players/trinity/actions')
    await page.getByRole('textbox', { name: 'votes int' }).fill('4')
    await page.getByRole('button', { name: 'Play Answer' }).click()
    await page.locator('.player-happened').getByText('trinity played Answer: ').waitFor()
    await page.locator('.toast').getByText('gamify play action answer --as trinity --var votes=4').waitFor()
    await page
      .getByRole('button', { name: /^Why: trinity played Answer/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('15 + $vars.votes * 5 = 35').waitFor()
    await page.keyboard.press('Escape')
    await page.close()
  })

  test('what is locked says why not, and so does what the game refuses', async () => {
    await game.client.call('PATCH /v2/admin/players/:player_id/scores', {
      params: { player_id: 'cypher' },
      body: { rewards: [{ metric: { id: 'coins', type: 'point' }, verb: 'set', value: '0' }] },
    })
    const { page } = await openStudio(browser, game, '/players/cypher/actions')
    const wheel = page.getByRole('region', { name: 'What a play of Wheel of fortune meets' })
    await wheel.getByText("cypher cannot play action 'wheel':").waitFor()
    await wheel.getByText('Coins >= 1').waitFor()
    const answer = page.getByRole('form', { name: 'Answer' })
    await answer.getByRole('textbox', { name: 'votes int' }).fill('many')
    await answer.getByRole('button', { name: 'Play Answer' }).click()
    await page.locator('.toast').getByText('This did not work:').waitFor()
    await page
      .getByRole('region', { name: 'What a play of Answer meets' })
      .getByText("cannot play action 'answer'")
      .waitFor()
    await page.close()
  })

  test('a badge that is missing says why: what can give it, and what stands in the way', async () => {
    await createPlayer(game, 'apoc')
    const { page } = await openStudio(browser, game, '/players/apoc')
    await page.getByRole('button', { name: 'Why not Rookie?' }).click()
    const sheet = page.getByRole('dialog', { name: 'Why not Rookie?' })
    await sheet.getByRole('heading', { name: 'can give it' }).first().waitFor()
    await sheet.locator('.explanation li').first().waitFor()
    expect(await sheet.getByText('gamify why-not apoc rule').count()).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Why not Bronze?' }).click()
    await page.getByRole('dialog').getByText('The rule Ladder can give it').waitFor()
    await page.close()
  })

  test('the feed tells what happened, more of the past on demand, and undoes a play', async () => {
    await createPlayer(game, 'tank')
    await game.play([{ as: 'tank', action: 'like' }])
    const { page } = await openStudio(browser, game, '/players/tank/feed')
    await page.getByText('tank played Like').waitFor()
    await page.getByRole('button', { name: 'Show more of the past' }).click()
    expect(new URL(page.url()).searchParams.get('days')).toBe('7')
    await page.getByRole('button', { name: /^Undo: tank played Like/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await page.locator('.toast').getByText('The play is undone.').waitFor()
    expect(await scoreOf('tank', 'xp')).toBe('0')
    await page.close()
  })

  test('scores are changed: points, and items of a set', async () => {
    await createPlayer(game, 'dozer')
    const { page } = await openStudio(browser, game, '/players/dozer')
    const form = page.getByRole('dialog')
    const open = page.getByRole('button', { name: 'Change a score', exact: true })
    await open.click()
    await form.getByLabel('Metric').selectOption('xp')
    await form.getByLabel('What to do').selectOption('set')
    await form.getByLabel('Value').fill('60')
    await form.getByText('gamify player score dozer xp 60 --verb set').waitFor()
    await form.getByLabel('Value').press('Enter')
    await page.locator('.toast').getByText('XP: 60').waitFor()
    await page.getByText('60 of 100 XP').waitFor()
    await open.click()
    await form.getByLabel('Item').selectOption('Helper')
    await form.getByRole('button', { name: 'Change', exact: true }).click()
    await page.locator('.player-items').getByText('Helper').waitFor()
    await page.close()
  })

  test('a player is created, acted as, disabled, reset and deleted; what destroys asks first', async () => {
    const { page } = await openStudio(browser, game, '/players')
    await page.getByRole('button', { name: 'Create a player' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Id').fill('7up')
    await form.getByRole('button', { name: 'Create' }).click()
    await page.locator('.toast').getByText('This did not work:').waitFor()
    await form.getByLabel('Id').fill('mouse')
    await form.getByLabel('Alias').fill("The 'Mouse'")
    await form.getByText(`gamify player create mouse --alias 'The '\\''Mouse'\\'''`).waitFor()
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: "The 'Mouse'" }).waitFor()
    await page.getByRole('button', { name: 'Act as this player' }).click()
    await page.getByText('Acting as mouse').waitFor()
    expect(new URL(page.url()).searchParams.get('as')).toBe('mouse')
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.locator('.player-facts').getByText('disabled').waitFor()
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.locator('.player-facts').getByText('enabled').waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('dialog').getByText('A rewind to entry').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
    await page.locator('.toast').getByText('mouse begins again.').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByText('gamify player delete mouse --yes').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect((await profileOf('mouse')).id).toBe('mouse')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Players' }).waitFor()
    await expect(profileOf('mouse')).rejects.toThrow('does not exist')
    expect(new URL(page.url()).searchParams.get('as')).toBeNull()
    await page.close()
  })

  test('the past is shown as it was, and cannot be changed', async () => {
    await createPlayer(game, 'switch')
    const { seq } = (await game.client.request('GET', '/_gamify/checks')).body as { readonly seq: number }
    await game.play([{ as: 'switch', action: 'like' }])
    const opened = await openStudio(browser, game, `/players/switch?at=${seq}`)
    const { page } = opened
    await page.getByText('0 of 25 XP').waitFor()
    await page.getByText(`gamify player show switch --at ${seq}`).waitFor()
    for (const name of ['Change a score', 'Disable', 'Reset', 'Delete', 'Act as this player'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    await page.getByRole('link', { name: 'Actions' }).click()
    await page.getByRole('button', { name: 'What would it give?' }).first().click()
    await page.getByText(`gamify why-not switch action like --at ${seq}`).waitFor()
    await page.locator('.player-why-not').first().waitFor()
    expect(await page.getByRole('button', { name: /^Play/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Back to now' }).click()
    await page.getByRole('button', { name: 'Play Like' }).waitFor()
    await expectSound(opened, game, 'player-past')
    await page.close()
  })

  test.each([0, 1, 2])('hostile alias %i stays text', async (i) => {
    const opened = await openStudio(browser, game, `/players/hostile${i}`)
    await opened.page.getByRole('link', { name: 'neo' }).waitFor()
    const name = await opened.page.locator('h1').textContent()
    expect(name).toBe(i === 1 ? String.raw`\u{202e}evil\u{202c}` : hostile[i])
    expect(await opened.page.locator('main img:not(.picture)').count()).toBe(0)
    await expectSound(opened, game, `player-hostile${i}`)
    await opened.page.close()
  })

  test('a player who does not exist is said to be missing', async () => {
    const { page } = await openStudio(browser, game, '/players/nobody', { viewport: narrow })
    await page.getByRole('alert').getByText("The player 'nobody' does not exist").waitFor()
    await page.getByRole('link', { name: 'All players' }).click()
    await page.getByRole('link', { name: 'neo' }).waitFor()
    await page.close()
  })

  test('teams, processes and ranks are shown and linked', async () => {
    const quest = await startStudioGame('quest')
    try {
      await createPlayer(quest, 'frodo')
      const made = { as: 'frodo', body: { definition: 'guild', name: 'Fellowship' } }
      await quest.client.call('POST /v2/runtime/teams', made)
      await quest.client.call('POST /v2/runtime/processes', {
        as: 'frodo',
        body: { definition: 'expedition', id: 'mountain' },
      })
      const opened = await openStudio(browser, quest, '/players/frodo/groups')
      const { page } = opened
      const team = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Fellowship' }) })
      await team.getByText('Guild').waitFor()
      const process = page.getByRole('listitem').filter({ hasText: 'frodo/mountain' })
      await process.getByText('active').waitFor()
      await process.getByText('explorer: ').waitFor()
      await expectSound(opened, quest, 'player-memberships')
      await page.getByRole('link', { name: 'Ranks' }).click()
      await page.getByRole('link', { name: 'Explorers' }).waitFor()
      await page.getByText('gamify leaderboard explorers --around frodo').waitFor()
      await page.close()
    } finally {
      await quest.stop()
    }
  })

  test('the list follows what happens', async () => {
    const { page } = await openStudio(browser, game, '/players?sort=id&order=descending')
    await createPlayer(game, 'zion')
    await expect.poll(() => rows(page).first().textContent(), { timeout: 10_000 }).toContain('zion')
    await page.close()
  })
})
