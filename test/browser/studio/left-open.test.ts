import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../bench/free-port.ts'
import { chromiumPath, openBrowser, skippedWithout } from '../../support/chromium.ts'
import { serveProgram } from '../../support/served-program.ts'
import { createPlayer, openStudio, startStudioGame } from '../../support/studio.ts'

const templateOf = (name: string): string => fileURLToPath(new URL(`../../../templates/${name}`, import.meta.url))

const DAY_MS = 86_400_000

describe.skipIf(chromiumPath === undefined)(`a page of the studio that stays open${skippedWithout}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('shows the game before a rewind as if nothing had followed', async () => {
    const game = await startStudioGame('starter')
    onTestFinished(() => game.stop())
    await createPlayer(game, 'neo')
    await game.play([{ as: 'neo', action: 'like', count: 2 }])
    const saved = await game.client.request('POST', '/_gamify/snapshots', { body: { name: 'before' } })
    const { seq } = saved.body as { seq: number }
    await game.play([{ as: 'neo', action: 'like', count: 3 }])
    await createPlayer(game, 'trinity')
    const { page } = await openStudio(browser, game, '/players/neo/feed')
    const { page: gone } = await openStudio(browser, game, '/players/trinity')
    await page.getByText(/Like/).first().waitFor()
    const before = await page.locator('.player-events > li').count()
    await game.client.request('POST', '/_gamify/rewind', { body: { to: seq } })
    await expect.poll(() => page.locator('.player-events > li').count()).toBeLessThan(before)
    await gone.getByText("player 'trinity'").first().waitFor()
    await createPlayer(game, 'trinity')
    await gone.getByRole('heading', { level: 1, name: 'trinity' }).waitFor()
  })

  test('shows the other game where the emulator is started again with one', async () => {
    const port = String(await freePort())
    const first = await serveProgram(templateOf('starter'), '--port', port, '--memory', '--seed', 'seeds/players.json')
    const { page } = await openStudio(browser, first, '/boards')
    await page.getByRole('link', { name: 'Top players' }).waitFor()
    await first.stop()
    await page.getByText('The emulator does not answer.').waitFor()
    const second = await serveProgram(templateOf('league'), '--port', port, '--memory')
    onTestFinished(() => second.stop())
    await page.getByRole('link', { name: 'Scorers' }).waitFor()
    expect(await page.getByText('Top players').count()).toBe(0)
    await page.locator('header').getByText('League').waitFor()
  })

  test('goes on after its token has expired, and after a day of its own clock', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'gamify-short-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    await cp(templateOf('starter'), directory, { recursive: true })
    const config = join(directory, 'gamify.json')
    const client = { client_id: 'tool', client_secret: 'a secret of the tool', runtime: 'staging', type: 'client' }
    const written = JSON.parse(await readFile(config, 'utf8')) as object
    const clients = [{ ...client, token_ttl: 1 }]
    await writeFile(config, JSON.stringify({ ...written, dev_clients: false, clients }))
    const game = await serveProgram(directory, '--memory')
    onTestFinished(() => game.stop())
    const { page } = await openStudio(browser, game, '/')
    await page.clock.install()
    const signIn = async (): Promise<void> => {
      await page.getByLabel('Client id').fill('tool')
      await page.getByLabel('Client secret').fill(client.client_secret)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Freeze' }).waitFor()
    }
    await signIn()
    const advance = page.getByRole('button', { name: '+ 1 day' })
    const refused: string[] = []
    page.on('response', (response) => void (response.status() === 401 && refused.push(response.url())))
    await page.clock.fastForward(DAY_MS)
    // Tokens of the server live by the clock of the machine.
    await expect
      .poll(async () => {
        await advance.click()
        return refused.length
      })
      .toBeGreaterThan(0)
    await page.locator('.toast[data-tone="good"]').waitFor()
    expect(await page.locator('.toast[data-tone="bad"]').count()).toBe(0)
    // The session ends, as with "Sign out" in another tab.
    await page.evaluate(`fetch('/_gamify/studio/session', { method: 'DELETE' })`)
    await expect
      .poll(async () => {
        if (await advance.isVisible()) await advance.click()
        return page.getByLabel('Client id').isVisible()
      })
      .toBe(true)
    await signIn()
  })

  test('saves into the files of the project with --write-back', async () => {
    const game = await serveProgram(templateOf('starter'), '--memory', '--write-back')
    onTestFinished(() => game.stop())
    const { page } = await openStudio(browser, game, '/design/actions/visit')
    await page.getByLabel('name', { exact: true }).first().fill('Visit of the week')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.toast[data-tone="good"]').waitFor()
    const file = join(game.directory, 'design/actions/visit.json')
    await expect.poll(() => readFile(file, 'utf8')).toContain('"name": "Visit of the week"')
  })
})
