import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Game } from '../../../src/testing/testing.ts'
import { chromiumPath, looks, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { createPlayer, expectSound, openStudio, startStudioGame } from '../../support/studio.ts'

const HOSTILE = '<b onclick=alert(1)>sea</b>'

const createProcess = (game: Game, id: string, owner: string, name?: string) =>
  game.client.call('POST /v2/admin/processes', {
    body: { definition: 'expedition', id, owner_id: owner, access: 'PROTECTED', ...(name !== undefined && { name }) },
  })

const play = (game: Game, process: string, as: string, trigger: string) =>
  game.client.call('POST /v2/runtime/processes/:process_id/play', {
    params: { process_id: process },
    as,
    body: { trigger },
  })

describe.skipIf(chromiumPath === undefined)(`the processes of the studio${skippedWithout}`, () => {
  let browser: Browser
  let game: Game
  /** The last entry before anything was played. */
  let before: number
  beforeAll(async () => {
    ;[browser, game] = await Promise.all([openBrowser(), startStudioGame('quest', { now: '2030-05-01T12:00:00Z' })])
    for (const id of ['neo', 'trinity']) await createPlayer(game, id)
    await createProcess(game, 'neo/mountain', 'neo')
    await createProcess(game, 'trinity/sea', 'trinity', HOSTILE)
    const saved = await game.client.request('POST', '/_gamify/snapshots', { body: { name: 'begun' } })
    before = (saved.body as { seq: number }).seq
    await play(game, 'neo/mountain', 'neo', 'pack')
  })
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  test.each(looks)('are sound: $viewport.width pixels, $colorScheme', async ({ colorScheme, viewport }) => {
    const list = await openStudio(browser, game, '/processes', { colorScheme, viewport })
    await list.page.getByText(HOSTILE).waitFor()
    await expectSound(list, game, `processes-${colorScheme}`)
    const process = await openStudio(browser, game, '/processes/neo%2Fmountain', { colorScheme, viewport })
    await process.page.locator('.drawing .node').first().waitFor()
    await process.page.getByRole('button', { name: 'Play Follow the river' }).waitFor()
    await expectSound(process, game, `process-${colorScheme}`)
    const funnel = await openStudio(browser, game, '/processes?funnel=expedition', { colorScheme, viewport })
    await funnel.page.getByText('2 began').waitFor()
    await expectSound(funnel, game, `funnel-${colorScheme}`)
  })

  test('moves the tokens as the process is played, and names the command', async () => {
    await createProcess(game, 'neo/moor', 'neo')
    const { page } = await openStudio(browser, game, '/processes/neo%2Fmoor')
    const token = page.locator('circle.token')
    const place = () =>
      token.evaluate((element) => (element as unknown as { style: { transform: string } }).style.transform)
    await token.waitFor()
    const first = await place()
    await page.getByRole('button', { name: 'Play Pack the bags' }).click()
    await page.getByText('gamify play trigger neo/moor pack:pack --as neo').waitFor()
    await page.locator('.node[data-state="completed"]').waitFor()
    await expect.poll(place).not.toBe(first)
    await play(game, 'neo/moor', 'neo', 'river')
    await page.getByText('neo').first().waitFor()
    await expect.poll(() => page.locator('.node[data-state="completed"]').count()).toBeGreaterThan(1)
  })

  test('says why a trigger is locked', async () => {
    await game.client.call('POST /v2/admin/processes/:process_id/join', {
      params: { process_id: 'neo/mountain' },
      body: { player_id: 'trinity', requested_roles: { explorer: 'observer' } },
    })
    const { page } = await openStudio(browser, game, '/processes/neo%2Fmountain?as=trinity')
    await page.getByText("it needs the role player in lane 'explorer', they have the role observer").first().waitFor()
    expect(await page.getByRole('button', { name: 'Play Follow the river' }).isDisabled()).toBe(true)
  })

  test('answers a request', async () => {
    await createPlayer(game, 'morpheus')
    await game.client.call('POST /v2/runtime/processes/:process_id/join', {
      params: { process_id: 'trinity/sea' },
      as: 'morpheus',
      body: {},
    })
    const { page } = await openStudio(browser, game, '/processes/trinity%2Fsea')
    await page.getByText('morpheus asks to join').waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.locator('.toast').getByText('Accepted the request of morpheus').waitFor()
    await page.getByRole('link', { name: 'morpheus' }).waitFor()
  })

  test('invites a player, who accepts, and changes roles and the owner', async () => {
    await createProcess(game, 'neo/cave', 'neo')
    await createPlayer(game, 'tank')
    const { page } = await openStudio(browser, game, '/processes/neo%2Fcave')
    const said = (text: string | RegExp) => page.locator('.toast').getByText(text).waitFor()
    for (const answer of ['Decline', 'Accept']) {
      await page.getByRole('button', { name: 'Invite player' }).click()
      await page.getByLabel('Player', { exact: true }).fill('tank')
      await page.getByLabel('Lane guide').selectOption('player')
      await page.getByRole('dialog').getByRole('button', { name: 'Invite player' }).click()
      await said('Invited tank.')
      await said(`"as": "neo", "invite": "tank", "to": { "process": "neo/cave" }, "roles": { "guide": "player" }`)
      await page.getByRole('button', { name: `${answer} as tank` }).click()
      await said(/tank (declined|accepted) the invitation/)
      // Until the list is read again, it offers to answer what is answered, which the service refuses.
      await page.getByRole('button', { name: 'Accept as tank' }).waitFor({ state: 'hidden' })
    }
    await page.locator('.performer', { hasText: 'tank' }).getByText('guide (player)').waitFor()
    await page.getByRole('button', { name: 'Roles of tank' }).click()
    await page.getByLabel('Lane guide').selectOption('')
    await page.getByLabel('Lane explorer').selectOption('observer')
    await page.getByRole('button', { name: 'Change roles' }).click()
    await page.locator('.performer', { hasText: 'tank' }).getByText('explorer (observer)').waitFor()
    await page.getByRole('button', { name: 'Change owner' }).click()
    await page.getByLabel('Player', { exact: true }).fill('tank')
    await page.getByRole('dialog').getByRole('button', { name: 'Change owner' }).click()
    await said('The process belongs to tank.')
    await page.locator('.performer', { hasText: 'tank' }).getByText('owner').waitFor()
    await page.getByRole('button', { name: 'Remove neo' }).click()
    const asked = page.getByRole('dialog', { name: 'Remove neo from the process?' })
    await asked.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => page.locator('.performer').count()).toBe(1)
  })

  test('cancels an invitation, and tells what the service has against one', async () => {
    await createProcess(game, 'neo/ridge', 'neo')
    const { page } = await openStudio(browser, game, '/processes/neo%2Fridge')
    await page.getByRole('button', { name: 'Invite player' }).click()
    await page.getByLabel('Player', { exact: true }).fill('nobody')
    await page.getByRole('dialog').getByRole('button', { name: 'Invite player' }).click()
    await page.locator('.toast').getByText("player 'nobody'").waitFor()
    await page.getByLabel('Player', { exact: true }).fill('trinity')
    await page.getByRole('dialog').getByRole('button', { name: 'Invite player' }).click()
    await page.getByRole('button', { name: 'Cancel the invitation of trinity' }).click()
    await page.getByText('neo has invited nobody who has not answered.').waitFor()
  })

  test('joins, asks for roles and leaves as the acting player', async () => {
    for (const id of ['apoc', 'niobe']) await createPlayer(game, id)
    await game.client.call('POST /v2/admin/processes', {
      body: { definition: 'expedition', id: 'niobe/public', owner_id: 'niobe', access: 'PUBLIC' },
    })
    const { page } = await openStudio(browser, game, '/processes/niobe%2Fpublic?as=apoc')
    await page.getByRole('button', { name: 'Join as apoc' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Join' }).click()
    await page.locator('.toast').getByText('"as": "apoc", "join": { "process": "niobe/public" }').waitFor()
    await page.getByRole('button', { name: 'Change roles as apoc' }).click()
    await page.getByLabel('Lane guide').selectOption('observer')
    await page.getByRole('button', { name: 'Change roles', exact: true }).click()
    await page.locator('.performer', { hasText: 'apoc' }).getByText('guide (observer)').waitFor()
    await page.getByRole('button', { name: 'Leave as apoc' }).click()
    const asked = page.getByRole('dialog', { name: 'apoc leaves the process?' })
    await asked.getByRole('button', { name: 'Leave as apoc' }).click()
    await page.getByRole('button', { name: 'Join as apoc' }).waitFor()
  })

  test('a player answers invitations and leaves from the profile', async () => {
    for (const id of ['switch', 'dozer']) await createPlayer(game, id)
    await createProcess(game, 'dozer/fen', 'dozer')
    await game.client.call('POST /v2/runtime/processes/:process_id/invites', {
      params: { process_id: 'dozer/fen' },
      as: 'dozer',
      body: { id: 'switch' },
    })
    const { page } = await openStudio(browser, game, '/players/switch/groups')
    await page.getByText('from dozer, as explorer (player)').waitFor()
    await page.getByRole('button', { name: 'Accept as switch' }).click()
    await page.getByText('No invitation waits for an answer.').waitFor()
    await page.getByRole('button', { name: 'Leave Expedition' }).click()
    const asked = page.getByRole('dialog', { name: 'switch leaves Expedition?' })
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave Expedition' }).click()
    await asked.getByText('"leave": {').waitFor()
    await asked.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByText('In no process.').waitFor()
  })

  test('creates a process, shows what the service has against it, and deletes it', async () => {
    const { page } = await openStudio(browser, game, '/processes')
    await page.getByRole('button', { name: 'New process' }).click()
    await page.getByLabel('Owner', { exact: true }).fill('nobody')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.locator('.toast').getByText("player 'nobody'").waitFor()
    await page.getByLabel('Owner', { exact: true }).fill('trinity')
    await page.getByLabel('Id, usually OWNER/NAME').fill('trinity/isle')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('gamify process create expedition trinity/isle --owner trinity').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Expedition' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('gamify process delete trinity/isle --yes').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => page.url()).toMatch(/\/processes$/)
  })

  test('lists the processes of a state and with a name', async () => {
    const { page } = await openStudio(browser, game, '/processes')
    await page.getByRole('button', { name: 'Completed' }).click()
    await page.getByText('No process matches.').waitFor()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByLabel('Search processes').fill('mountain')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
  })

  test('shows a process as of then, where nothing can be played', async () => {
    const { page } = await openStudio(browser, game, `/processes/neo%2Fmountain?at=${before}`)
    await page.locator('.drawing .node').first().waitFor()
    await page.getByText(`gamify process show neo/mountain --at ${before}`).waitFor()
    expect(await page.locator('.node[data-state="completed"]').count()).toBe(0)
    expect(await page.getByRole('button', { name: /Play|Delete/ }).count()).toBe(0)
  })
})
