import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Game } from '../../../src/testing/testing.ts'
import { chromiumPath, looks, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { createPlayer, expectSound, openStudio, startStudioGame } from '../../support/studio.ts'

/** Calls a route as the studio does, in any runtime. */
/** What a route answered, whatever it is. */
type Answered = Readonly<Record<string, unknown>>

async function ask(
  { url }: Game,
  method: string,
  path: string,
  { body, runtime = 'staging' }: { readonly body?: object; readonly runtime?: 'staging' | 'production' } = {},
): Promise<Answered> {
  const headers = { 'content-type': 'application/json', origin: url ?? '' }
  const token = await fetch(`${url}/_gamify/studio/token`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ runtime }),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${access_token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Answered
}

const latest = '/v2/design/versions/latest'

/** Answers the routes of the lab with what a test says. */
async function withLab(page: Page, lints: readonly object[], report: object | undefined): Promise<void> {
  await page.route('**/_gamify/lab/lints', (route) => route.fulfill({ json: { data: lints, total: lints.length } }))
  await page.route('**/_gamify/lab/what-if', (route) =>
    report
      ? route.fulfill({ body: `${JSON.stringify({ report })}\n` })
      : route.fulfill({ status: 404, json: { error: 'route_not_found' } }),
  )
}

const editor = (page: Page) => page.locator('.cm-content')

/** Replaces the whole text of the editor. */
async function write(page: Page, text: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

describe.skipIf(chromiumPath === undefined)(`the design in the studio${skippedWithout}`, () => {
  let browser: Browser
  let game: Game
  beforeAll(async () => {
    ;[browser, game] = await Promise.all([openBrowser(), startStudioGame('starter', { now: '2030-05-15T12:00:00Z' })])
    await createPlayer(game, 'neo')
    await game.play([{ as: 'neo', action: 'answer' }])
  })
  afterAll(() => Promise.all([browser?.close(), game?.stop()]))

  const open = (path: string) => openStudio(browser, game, path)

  test.each(looks)('is sound: $viewport.width pixels, $colorScheme', { timeout: 120_000 }, async (look) => {
    const { colorScheme, viewport } = look
    const opened = await openStudio(browser, game, '/', { colorScheme, viewport })
    const { page } = opened
    await withLab(page, [], undefined)
    const visit = async (path: string, shown: string, name: string): Promise<void> => {
      await page.goto(`${game.url}/_gamify/studio${path}`)
      await page.locator(shown).first().waitFor()
      await expectSound(opened, game, `design-${name}-${colorScheme}`)
    }
    await visit('/design', '.component-list a', 'components')
    await visit('/design/actions/wheel', '.form-field', 'form')
    await visit('/design/actions/wheel?view=json', '.cm-content', 'json')
    await visit('/design?view=economy', '.drawing a', 'economy')
    await visit('/design?view=changes', '.versions li', 'changes')
    await page.getByText('The first version').waitFor()
    await visit('/design?view=problems', 'text=The lints find nothing', 'problems')
  })

  test('finds components, and opens one by keyboard', async () => {
    const { page } = await open('/design')
    await page.getByRole('searchbox').fill('fortune')
    await expect.poll(() => page.locator('.component-list a').count()).toBe(1)
    await page.getByRole('link', { name: 'Wheel of fortune' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Wheel of fortune' }).waitFor()
    expect(page.url()).toContain('/design/actions/wheel')
  })

  test('saves what a form says, and names the command', async () => {
    const { page } = await open('/design/actions/visit')
    await page.getByLabel('name', { exact: true }).first().fill('Visit of the day')
    await page.getByText('Your changes are not saved yet.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('actions/visit is saved.').waitFor()
    await page.locator('.toast').getByText('gamify design import').waitFor()
    expect(await ask(game, 'GET', `${latest}/actions/visit`)).toMatchObject({
      name: 'Visit of the day',
      rate: [1, 86_400_000, 'FIXED'],
    })
    await page.getByText('Nothing was changed here.').waitFor()
  })

  test('a form adds, fills and removes parts, and tells which field is wrong', async () => {
    const { page } = await open('/design/actions/like')
    await page.locator('.form > .form-add').getByRole('button', { name: 'probability' }).click()
    await page.getByLabel('probability', { exact: true }).fill('7')
    const field = page.locator('[data-path="probability"]')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await page.getByText('expected a number of at most 1').first().waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.toast').getByText('This did not work:').waitFor()
    expect((await ask(game, 'GET', `${latest}/actions/like`)).probability).toBeUndefined()
    await page.getByRole('button', { name: 'Remove probability' }).click()
    await page.getByText('No problems.').waitFor()
    await page.getByRole('button', { name: 'Add to rewards' }).click()
    await page.locator('[data-path="rules.0.rewards.1.metric.id"]').fill('coins')
    await page.locator('[data-path="rules.0.rewards.1.value"]').fill('2')
    await page.getByText('No problems.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('actions/like is saved.').waitFor()
    expect(await ask(game, 'GET', `${latest}/actions/like`)).toMatchObject({
      rules: [{ rewards: [{}, { metric: { id: 'coins', type: 'point' }, verb: 'add', value: '2' }] }],
    })
  })

  test('a number can be typed, cleared and typed again', async () => {
    const { page } = await open('/design/actions/like')
    await page.locator('.form > .form-add').getByRole('button', { name: 'probability' }).click()
    const field = page.getByLabel('probability', { exact: true })
    await field.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await page.getByText('Write a number. Until then, the value is still').waitFor()
    await page.keyboard.type('0.05')
    expect(await field.inputValue()).toBe('0.05')
    expect(await page.getByText('Write a number.').count()).toBe(0)
    await page.getByRole('button', { name: 'JSON' }).click()
    await expect.poll(() => editor(page).textContent()).toContain('"probability": 0.05')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Nothing was changed here.').waitFor()
  })

  test('rows of amounts by name keep their order and are not lost while a name is typed', async () => {
    const value = { Rookie: '1' }
    const rewards = [{ metric: { type: 'set', id: 'badges' }, verb: 'add', value }]
    await ask(game, 'POST', `${latest}/actions`, { body: { id: 'gift', name: 'Gift', rules: [{ rewards }] } })
    const { page } = await open('/design/actions/gift')
    const rows = page.locator('.form-record').first()
    const names = async () =>
      Promise.all((await rows.getByLabel(/^Name \d+$/).all()).map((input) => input.inputValue()))
    await rows.getByLabel('Name 1').waitFor()
    const before = await names()
    const add = rows.getByRole('button', { name: 'Add an entry' })
    await add.click()
    await rows.getByLabel(`Name ${before.length + 1}`).fill(before[0] ?? '')
    await rows.getByText('Another entry has this name.').first().waitFor()
    await page.keyboard.type('er')
    expect(await names()).toEqual([...before, `${before[0]}er`])
    expect(await rows.getByText('Another entry has this name.').count()).toBe(0)
    await add.click()
    await rows.getByLabel(`Name ${before.length + 2}`).fill('1')
    expect(await names()).toEqual([...before, `${before[0]}er`, '1'])
    await page.getByRole('button', { name: 'JSON' }).click()
    await expect.poll(() => editor(page).textContent()).toContain(`"${before[0]}er": "1"`)
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await ask(game, 'DELETE', `${latest}/actions/gift`)
  })

  test('completes JSON by the schema and by the design, and marks problems at their places', async () => {
    const { page, logged } = await open('/design')
    await page.addInitScript(
      `document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => console.error(violatedDirective))`,
    )
    await page.goto(`${game.url}/_gamify/studio/design/metrics/coins?view=json`)
    await editor(page).waitFor()
    await write(page, '{ "id": "coins", "name": "Coins", "type": "" }')
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+Space')
    await page.locator('.cm-tooltip-autocomplete li', { hasText: 'compound' }).waitFor()
    await page.locator('.cm-tooltip-autocomplete li', { hasText: 'compound' }).click()
    await expect.poll(() => editor(page).textContent()).toContain('"type": "compound"')
    await page.getByText('missing; expected object').waitFor()
    await write(page, '{ "id": "coins", "name": 7, "type": "point" }')
    await expect.poll(() => page.locator('.cm-lintRange-error').first().textContent()).toBe('7')
    await write(page, '{ "id": "coins" "name": "Coins" }')
    await page.getByRole('status').getByText('a comma is missing before this').waitFor()
    await page.getByRole('button', { name: 'Form' }).click()
    await page.getByText('The JSON text is broken').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    expect(logged.filter((line) => !line.includes('404'))).toEqual([])
  })

  test('completes the ids of the design', async () => {
    const { page } = await open('/design/leaderboards/top?view=json')
    const board = await ask(game, 'GET', `${latest}/leaderboards/top`)
    await write(page, JSON.stringify({ ...board, metric: { type: 'point', id: '' } }))
    const back = JSON.stringify({ ...board, metric: { type: 'point', id: '' } }).length - 1
    const at = JSON.stringify({ ...board, metric: { type: 'point', id: '' } }).indexOf('"id":""}') + 6
    for (let i = back; i >= at; i -= 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+Space')
    await page.locator('.cm-tooltip-autocomplete li', { hasText: 'coins' }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('a second tab is told of a change, and nothing is lost', async () => {
    const [one, two] = await Promise.all([open('/design/rules/welcome'), open('/design/rules/welcome')])
    const nameIn = (page: Page) => page.getByLabel('name', { exact: true }).first()
    await nameIn(one.page).fill('Theirs')
    await nameIn(two.page).fill('Mine')
    await one.page.getByRole('button', { name: 'Save' }).click()
    await one.page.getByText('rules/welcome is saved.').waitFor()
    const told = two.page.getByRole('alert')
    await told.getByText('Someone else changed this component').waitFor()
    expect(await two.page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    expect(await nameIn(two.page).inputValue()).toBe('Mine')
    await told.getByRole('button', { name: 'See the difference' }).click()
    await two.page.getByRole('dialog').getByText('name Theirs → Mine').waitFor()
    await two.page.keyboard.press('Escape')
    await told.getByRole('button', { name: 'Keep mine' }).click()
    await two.page.getByRole('button', { name: 'Save' }).click()
    await two.page.getByText('rules/welcome is saved.').waitFor()
    expect((await ask(game, 'GET', `${latest}/rules/welcome`)).name).toBe('Mine')
    await expect.poll(() => nameIn(one.page).inputValue()).toBe('Mine')
    await nameIn(one.page).fill('Again')
    await ask(game, 'PATCH', `${latest}/rules/welcome`, { body: { name: 'By a script' } })
    await one.page.getByRole('button', { name: 'Take theirs' }).click()
    await one.page.getByRole('dialog').getByRole('button', { name: 'Take theirs' }).click()
    await expect.poll(() => nameIn(one.page).inputValue()).toBe('By a script')
  })

  test('creates a component, refuses a second one with its id, and deletes it after asking', async () => {
    const { page } = await open('/design')
    await page.getByRole('link', { name: 'New action' }).click()
    await page.locator('[data-path="id"]').fill('like')
    await page.locator('[data-path="name"]').fill('Wave')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.toast').getByText('already').waitFor()
    await page.locator('[data-path="id"]').fill('wave')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Wave' }).waitFor()
    expect(page.url()).toContain('/design/actions/wave')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('actions/wave is deleted').waitFor()
    expect((await ask(game, 'GET', `${latest}/actions/wave`)).error).toBe('action_not_found')
  })

  test('shows what a deployment changes and for whom, and deploys', async () => {
    await ask(game, 'PATCH', `${latest}/rules/ladder`, { body: { name: 'Steps' } })
    const opened = await openStudio(browser, game, '/design')
    const { page } = opened
    await withLab(page, [{ id: 'free-loop', component: 'actions/like', message: 'gives xp without end' }], {
      entries: 4,
      since: 2,
      design: { before: null, after: 'x' },
      players: 3,
      changed: 2,
      metrics: { xp: { players_changed: 2, total: { before: '10', after: '30' } } },
      commands: { accepted_before: 2, accepted_after: 2, refused_now: {}, first: [] },
      processes: {},
      boards: {},
      lost: [{ player: 'neo', lost: 'rank:Gold', instead: 'Silver' }],
      losers: 1,
    })
    await page.goto(`${game.url}/_gamify/studio/design?view=changes`)
    await page.locator('.differences').getByText('name Ladder → Steps').waitFor()
    await page.getByText('2 of 3 players would have other scores').waitFor()
    await page.getByText('would lose rank:Gold, and have Silver instead').waitFor()
    await page.getByRole('button', { name: 'Deploy to staging' }).click()
    await page.getByText('Staging runs v1.').waitFor()
    await page.getByText('Nothing: the deployed design is the working design.').waitFor()
    expect((await ask(game, 'GET', '/_gamify/design/deployed')).rules).toContainEqual(
      expect.objectContaining({ id: 'ladder', name: 'Steps' }),
    )
    await page.getByRole('link', { name: 'Problems' }).click()
    await page.getByText('gives xp without end').waitFor()
    await page.getByRole('link', { name: 'actions/like' }).click()
    await page.getByText('gives xp without end').waitFor()
  })

  test('shows nothing of the lab where the program has none', async () => {
    await ask(game, 'PATCH', `${latest}/rules/ladder`, { body: { name: 'Stairs' } })
    const { page } = await openStudio(browser, game, '/')
    await page.route('**/_gamify/lab/*', (route) =>
      route.fulfill({
        status: 404,
        json: { error: 'route_not_found', error_description: 'This route does not exist' },
      }),
    )
    const asked = page.waitForResponse('**/_gamify/lab/what-if')
    await page.goto(`${game.url}/_gamify/studio/design?view=changes`)
    await page.locator('.differences').getByText('Stairs').waitFor()
    await asked
    expect(await page.getByText('What if it had always been so?').count()).toBe(0)
    await page.goto(`${game.url}/_gamify/studio/design?view=problems`)
    await page.getByText('Problems in the design').waitFor()
    expect(await page.getByRole('heading', { name: 'Lints' }).count()).toBe(0)
  })

  test('a deployment that references what does not exist says so, and the component marks it', async () => {
    await ask(game, 'PATCH', `${latest}/leaderboards/top`, { body: { metric: { id: 'gone', type: 'point' } } })
    const { page } = await open('/design/leaderboards/top')
    await page.getByText("unknown metric 'gone'").first().waitFor()
    await page.goto(`${game.url}/_gamify/studio/design?view=changes`)
    await page.getByRole('button', { name: 'Deploy to staging' }).click()
    await page.locator('.toast').getByText('This did not work:').waitFor()
    await page.locator('.toast').getByText("leaderboards/top metric.id: unknown metric 'gone'").waitFor()
    await ask(game, 'PATCH', `${latest}/leaderboards/top`, { body: { metric: { id: 'xp', type: 'point' } } })
  })

  test('lists the issues of production with their fixes, and completes the upgrade', async () => {
    const production = { runtime: 'production' } as const
    await ask(game, 'POST', `${latest}/deploy`, { body: {}, ...production })
    await ask(game, 'POST', '/v2/admin/players', { body: { id: 'smith', alias: 'smith' }, ...production })
    await ask(game, 'POST', '/v2/runtime/actions/wheel/play?player_id=smith', { body: {}, ...production })
    await ask(game, 'POST', '/v2/runtime/actions/like/play?player_id=smith', { body: {}, ...production })
    for (const path of ['actions/wheel', 'rules/rookie', 'rules/helper', 'metrics/badges'])
      await ask(game, 'DELETE', `${latest}/${path}`)
    const { page } = await open('/design?view=changes&runtime=production')
    await page.getByRole('button', { name: 'Deploy to production' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
    await page.getByRole('heading', { name: 'Issues of the upgrade' }).waitFor()
    expect(await page.getByRole('button', { name: 'Complete the upgrade' }).isDisabled()).toBe(true)
    await page.getByRole('radio', { name: /^Keep/ }).first().click()
    await page.getByText('gamify design fix', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Complete the upgrade' }).click()
    await page.locator('.toast').getByText('Production runs').waitFor()
  })

  test('opens a component from the economy, which has words for everybody', async () => {
    const { page } = await open('/design?view=economy')
    await page.locator('.drawing a').first().waitFor()
    await page.locator('.drawing-box').focus()
    await page.keyboard.press('0')
    const before = await page.locator('.drawing svg > g').getAttribute('transform')
    await page.keyboard.press('+')
    expect(await page.locator('.drawing svg > g').getAttribute('transform')).not.toBe(before)
    await page.keyboard.press('0')
    await expect.poll(() => page.locator('.drawing svg > g').getAttribute('transform')).toBe(before)
    await page.getByText('The drawing in words').click()
    await page
      .getByText(/gives or sets XP/)
      .first()
      .waitFor()
    await page.getByRole('searchbox').fill('visit')
    await expect.poll(() => page.locator('.drawing a').count()).toBeLessThan(5)
    await page.locator('.drawing a[href*="actions/visit"]').click()
    await page.getByRole('heading', { name: /^(Daily visit|Visit of the day)$/ }).waitFor()
  })

  test('hostile texts stay text', async () => {
    const hostile = '<img src=x onerror="document.title=1">"\'</script>'
    await ask(game, 'POST', `${latest}/actions`, {
      body: { id: 'hostile', name: hostile, description: hostile, tags: [hostile] },
    })
    for (const path of [
      '/design',
      '/design/actions/hostile',
      '/design?view=economy',
      '/design?view=changes',
      `/design/actions/${encodeURIComponent(hostile)}`,
    ]) {
      const { page, logged } = await open(path)
      await page.waitForTimeout(600)
      expect(await page.locator('img').count()).toBe(0)
      expect(logged.filter((line) => !line.includes('404'))).toEqual([])
      await page.close()
    }
    await ask(game, 'DELETE', `${latest}/actions/hostile`)
  })

  test('the past shows its design, which nobody can change', async () => {
    const { page } = await open('/design/actions/visit?at=3')
    await page.getByRole('heading', { name: 'Daily visit' }).waitFor()
    expect(await page.getByLabel('name', { exact: true }).first().isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.getByRole('button', { name: 'JSON' }).click()
    await editor(page).click()
    await page.keyboard.insertText('x')
    expect(await editor(page).textContent()).toContain('"Daily visit"')
  })
})
