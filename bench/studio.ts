import type { Browser, Page } from 'playwright-core'
import { chromiumPath, openBrowser } from '../test/support/chromium.ts'
import { accessToken } from './access-token.ts'
import { binOf, builtPackage } from './built.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { freePort } from './free-port.ts'
import { benchSource, playerId } from './game.ts'
import { playRequests } from './http-play.ts'
import { Job } from './job.ts'
import type { BurstResult } from './load.ts'
import { median, paired, rateRatio } from './paired.ts'
import { writeProject } from './served.ts'
import { startServer } from './spawned.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'
import { writeSeeds } from './tui.ts'

/** Bringing in a million players takes a while. */
const START_MS = 900_000

const CONNECTIONS = 32
const WARM_MS = 200

/** The players who play, of all that there are. */
const PLAYING = 1_000

/** The pages that stay open while players play, and what each shows first. */
const PAGES = [
  { name: 'overview', path: '', first: '.entries li' },
  { name: 'players', path: '/players', first: 'tbody td' },
  { name: 'one player', path: `/players/${playerId(0)}`, first: 'main h1' },
  { name: 'a board', path: `/boards/${benchSource.leaderboards[0]?.id ?? ''}`, first: 'main h1' },
  { name: 'history', path: '/history', first: 'tbody td' },
  { name: 'requests', path: '/requests', first: 'h1' },
]

/** The studio over a large game: its script, how soon it shows something, and what it costs the plays. Spec 8.3. */
export const studio: Figure = {
  name: 'studio',
  title: 'The studio over a game of many players, in Chromium',
  missing: () => (chromiumPath === undefined ? 'there is no chromium on the PATH' : undefined),
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure(effort: Effort, directory: string): Promise<Row[]> {
  const bin = binOf(await builtPackage(directory))
  writeProject(directory, benchSource)
  const seeds = writeSeeds(directory, effort.players)
  const port = await freePort()
  const flags = ['--port', String(port), '--log', 'silent', '--no-watch', '--seed', ...seeds]
  const server = await startServer(directory, String(port), START_MS, bin, 'serve', ...flags)
  const browser = await openBrowser()
  const load = new Job('load')
  try {
    const base = `http://127.0.0.1:${port}/_gamify/studio`
    const rows = [await scriptRow(browser, base), await firstRow(browser, base, effort.pairs)]
    const requests = playRequests(await accessToken(port), PLAYING)
    const burst = async (): Promise<Burst> => {
      const before = await workOf(port)
      const result = await load.run({
        port,
        requests,
        connections: CONNECTIONS,
        warmMs: WARM_MS,
        countMs: effort.burstMs,
      })
      const after = await workOf(port)
      return { ...result, cpuOfPlay: (after.cpuS - before.cpuS) / (after.plays - before.plays) }
    }
    for (const page of PAGES) rows.push(...(await playsRows(browser, base, page, effort.pairs, burst)))
    return rows
  } finally {
    await load.stop()
    await browser.close()
    await server.stop()
  }
}

/** The bytes of script that the first page takes, as they are sent. */
async function scriptRow(browser: Browser, base: string): Promise<Row> {
  const page = await browser.newPage()
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js'))
      sizes.push(
        response
          .request()
          .sizes()
          .then((size) => size.responseBodySize),
      )
  })
  await page.goto(base)
  await page.locator('.entries li').first().waitFor()
  await page.close()
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  return { what: 'script of the first page, compressed', value: bytes, unit: 'B', goal: { most: 300_000 } }
}

/** Notes when the first row of a table has a text, in ms since the browser began to load the page. */
const NOTES_FIRST_ROW = `
  const observer = new MutationObserver(() => {
    if (!document.querySelector('tbody td')?.textContent) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => { window.firstRowMs = performance.now() }))
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })`

/** How long it takes until the first players of all are shown, with the files of the page in the browser. */
async function firstRow(browser: Browser, base: string, times: number): Promise<Row> {
  const page = await browser.newPage()
  await page.addInitScript(NOTES_FIRST_ROW)
  const found: number[] = []
  for (let i = 0; i <= times; i += 1) {
    await page.goto(`${base}/players`)
    await page.locator('tbody td').first().waitFor()
    // The policy of the page lets the browser's own tools evaluate only what is asked for once.
    let ms: unknown
    while (ms === undefined) ms = await page.evaluate('window.firstRowMs')
    // The first visit fills the cache of the browser.
    if (i > 0) found.push(Number(ms))
  }
  await page.close()
  return {
    what: 'first players on the page',
    value: median(found),
    unit: 'ms',
    goal: { most: 300 },
  }
}

/** A burst of plays, and the processor time that the server took for a play, in s. */
interface Burst extends BurstResult {
  readonly cpuOfPlay: number
}

/** The processor time that the server has taken so far, in s, and its plays, as its metrics say. */
async function workOf(port: number): Promise<{ readonly cpuS: number; readonly plays: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/_gamify/metrics`)).text()
  const [cpuS = Number.NaN, plays = Number.NaN] = [
    /^process_cpu_seconds_total (\S+)/m,
    /^gamify_plays_total\{runtime="staging"\} (\S+)/m,
  ].map((line) => Number(line.exec(text)?.[1]))
  return { cpuS, plays }
}

/**
 * What plays a second lose while a page is open, and what the server alone loses. The browser shares the processors with the
 * load and the server.
 */
async function playsRows(
  browser: Browser,
  base: string,
  { name, path, first }: (typeof PAGES)[number],
  pairs: number,
  burst: () => Promise<Burst>,
): Promise<Row[]> {
  let page: Page | undefined
  const open = async (): Promise<Burst> => {
    page ??= await browser.newPage()
    await page.goto(base + path)
    await page.locator(first).first().waitFor()
    const result = await burst()
    await page.goto('about:blank')
    return result
  }
  const found = await paired(pairs, open, burst)
  await page?.close()
  const ratio = rateRatio(found, ({ answered, ms }) => answered / ms)
  const ofServer = rateRatio(found, ({ cpuOfPlay }) => 1 / cpuOfPlay)
  return [
    { what: `plays a second with the page open / without: ${name}`, ...ratio, goal: { least: 0.95 } },
    {
      what: `plays in a second of the server's processor, with / without: ${name}`,
      ...ofServer,
      goal: { least: 0.95 },
    },
  ]
}
