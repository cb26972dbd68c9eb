import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGame, type Game } from '../../../src/testing/testing.ts'
import { chromiumPath, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { createPlayer, openStudio } from '../../support/studio.ts'

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i)

/** A thousand components: actions that give points of two hundred metrics. */
const metrics = numbers(200).map((i) => ({ id: `m${i}`, name: `Metric ${i}`, type: 'point', constraints: {} }))
const actions = numbers(799).map((i) => ({
  id: `a${i}`,
  name: `Action ${i}`,
  rules: [{ rewards: [{ metric: { id: `m${i % 200}`, type: 'point' }, verb: 'add', value: '1' }] }],
}))

/** A process of a thousand nodes, one after the other. */
const nodes = numbers(1_000)
const march = {
  id: 'march',
  name: 'March',
  activities: nodes.map((i) => ({ id: `s${i}`, name: `Step ${i}`, type: 'task' })),
  sequence_flows: nodes.slice(1).map((i) => ({ src: `s${i - 1}`, tgt: `s${i}` })),
}

const crowd = { id: 'crowd', name: 'Crowd', creator_roles: ['all'], permissions: [['all', {}]], settings: {} }

describe.skipIf(chromiumPath === undefined)(`a large design in the studio${skippedWithout}`, () => {
  let browser: Browser
  let game: Game
  beforeAll(async () => {
    ;[browser, game] = await Promise.all([
      openBrowser(),
      startGame({ design: { metrics, actions, processes: [march], teams: [crowd] }, port: 0 }),
    ])
    await createPlayer(game, 'neo')
    await game.client.call('POST /v2/admin/processes', {
      body: { definition: 'march', id: 'neo/march', owner_id: 'neo' },
    })
  })
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  test('has a thousand components, which are found by name', async () => {
    const { page } = await openStudio(browser, game, '/design')
    await page.getByText('Metric 0', { exact: true }).waitFor()
    await page.getByRole('searchbox').fill('Action 798')
    await page.getByRole('link', { name: 'Action 798' }).click()
    await page.getByRole('heading', { name: 'Action 798' }).waitFor()
    await page.getByLabel('name', { exact: true }).first().fill('The last action')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.toast[data-tone="good"]').waitFor()
  })

  test('has an economy that begins where it can be read, shows all on demand, and can be searched', async () => {
    const { page } = await openStudio(browser, game, '/design?view=economy')
    await page.locator('.drawing text').first().waitFor()
    expect(await page.locator('.drawing .node').count()).toBeLessThan(100)
    await page.getByRole('button', { name: 'Show all of it' }).click()
    await expect.poll(() => page.locator('.drawing .node').count()).toBe(1_000)
    await page.getByRole('searchbox').fill('Action 7')
    await expect.poll(() => page.locator('.drawing .node').count()).toBeLessThan(400)
    await page.getByRole('searchbox').fill('Action 77')
    await page.locator('.drawing').getByText('Action 77', { exact: true }).waitFor()
  })

  test('has a process of a thousand nodes, laid out beside the page and played in it', async () => {
    const { page } = await openStudio(browser, game, '/processes/neo%2Fmarch')
    const workers = page.waitForEvent('worker')
    await page.reload()
    await workers
    await page.locator('.drawing .node').first().waitFor()
    await page.getByRole('button', { name: 'Show all of it' }).click()
    await expect.poll(() => page.locator('.drawing .node').count()).toBe(1_002)
    await page.getByRole('button', { name: 'Play Step 0' }).click()
    await page.locator('.node[data-state="completed"]').first().waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Play Step 1' }).waitFor()
  })

  test('shows the first hundred members of a team, and says how many it leaves out', async () => {
    await game.client.call('POST /v2/admin/teams', { body: { definition: 'crowd', id: 'all', name: 'All' } })
    const params = { team_id: 'all' }
    for (const player_id of numbers(102).map((i) => `member${i}`)) {
      await createPlayer(game, player_id)
      await game.client.call('POST /v2/admin/teams/:team_id/join', { params, body: { player_id } })
    }
    const { page } = await openStudio(browser, game, '/teams/all')
    await page.getByText('2 more members are not shown.').waitFor()
  })
})
