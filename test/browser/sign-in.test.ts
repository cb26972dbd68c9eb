import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiClient } from '../../src/auth/clients.ts'
import type { AccessSetting } from '../../src/game/kernel/game-info.ts'
import { contractDesign } from '../contract/game-design.ts'
import { callbackApp, type CallbackApp } from '../support/callback-app.ts'
import { chromiumPath, openBrowser, skippedWithout } from '../support/chromium.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { testGame } from '../support/test-game.ts'

/** Where pictures of the pages are kept: an artefact of the test run. */
const ARTEFACTS = fileURLToPath(new URL('../../artefacts/sign-in/', import.meta.url))

/** Browsers would change its line breaks and its NUL in the field of a form. */
const STATE = 's t&u\n\r\0'

/** An address that an app on the machine opens. */
const APP_LINK = 'my-app://signed-in'

const secret = { client_secret: 'hush', runtime: 'staging' } as const

describe.skipIf(chromiumPath === undefined)(`the sign-in page in a browser${skippedWithout}`, () => {
  let browser: Browser
  let app: CallbackApp
  let game: TestGame
  beforeAll(async () => {
    browser = await openBrowser()
    // An app that goes on to another page of its own, at another address, once it has what it wants.
    const home = await callbackApp({}, 'localhost')
    app = await callbackApp({
      '/callback': (_, res) => res.writeHead(302, { location: `${home.origin}/home` }).end(),
      '/': (_, res) => res.end(`<!doctype html><title>App</title><a href="${addressOf('code')}">Sign in</a>`),
    })
    return async () => {
      await home.stop()
      await app.stop()
    }
  })
  afterAll(() => browser?.close())

  const start = async (access: AccessSetting = 'PUBLIC'): Promise<void> => {
    await game?.stop()
    const clients: readonly ApiClient[] = [
      { ...secret, client_id: 'web', name: 'Arcade', type: 'code', redirect_uris: [`${app.origin}/callback`] },
      { ...secret, client_id: 'spa', type: 'implicit', redirect_uris: [`${app.origin}/landing`, APP_LINK] },
    ]
    const info = { ...testGame('matrix'), title: 'The Matrix', description: 'A game about waking up.', access }
    game = await serveGame({ design: contractDesign, clients, game: info })
    for (const [id, alias] of players) await game.request('POST', '/v2/admin/players', { body: { id, alias } })
  }
  const players = [
    ['neo', 'Neo'],
    ['trinity', 'Trinity'],
    ['morpheus', 'Morpheus'],
    ['smith', 'Agent Smith'],
    ['oracle', 'The Oracle'],
    ['switch', 'Switch'],
    ['tank', 'Tank'],
    ['dozer', 'Dozer'],
    ['keymaker', `The Keymaker, ${'who has a key for each door, '.repeat(5)}and a long name`],
  ] as const

  /** Problems that the browser told of, and requests that left our addresses. */
  let complaints: string[] = []
  beforeEach(() => start())
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
    await game.stop()
    expect(complaints).toEqual([])
    complaints = []
  })

  /** A tab of a new person. Nobody's browser runs scripts here, unless told. */
  const openTab = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await (await browser.newContext({ javaScriptEnabled: false, ...options })).newPage()
    page.on('console', (message) => {
      // The status of a page that tells of a mistake.
      if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text())
    })
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url())
      if (protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname)) complaints.push(request.url())
    })
    return page
  }
  const addressOf = (flow: 'code' | 'token', more: Record<string, string> = {}): string => {
    const [client_id, path] = flow === 'code' ? ['web', '/callback'] : ['spa', '/landing']
    const query = { response_type: flow, client_id, redirect_uri: `${app.origin}${path}`, state: STATE, ...more }
    return `${game.url}/auth?${new URLSearchParams(query).toString()}`
  }

  /** The player that the newest code given to the app stands for, who plays with it. */
  const playerByCode = async (): Promise<unknown> => {
    const { searchParams } = new URL(app.asked.findLast((path) => path.startsWith('/callback?')) ?? '', app.origin)
    expect(searchParams.get('state')).toBe(STATE)
    const grant = { grant_type: 'authorization_code', code: searchParams.get('code') }
    const body = { client_id: 'web', client_secret: 'hush', redirect_uri: `${app.origin}/callback`, ...grant }
    const { body: given } = await game.request('POST', '/auth/token', { client: null, body })
    return playerByToken((given as { access_token: string }).access_token)
  }
  const playerByToken = async (token: string | null): Promise<unknown> => {
    const by = { client: null, search: `access_token=${token}` }
    expect(await game.request('POST', '/v2/runtime/actions/like/play', { ...by, body: {} })).toMatchObject({
      status: 200,
    })
    const { body } = await game.request('GET', '/v2/runtime/player', by)
    return (body as { id: string }).id
  }

  test('leads from an app through a choice to a code, and as far as the app goes on', async () => {
    const page = await openTab()
    await page.goto(`${app.origin}/`)
    await page.getByRole('link', { name: 'Sign in' }).click()
    expect(await page.title()).toBe('Sign in to The Matrix')
    await page.getByRole('button', { name: 'Trinity' }).click()
    expect(new URL(page.url()).pathname).toBe('/home')
    expect(await playerByCode()).toBe('trinity')

    await page.goto(addressOf('code'))
    await page.getByRole('button', { name: 'Continue as Trinity' }).click()
    expect(await playerByCode()).toBe('trinity')

    await page.goto(addressOf('code'))
    await page.getByRole('link', { name: 'Forget Trinity' }).click()
    expect(await page.getByRole('heading').textContent()).toBe('You are signed out')
    await page.getByRole('link', { name: 'Sign in' }).click()
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0)
  })

  test('is used with the keyboard alone, to a token', async () => {
    const page = await openTab()
    await page.goto(addressOf('token'))
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const focused = page.locator(':focus')
    await press('Tab')
    expect(await focused.getAttribute('type')).toBe('search')
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    await page.keyboard.type('MORPH')
    await press('Enter')
    await page.waitForURL(/search=MORPH/)
    expect(await page.getByRole('listitem').count()).toBe(1)
    await press('Tab', 'Tab', 'Tab')
    expect(await focused.textContent()).toContain('Morpheus')
    await press('Enter')
    await page.waitForURL(/\/landing#/)
    const fields = new URLSearchParams(new URL(page.url()).hash.slice(1))
    expect(Object.fromEntries(fields)).toMatchObject({ token_type: 'Bearer', expires_in: '86400', state: STATE })
    expect(await playerByToken(fields.get('access_token'))).toBe('morpheus')
  })

  test('finds players by name, and page by page', async () => {
    const page = await openTab()
    await page.goto(addressOf('code'))
    const pages = page.getByRole('navigation', { name: 'Pages of players' })
    expect(await page.getByRole('listitem').count()).toBe(8)
    await pages.getByRole('link', { name: 'Next' }).click()
    expect(await pages.textContent()).toContain('9–9 of 9')
    await page.getByRole('searchbox').fill('the')
    await page.getByRole('button', { name: 'Search' }).click()
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      expect.stringContaining('The Oracle') as string,
      expect.stringContaining('The Keymaker') as string,
    ])
    await page.getByRole('button', { name: 'The Oracle' }).click()
    expect(await playerByCode()).toBe('oracle')
  })

  test('leads back when the person would not', async () => {
    const page = await openTab()
    await page.goto(addressOf('token'))
    await page.getByRole('link', { name: 'Cancel' }).click()
    expect(page.url()).toBe(`${app.origin}/landing#error=access_denied&state=${encodeURIComponent(STATE)}`)
  })

  test('leads on to an app that is no page', async () => {
    const page = await openTab()
    await page.goto(addressOf('token', { redirect_uri: APP_LINK }))
    const asked = page.waitForRequest((request) => request.url().startsWith(APP_LINK))
    await page.getByRole('button', { name: 'Neo' }).click({ noWaitAfter: true })
    await asked
  })

  test('lets a newcomer join', async () => {
    const page = await openTab()
    await page.goto(addressOf('code'))
    await page.getByLabel('Name', { exact: true }).fill('Cypher Reagan')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/home$/)
    expect(await playerByCode()).toMatch(/cypher/i)
  })

  test('takes what a newcomer asks, who signs in once let in', async () => {
    await start('PROTECTED')
    const page = await openTab()
    await page.goto(addressOf('code'))
    await page.getByLabel('Name', { exact: true }).fill('Cypher')
    await page.getByLabel('Email').fill('cypher@matrix.example')
    await page.getByRole('button', { name: 'Ask to join' }).click()
    expect(await page.getByRole('heading').textContent()).toBe('You have asked to join')
    await page.getByRole('link', { name: 'Back to signing in' }).click()
    await page.getByRole('searchbox').fill('cypher')
    await page.keyboard.press('Enter')
    await page.getByText('No player matches').waitFor()

    const { body } = await game.request('GET', '/v2/admin/requests')
    const [{ id }] = (body as { data: [{ id: string }] }).data
    await game.request('POST', `/v2/admin/requests/${id}`)
    await page.reload()
    await page.getByRole('button', { name: 'Cypher' }).click()
    expect(await playerByCode()).toMatch(/cypher/i)
  })

  test('lets those in who were invited, and tells others beside the form', async () => {
    await start('PRIVATE')
    await game.request('POST', '/v2/admin/invites', { body: { emails: ['cypher@matrix.example'] } })
    const page = await openTab()
    await page.goto(addressOf('code'))
    await page.getByLabel('Name', { exact: true }).fill('Cypher')
    await page.getByLabel('Email').fill('other@matrix.example')
    await page.getByRole('button', { name: 'Join by invitation' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('by invitation only')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Cypher')
    await page.getByLabel('Email').fill('cypher@matrix.example')
    await page.getByRole('button', { name: 'Join by invitation' }).click()
    expect(await playerByCode()).toMatch(/cypher/i)
  })

  test('cannot be sent by a page of another site, even one of this machine', async () => {
    const page = await openTab()
    await page.goto(addressOf('code'))
    const form = await page.locator('#choice').innerHTML()
    const attack = await callbackApp(
      {
        '/': (_, res) =>
          res.end(
            `<form method="post" action="${game.url}/auth">${form}<button name="player_id" value="neo">Win</button>`,
          ),
      },
      'localhost',
    )
    const asked = app.asked.length
    await page.goto(`${attack.origin}/`)
    await page.getByRole('button').click()
    expect(await page.getByRole('heading').textContent()).toBe('This form is out of date')
    expect(app.asked).toHaveLength(asked)
    await attack.stop()
  })

  const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
    [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ].map((viewport) => ({ colorScheme, viewport })),
  )
  test.each(looks)('fits into $viewport.width pixels, $colorScheme', async ({ colorScheme, viewport }) => {
    const page = await openTab({ colorScheme, viewport })
    await page.goto(addressOf('code'))
    await page.getByRole('button', { name: 'Neo' }).click()
    await page.goto(addressOf('code'))
    expect(await page.evaluate("document.querySelector('header img').naturalWidth")).toBe(140)
    expect(await page.evaluate('document.body.scrollWidth')).toBe(viewport.width)
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(ground).toBe(colorScheme === 'light' ? 'rgb(238, 240, 245)' : 'rgb(16, 19, 26)')
    await page.screenshot({ path: `${ARTEFACTS}${colorScheme}-${viewport.width}.png`, fullPage: true })
  })
})
