import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGame, type Game } from '../../../src/testing/testing.ts'
import { chromiumPath, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { openStudio } from '../../support/studio.ts'

/** A text that acts if a page takes it for markup. It is short enough for a name. */
const HOSTILE = `<img src=x onerror=hacked=1>"'\${1}</script>`

const xp = { id: 'xp', type: 'point' } as const

/** A design with the text in every field that can have it. */
const design = {
  metrics: [
    { id: 'xp', name: HOSTILE, description: HOSTILE, tags: [HOSTILE], type: 'point', constraints: {} },
    { id: 'rank', name: HOSTILE, type: 'state', constraints: { states: [{ name: HOSTILE, description: HOSTILE }] } },
    { id: 'badges', name: HOSTILE, type: 'set', constraints: { items: [{ name: HOSTILE, description: HOSTILE }] } },
  ],
  actions: [
    {
      id: 'like',
      name: HOSTILE,
      description: HOSTILE,
      variables: [{ name: 'note', type: 'string', default: HOSTILE }],
      rules: [{ rewards: [{ metric: xp, verb: 'add', value: '10' }] }],
    },
    {
      id: 'locked',
      name: HOSTILE,
      requires: { type: 'team', context: { definition: 'club', role: HOSTILE } },
      rules: [],
    },
  ],
  rules: [
    {
      id: 'ladder',
      name: HOSTILE,
      type: 'level',
      base_metric: 'xp',
      level_metric: 'rank',
      levels: [{ rank: HOSTILE }],
    },
    {
      id: 'fan',
      name: HOSTILE,
      description: HOSTILE,
      type: 'achievement',
      metric: { id: 'badges' },
      items: [{ key: HOSTILE, value: '1' }],
      requires: { type: 'action', context: { id: 'like', operator: 'ge', value: '1' } },
    },
  ],
  processes: [
    {
      id: 'tour',
      name: HOSTILE,
      description: HOSTILE,
      lanes: [{ name: HOSTILE, default: true }],
      settings: { access: ['PUBLIC', 'PROTECTED'] },
      activities: [
        { id: 'one', name: HOSTILE, description: HOSTILE, type: 'task', lane: HOSTILE },
        { id: 'two', name: HOSTILE, type: 'task', lane: HOSTILE },
        { id: 'three', name: HOSTILE, type: 'task', lane: HOSTILE },
      ],
      gateways: [{ id: 'way', name: HOSTILE, type: 'exclusive', lane: HOSTILE }],
      sequence_flows: [
        { src: 'one', tgt: 'way' },
        { src: 'way', tgt: 'two' },
        { src: 'way', tgt: 'three' },
      ],
    },
  ],
  teams: [
    {
      id: 'club',
      name: HOSTILE,
      description: HOSTILE,
      creator_roles: [HOSTILE],
      permissions: [[HOSTILE, {}]],
      settings: { access: ['PROTECTED'] },
    },
  ],
  leaderboards: [
    {
      id: 'top',
      name: HOSTILE,
      description: HOSTILE,
      type: 'regular',
      entity_type: 'players',
      scope: { type: 'game' },
      metric: xp,
      cycles: ['alltime'],
    },
  ],
}

/** The pages of the studio. */
const pages = [
  '/',
  '/players',
  '/players/neo',
  '/players/neo/feed',
  '/players/neo/actions',
  '/players/neo/groups',
  '/players/neo/ranks',
  '/boards',
  '/boards/top',
  '/boards/top?view=trend&cycle=alltime',
  '/processes',
  '/processes/neo%2Ftour?as=neo',
  '/processes?funnel=tour',
  '/teams',
  '/teams/hawks?as=neo',
  '/design',
  '/design?view=economy',
  '/design?view=changes',
  '/design?view=problems',
  '/design/actions/like',
  '/design/processes/tour',
  '/design/teams/club',
  '/history',
  '/requests',
  '/lab',
  '/snapshots',
] as const

/** Pages that have no place for such a text, break it into lines, or show it in details only. */
const bare: ReadonlySet<string> = new Set([
  '/lab',
  '/snapshots',
  '/requests',
  '/design?view=changes',
  '/design?view=economy',
  '/design?view=problems',
])

describe.skipIf(chromiumPath === undefined)(`hostile texts in the studio${skippedWithout}`, () => {
  let browser: Browser
  let game: Game
  beforeAll(async () => {
    ;[browser, game] = await Promise.all([
      openBrowser(),
      startGame({ design, port: 0, game: { id: 'hostile', title: HOSTILE, description: HOSTILE } }),
    ])
    for (const id of ['neo', 'trinity'])
      await game.client.call('POST /v2/admin/players', { body: { id, alias: HOSTILE } })
    await game.client.call('POST /v2/runtime/teams', {
      as: 'neo',
      body: { definition: 'club', id: 'hawks', name: HOSTILE, access: 'PROTECTED' },
    })
    await game.client.call('POST /v2/admin/processes', {
      body: { definition: 'tour', id: 'neo/tour', owner_id: 'neo', name: HOSTILE, access: 'PROTECTED' },
    })
    const ofTour = { params: { process_id: 'neo/tour' } }
    await game.client.call('POST /v2/runtime/processes/:process_id/play', {
      ...ofTour,
      as: 'neo',
      body: { trigger: 'one:one' },
    })
    await game.client.call('POST /v2/runtime/processes/:process_id/invites', {
      ...ofTour,
      as: 'neo',
      body: { id: 'trinity' },
    })
    await game.client.call('POST /v2/runtime/teams/:team_id/join', {
      params: { team_id: 'hawks' },
      as: 'trinity',
      body: {},
    })
    await game.client.call('POST /v2/runtime/actions/:action_id/play', {
      params: { action_id: 'like' },
      as: 'neo',
      body: { variables: { note: HOSTILE } },
    })
  })
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  test('a problem writes out what turns text', async () => {
    const { page } = await openStudio(browser, game, '/teams/%E2%80%AE')
    await page
      .getByRole('alert')
      .getByText(String.raw`The team '\u{202e}' does not exist`)
      .waitFor()
  })

  test.each(pages)('stay text on %s', async (path) => {
    const { page, logged } = await openStudio(browser, game, path)
    if (!bare.has(path)) await page.locator('main').getByText(HOSTILE).filter({ visible: true }).first().waitFor()
    await expect.poll(() => page.locator('.waiting').count()).toBe(0)
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(logged.filter((line) => !line.includes('404'))).toEqual([])
  })

  test('stay text in the details of an entry and of a request', async () => {
    const { page } = await openStudio(browser, game, '/history')
    await page
      .getByRole('button', { name: /^Open entry/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText(HOSTILE).first().waitFor()
    const requests = await openStudio(browser, game, '/requests')
    await requests.page.locator('.requests tbody tr').first().waitFor()
    const rows = requests.page.locator('.requests tbody tr', { hasText: encodeURIComponent('<img') })
    const before = await rows.count()
    await game.client
      .request('POST', `/v2/runtime/actions/${encodeURIComponent(HOSTILE)}/play`, {
        query: { player_id: 'neo' },
        body: { variables: { note: HOSTILE } },
      })
      .catch(() => {})
    // Those of before have no bodies.
    await expect.poll(() => rows.count()).toBe(before + 1)
    await rows.first().getByRole('button').first().press('Enter')
    await requests.page.getByRole('dialog').getByText('<img').first().waitFor()
    for (const tab of [page, requests.page]) {
      expect(await tab.evaluate('window.hacked')).toBeUndefined()
      expect(await tab.locator('img[src="x"]').count()).toBe(0)
    }
  })

  // Last, because it adds an entry after those that the others look at.
  test('an option shows a long name cut, and what turns text written out', async () => {
    await game.client.call('POST /v2/admin/players', { body: { id: 'long', alias: `\u202e${'a'.repeat(90)}` } })
    await game.client.call('POST /v2/admin/processes/:process_id/join', {
      params: { process_id: 'neo/tour' },
      body: { player_id: 'long' },
    })
    const { page } = await openStudio(browser, game, '/processes/neo%2Ftour')
    const option = page.getByLabel('Play as').locator('option[value="long"]')
    await option.waitFor({ state: 'attached' })
    expect(await option.textContent()).toBe(`\\u{202e}${'a'.repeat(51)}…`)
  })
})
