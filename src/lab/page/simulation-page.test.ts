import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sampleReport } from '../../../test/support/sample-report.ts'
import { readPageScript } from './page-script.ts'
import { simulationPage } from './simulation-page.ts'

const script = "console.log('</a>')"
const report = sampleReport({ days: 2 })

/** The texts of the elements of a kind. */
const textsOf = (page: string, kind: string): readonly string[] =>
  [...page.matchAll(new RegExp(`<${kind}[^>]*>(.*?)</${kind}>`, 'gs'))].map(([, text]) => text ?? '')

test('allows its own script and styles by their hashes, and nothing else', () => {
  const page = simulationPage(report, { script })
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'")
  const hash = (text = ''): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(textsOf(page, 'style')[0])}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ])
})

test('gives the same page for the same reports', () => {
  expect(simulationPage([report], { script })).toBe(simulationPage(sampleReport({ days: 2 }), { script }))
})

test('holds the reports as they are', () => {
  const orders = { rank: ['</script>', 'Gold'] }
  const [data] = textsOf(simulationPage(report, { script, orders }), 'script')
  expect(JSON.parse(data ?? '')).toEqual({ kind: 'simulation', reports: [report], orders })
})

test('refuses a script that would end before its end', () => {
  expect(() => simulationPage(report, { script: 'let a = "</script>"' })).toThrow('would end before its end')
})

test('shows the name of a simulation, else its id', () => {
  const named = simulationPage(report, { script, names: { launch: 'The <first> month' } })
  expect([textsOf(named, 'h1'), textsOf(named, 'title')]).toEqual([
    ['The &lt;first&gt; month'],
    ['The &lt;first&gt; month: simulation'],
  ])
  expect(textsOf(simulationPage({ ...report, simulation: 'toString' }, { script }), 'h1')).toEqual(['toString'])
})

test('has a script with the notices that its library requires, and no address that a page would request', async () => {
  const built = await readPageScript()
  expect(built).toContain('The Apache Software Foundation')
  expect(built).toContain('Baidu Inc.')
  expect(built).toContain('Mike Bostock')
  expect(built).not.toMatch(/sourceMappingURL|<\/script|<!--/i)
})
