import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPageScript } from '../../src/lab/page/page-script.ts'
import { simulationPage } from '../../src/lab/page/simulation-page.ts'
import { varyPage } from '../../src/lab/page/vary-page.ts'
import { whatIfPage } from '../../src/lab/page/what-if-page.ts'
import { combineRuns } from '../../src/lab/simulate/repeated.ts'
import type { GroupReport, PointsRow, SetRow, SimulationReport, StateRow } from '../../src/lab/simulate/report.ts'
import { chromiumPath, looks, narrow, openBrowser, skippedWithout, wide } from '../support/chromium.ts'
import { sampleReport } from '../support/sample-report.ts'
import { shownFigure, variedReport } from '../support/varied-report.ts'
import { whatIfReport } from '../support/what-if-report.ts'

/** Where pictures of the page are kept: an artefact of the test run. */
const ARTEFACTS = fileURLToPath(new URL('../../artefacts/lab-page/', import.meta.url))

/** A tab, with what it requested and logged. */
interface Opened {
  readonly page: Page
  readonly requested: string[]
  readonly logged: string[]
  readonly url: string
}

describe.skipIf(chromiumPath === undefined)(`the pages of the lab in a browser${skippedWithout}`, () => {
  let browser: Browser
  let directory: string
  let script: string
  let axe: string
  beforeAll(async () => {
    browser = await openBrowser()
    directory = await mkdtemp(join(tmpdir(), 'gamify-page-'))
    script = await readPageScript()
    axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  })
  afterAll(() => Promise.all([browser?.close(), directory && rm(directory, { recursive: true })]))

  /** A tab without a network that shows reports from disk, with what it requested and logged. */
  async function openReports(
    reports: SimulationReport | readonly SimulationReport[],
    options: BrowserContextOptions = {},
  ): Promise<Opened> {
    return openPage(simulationPage(reports, { script, names: { launch: 'The first month' } }), options)
  }

  /** A tab like that of `openReports`, which shows a page. */
  async function openPage(content: string, options: BrowserContextOptions = {}): Promise<Opened> {
    const file = join(directory, `${files++}.html`)
    await writeFile(file, content)
    const page = await browser.newPage({ viewport: wide, ...options })
    await page.context().setOffline(true)
    const requested: string[] = []
    const logged: string[] = []
    page.on('request', (request) => void requested.push(request.url()))
    page.on('console', (message) => void logged.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => void logged.push(String(error)))
    const url = String(pathToFileURL(file))
    await page.goto(url)
    return { page, requested, logged, url }
  }
  let files = 0

  /** Holds a page to what holds for all pages, opened in all of its parts, and keeps a picture of it. */
  async function expectSound(
    { page, requested, logged, url }: Opened,
    picture: string,
    widthPx: number,
  ): Promise<void> {
    await drawAll(page)
    await page.screenshot({ path: `${ARTEFACTS}${picture}.png`, fullPage: true })
    await openTables(page)
    await page.evaluate(axe)
    const found = await page.evaluate(
      `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)]))`,
    )
    expect(found).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(widthPx)
    expect(await page.locator('figure').count()).toBe(await page.locator('figure table').count())
    expect({ requested, logged }).toEqual({ requested: [url], logged: [] })
  }

  /** Draws all plots, as if a reader had scrolled through the page. */
  async function drawAll(page: Page): Promise<void> {
    await page.evaluate(`(async () => {
      for (const chart of document.querySelectorAll('.chart'))
        while (chart.checkVisibility() && !chart.querySelector('svg')) {
          chart.scrollIntoView({ behavior: 'instant' })
          await new Promise(requestAnimationFrame)
        }
      scrollTo({ top: 0, behavior: 'instant' })
    })()`)
  }

  /** Opens all tables, with all of their rows. */
  async function openTables(page: Page): Promise<void> {
    await page.evaluate(`(async () => {
      for (const details of document.querySelectorAll('details')) details.open = true
      await new Promise((resolve) => setTimeout(resolve))
      for (let more; (more = document.querySelector('.rows-more')); ) more.click()
    })()`)
  }

  /** The exact figures in the table of a plot, row by row. */
  async function figuresOf(page: Page, plot: string): Promise<string[][]> {
    const rows = page.locator(`[data-plot="report-0-${plot}"] tbody tr`)
    await rows.first().waitFor()
    const selector = JSON.stringify(`[data-plot="report-0-${plot}"] tbody tr`)
    const found = await page.evaluate(
      `[...document.querySelectorAll(${selector})].map((row) => [...row.querySelectorAll('data')].map(({ value }) => value))`,
    )
    return found as string[][]
  }

  test.each(looks)(
    'is accessible, requests nothing and logs nothing: $viewport.width pixels, $colorScheme',
    async ({ colorScheme, viewport }) => {
      const opened = await openReports(sampleReport({ days: 14 }), { colorScheme, viewport })
      await expectSound(opened, `${colorScheme}-${viewport.width}`, viewport.width)
    },
  )

  test('has the figures of the report in the table of each plot', async () => {
    const report = sampleReport()
    const { page } = await openReports(report)
    await openTables(page)
    await expectFigures(page, report, report.all)
  })

  test('has those of a persona after a switch', async () => {
    const report = sampleReport()
    const { page } = await openReports(report)
    await page.getByRole('radio', { name: 'grinder' }).check()
    await openTables(page)
    await expectFigures(page, report, report.personas['grinder'] as GroupReport)
  })

  async function expectFigures(page: Page, report: SimulationReport, group: GroupReport): Promise<void> {
    const texts = (list: readonly (string | number | null)[]): string[] =>
      list.filter((one) => one !== null).map(String)
    const rows = <T>(metric: string): readonly T[] => group.metrics[metric] as unknown as readonly T[]

    const order = ['Newcomer', 'Bronze', 'Silver', 'Gold', 'Platinum']
    expect(await figuresOf(page, 'levels-rank')).toEqual(
      rows<StateRow>('rank').map(({ share }) => texts(order.map((state) => share[state] ?? 0))),
    )
    for (const metric of ['coins', 'power', 'xp'])
      expect(await figuresOf(page, `scores-${metric}`)).toEqual(
        rows<PointsRow>(metric).map(({ p5, p25, median, p75, p95, mean, total, gini }) =>
          texts([p5, p25, median, p75, p95, mean, total, gini]),
        ),
      )
    for (const metric of ['coins', 'xp'])
      expect(await figuresOf(page, `flows-${metric}`)).toEqual(
        group.flows
          .filter((row) => row.metric === metric)
          .map(({ given, taken, times }) => texts([given, taken, times])),
      )
    const lanes = group === report.all ? [group, ...Object.values(report.personas)] : [group]
    expect(await figuresOf(page, 'milestones-rank')).toEqual(
      order.flatMap((level) =>
        lanes.map(({ reached }) => {
          const { players, share, days, plays } = reached[`rank:${level}`] as GroupReport['reached'][string]
          return texts([players, share, days.p25, days.median, days.p75, plays.p25, plays.median, plays.p75])
        }),
      ),
    )
    let [joined, left] = [0, 0]
    expect(await figuresOf(page, 'presence-players')).toEqual(
      group.days.map((day) => {
        joined += day.joined
        left += day.left
        return texts([joined, joined - left, day.active, day.plays])
      }),
    )
    expect(await figuresOf(page, 'presence-turnover')).toEqual(group.days.map((day) => texts([day.joined, day.left])))
    const refused = (await figuresOf(page, 'refusals-codes')).map((cells) => cells.map(Number))
    expect(refused.map((cells) => cells.slice(0, -1).reduce((sum, times) => sum + times, 0))).toEqual(
      group.days.map((day) => Object.values(day.refused).reduce((sum, times) => sum + times, 0)),
    )
    const last = rows<SetRow>('badges').at(-1) as SetRow
    const items = Object.keys(last.holders).toSorted(
      (a, b) => (last.holders[b] ?? 0) - (last.holders[a] ?? 0) || (a < b ? -1 : 1),
    )
    expect(await figuresOf(page, 'items-badges')).toEqual(
      rows<SetRow>('badges').map((row) =>
        items.flatMap((item) => texts([row.holders[item] ?? null, row.items[item] ?? null])),
      ),
    )
    const weeks = report.boards['top']?.filter(({ cycle }) => cycle === 'weekly') ?? []
    expect(await figuresOf(page, 'boards-top, weekly/places')).toEqual(
      weeks.map(({ scores }) => texts([scores['1'], scores['10'], scores['100']])),
    )
    expect(await figuresOf(page, 'boards-top, weekly/first ten')).toEqual(
      weeks.map(({ first_ten: { personas, joined_days_ago: days } }) =>
        texts([...Object.keys(report.personas).map((persona) => personas[persona] ?? 0), days]),
      ),
    )
  }

  test('shows the expectations without a script, and says that the plots need one', async () => {
    const { page } = await openReports(sampleReport(), { javaScriptEnabled: false })
    const expectations = page.getByRole('region', { name: 'Expectations' })
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('The first month')
    expect(
      (await expectations.getByRole('row').allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim()),
    ).toEqual([
      'Result Figure Expected Seen',
      '✓ held Median days until the grinder players reach rank:Gold 3 to 30 15.34',
      '✗ failed Share of all players who reach badges:Rookie at least 90 % 89.9 %',
      '✓ held Gini coefficient of coins after day 30 at most 0.6 0.479',
      '✗ failed Ratio of coins taken to coins given 0.9 to 1.1 0.71',
      '✓ held Share of tries refused with rate_limit_exceeded at most 5 % 1.2 %',
    ])
    expect(await page.locator('noscript p').textContent()).toContain('need JavaScript')
    expect(await page.locator('noscript p').isVisible()).toBe(true)
  })

  test('is used with the keyboard alone', async () => {
    const { page } = await openReports(sampleReport())
    const focused = page.locator(':focus')
    const tabTo = async (role: string): Promise<void> => {
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('Tab')
        if ((await page.evaluate('document.activeElement.type ?? document.activeElement.localName')) === role) return
      }
      throw new Error(`there is no way to a ${role}`)
    }
    await tabTo('radio')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('status').textContent()).toBe('Players of the persona regular: 300')
    expect(await page.getByRole('radio', { name: 'regular' }).isChecked()).toBe(true)
    await tabTo('button')
    expect(await focused.textContent()).toBe('Newcomer')
    await page.keyboard.press('Enter')
    expect(await focused.getAttribute('aria-pressed')).toBe('false')
    await tabTo('summary')
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'Share of players in each state of rank, by day' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await focused.getAttribute('aria-label')).toContain('rank, by day')
  })

  test('keeps open tables open when another persona is shown', async () => {
    const { page } = await openReports(sampleReport())
    await page.locator('[data-plot="report-0-scores-xp"] summary').click()
    await page.getByRole('radio', { name: 'casual' }).check()
    await page.getByRole('table', { name: 'Percentiles of xp, by day' }).waitFor()
    expect(await page.getByRole('table', { name: 'by day' }).count()).toBe(1)
  })

  test('shows the figures of what is pointed at', async () => {
    const report = sampleReport()
    const { page } = await openReports(report)
    const chart = page.locator('[data-plot="report-0-scores-xp"] .chart')
    await chart.scrollIntoViewIfNeeded()
    await chart.locator('svg').waitFor()
    await chart.hover({ position: { x: 600, y: 150 } })
    const tip = chart.locator('.tip')
    await tip.waitFor()
    const day = Number((await tip.locator('strong').textContent())?.replace('Day ', ''))
    const row = (report.all.metrics['xp'] as readonly PointsRow[])[day - 1]
    expect(await tip.locator('dd').first().textContent()).toBe(row?.p5)
  })

  test('is printed on white with all of its plots, also from a dark screen', async () => {
    const { page, logged } = await openReports(sampleReport(), { colorScheme: 'dark' })
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.length).toBeGreaterThan(50_000)
    expect(await page.locator('.chart svg').count()).toBe(await page.locator('.chart').count())
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    expect(logged).toEqual([])
  })

  test('does not run what names say', async () => {
    const { page, requested, logged, url } = await openReports(hostileReport(), { colorScheme: 'light' })
    await drawAll(page)
    await openTables(page)
    for (const chart of await page.locator('.chart').all()) {
      await chart.hover({ position: { x: 300, y: 90 } })
    }
    for (const name of await page.getByRole('radio').all()) await name.check()
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(await page.locator('img, b').count()).toBe(0)
    expect({ requested, logged }).toEqual({ requested: [url], logged: [] })
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(HOSTILE)
    expect(await page.locator('h3').allTextContents()).toContain(HOSTILE)
    expect(JSON.parse((await page.locator('#data').textContent()) ?? '')).toEqual({
      kind: 'simulation',
      reports: [hostileReport()],
      orders: {},
    })
  })

  test('says what there is nothing of', async () => {
    const none: GroupReport = { players: 0, days: [], metrics: {}, flows: [], reached: {} }
    const empty = { ...sampleReport({ days: 1 }), expect: [], all: none, personas: {}, boards: {} }
    const { page, logged } = await openReports(empty)
    expect(await page.locator('.empty').allTextContents()).toEqual([
      'The design has no metric with states or levels.',
      'The design has no metric with points.',
      'Nothing gave or took any points.',
      'Nobody could reach anything: the design has no levels, items or processes.',
      'The report has no days.',
      'The game refused nothing.',
      'The design has no sets of items.',
      'The design has no boards of players.',
    ])
    await page.getByText('The simulation expects nothing.').waitFor()
    expect(logged).toEqual([])
  })

  const varied = (numbers: 1 | 2): string =>
    varyPage(variedReport(numbers), { script, name: 'The first month', figures: [shownFigure] })

  test.each(looks.flatMap((look) => ([1, 2] as const).map((numbers) => ({ ...look, numbers }))))(
    'the page of --vary, given $numbers times, is sound: $viewport.width pixels, $colorScheme',
    async ({ colorScheme, viewport, numbers }) => {
      const opened = await openPage(varied(numbers), { colorScheme, viewport })
      await expectSound(opened, `vary-${numbers}-${colorScheme}-${viewport.width}`, viewport.width)
    },
  )

  test('the page of a varied number marks the values that meet all expectations, also without a script', async () => {
    const { page } = await openPage(varied(1), { javaScriptEnabled: false })
    await page.getByText('2 of 4 values meet all 2 expectations: 10, 20.').waitFor()
    const rows = await page.getByRole('region', { name: 'What each value came to' }).getByRole('row').allTextContents()
    expect(rows.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'Value Expectations Median days until all players reach rank:Gold',
      '5 ✗ 1 of 2 hold nothing to measure',
      '10 ✓ all 2 hold 10',
      '20 ✓ all 2 hold 5',
      '40 ✗ 1 of 2 hold 2.5',
    ])
  })

  test('the page of two varied numbers says what is seen with the pair that is pointed at', async () => {
    const { page } = await openPage(varied(2))
    const chart = page.locator('[data-plot="vary-expectations-expectation-1"] .chart')
    await chart.scrollIntoViewIfNeeded()
    await chart.locator('svg').waitFor()
    await chart.getByText('✓ 200').first().hover()
    await chart.locator('.tip').waitFor()
    expect(await chart.locator('.tip strong').textContent()).toBe('actions/like.rules.0.rewards.0.value 20')
    expect(await chart.locator('.tip dd').allTextContents()).toEqual([
      expect.stringMatching(/^(500|1000)$/),
      '200',
      'all 2 hold',
    ])
  })

  const repeated = combineRuns(
    [7, 8, 9].map((players) => sampleReport({ days: players })).map((report) => ({ ...report, days: 9 })),
  )

  test.each(looks)(
    'the page of several runs is sound: $viewport.width pixels, $colorScheme',
    async ({ colorScheme, viewport }) => {
      const page = simulationPage(repeated, { script })
      await expectSound(
        await openPage(page, { colorScheme, viewport }),
        `runs-${colorScheme}-${viewport.width}`,
        viewport.width,
      )
    },
  )

  test('the page of several runs shows means with their intervals, and says so', async () => {
    const { page } = await openPage(simulationPage(repeated, { script }))
    await page.getByText('Every figure is the mean of 3 runs').waitFor()
    await openTables(page)
    const { plays } = repeated.all.days[0] as (typeof repeated)['all']['days'][number]
    expect((await figuresOf(page, 'presence-players'))[0]?.at(-1)).toBe(String(plays.mean))
    const cells = await page.locator('[data-plot="report-0-scores-xp"] tbody tr').last().locator('td').allTextContents()
    expect(cells.filter((text) => text.includes('±')).length).toBeGreaterThan(4)
    const held = await page.getByRole('region', { name: 'Expectations' }).getByRole('row').first().textContent()
    expect(held?.replace(/\s+/g, ' ').trim()).toBe('Result Figure Expected Mean seen Held in')
  })

  const whatIf = async (): Promise<string> => whatIfPage(await whatIfReport(), { script, name: 'Overflow' })

  test.each(looks)(
    'the page of what-if is sound: $viewport.width pixels, $colorScheme',
    async ({ colorScheme, viewport }) => {
      const opened = await openPage(await whatIf(), { colorScheme, viewport })
      await expectSound(opened, `what-if-${colorScheme}-${viewport.width}`, viewport.width)
    },
  )

  test('the page of what-if has the figures of its report in its tables', async () => {
    const report = await whatIfReport()
    const { page } = await openPage(whatIfPage(report, { script, name: 'Overflow' }))
    await openTables(page)
    const inTable = async (plot: string): Promise<unknown> =>
      page.evaluate(
        `[...document.querySelectorAll('[data-plot="what-if-${plot}"] tbody tr')].map((row) => [...row.querySelectorAll('data')].map(({ value }) => value))`,
      )
    const { xp, rank, badges } = report.metrics
    const texts = (...all: readonly unknown[]): string[] => all.map(String)
    const { before, after } = xp?.figures ?? {}
    expect(await inTable('points-xp')).toEqual(
      (['p95', 'p75', 'median', 'mean', 'p25', 'p5'] as const).map((name) => texts(before?.[name], after?.[name])),
    )
    expect(await inTable('points-xp/most')).toEqual(
      [...(xp?.most_gained ?? []), ...(xp?.most_lost ?? []).toReversed()].map((row) =>
        texts(row.before, row.after, row.by),
      ),
    )
    const cells = (await inTable('states-rank')) as string[][]
    const states = rank?.states ?? []
    expect(cells.map((row) => row.reduce((sum, each) => sum + Number(each), 0))).toEqual(
      states.map((each) => each.before),
    )
    expect(states.map((_, x) => cells.reduce((sum, row) => sum + Number(row[x]), 0))).toEqual(
      states.map((each) => each.after),
    )
    const held = (await inTable('items-badges')) as string[][]
    // The item with the largest change is first.
    const holders = ['Expert', 'Fan', 'Regular'].map((item) => badges?.holders?.[item])
    expect(held).toEqual(holders.map((each) => texts(each?.before, each?.after)))
    expect(JSON.parse((await page.locator('#data').textContent()) ?? '')).toEqual({ kind: 'what-if', report })
  })

  test('the page of what-if is readable without a script, and prints all of its plots', async () => {
    const { page } = await openPage(await whatIf(), { javaScriptEnabled: false })
    await page.getByText('1 of 2 expectations failed.').waitFor()
    for (const name of ['What players would lose', 'The first refused commands', 'How the boards would differ'])
      expect(await page.getByRole('region', { name }).getByRole('row').count()).toBeGreaterThan(1)
    const { page: printed } = await openPage(await whatIf(), { colorScheme: 'dark' })
    await printed.pdf({ format: 'A4', path: `${ARTEFACTS}what-if.pdf` })
    expect(await printed.locator('.chart svg').count()).toBe(await printed.locator('.chart').count())
  })

  test('the page of what-if does not run what names say, and says what there is nothing of', async () => {
    const same = await whatIfReport()
    const hostile = { ...same, metrics: { [HOSTILE]: same.metrics['xp'] ?? { players_changed: 0 } }, boards: {} }
    const { page, logged } = await openPage(whatIfPage(hostile, { script, name: HOSTILE }))
    await drawAll(page)
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(await page.locator('img, b').count()).toBe(0)
    expect(logged).toEqual([])
    expect(await page.locator('.empty').allTextContents()).toEqual([
      'No player would have another level or state.',
      'No player would hold other items.',
      'As many processes of each definition would end.',
      'The designs share no boards.',
    ])
  })

  test('shows one of several reports at a time', async () => {
    const { page, logged } = await openReports([
      sampleReport(),
      { ...sampleReport({ days: 3 }), simulation: 'second', partial: true },
    ])
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['The first month'])
    await page.getByRole('radio', { name: 'second' }).check()
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['second'])
    await page.getByText('This is a part of the simulation').waitFor()
    await drawAll(page)
    expect(logged).toEqual([])
  })

  test('stays usable with a year, 30 metrics, 12 personas and 100 items', async () => {
    const { page, logged } = await openReports(largeReport(), { viewport: narrow })
    await page.getByRole('radio', { name: 'persona 12' }).check()
    expect(await page.getByRole('status').textContent()).toBe('Players of the persona persona 12: 5')
    expect(await page.locator('.more > summary').textContent()).toBe('24 more')
    expect(await page.locator('.more .chart svg').count()).toBe(0)
    await page.locator('[data-plot="report-0-items-badges"] summary').click()
    const rows = page.locator('[data-plot="report-0-items-badges"] tbody tr')
    expect(await rows.count()).toBe(120)
    await page.getByRole('button', { name: 'Show 120 more of 245 rows' }).click()
    expect(await rows.count()).toBe(240)
    await drawAll(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(narrow.width)
    expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(120_000)
    expect(logged).toEqual([])
  })
})

const HOSTILE = `</script><!--<script><img src=x onerror="window.ran = true"><b>&amp;"'`

/** A report in which names of each kind would run if they were markup. */
function hostileReport(): SimulationReport {
  const name = JSON.stringify(HOSTILE).slice(1, -1)
  const parts = /(?<=")(casual|xp|launch|top)(?=")|rate_limit_exceeded|Gold|Rookie|actions\/answer/g
  return JSON.parse(JSON.stringify(sampleReport({ days: 4 })).replaceAll(parts, () => name)) as SimulationReport
}

function largeReport(): SimulationReport {
  const personas = Array.from({ length: 12 }, (_, i) => [
    `persona ${i + 1}`,
    { players: 5, eagerness: 0.3 + i / 20, xp: 5 + 4 * i, joinsOverDays: 30, leavesPerDay: 0.002 },
  ])
  return sampleReport({
    days: 365,
    personas: Object.fromEntries(personas),
    badges: Array.from({ length: 100 }, (_, i) => `Badge ${i + 1}`),
    moreMetrics: 27,
  })
}
