import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import type { Reporter, Script, ScriptResult, TimedResult } from '../runner.ts'
import { readSteps } from '../script-file.ts'
import { jsonReporter } from './json.ts'
import { junitReporter } from './junit.ts'
import { specReporter, type SpecStyle } from './spec.ts'

const values = [
  { as: 'neo', action: 'like', expect: { events: ['action', 'level'] } },
  { expect: { player: 'neo', scores: { xp: '30', rank: 'Bronze' } } },
  { advance: '1d' },
]

const scriptOf = (file: string, name: string, given: readonly unknown[] = values): Script => {
  const steps = readSteps(given)
  if ('problems' in steps) throw new Error('a test has wrong steps')
  return { file, name, players: [], steps: steps.map((step, i) => ({ ...step, line: i + 3, column: 5 })) }
}

const result = (place: number, differences: TimedResult['differences'] = []): TimedResult => ({
  place,
  outcome: differences.length > 0 ? 'failed' : 'passed',
  differences,
  elapsedMs: 2,
  isShare: false,
})

const events = { path: 'events', wanted: ['action', 'level'], got: ['action'] }
const scores = [
  { path: 'scores.xp', wanted: '30', got: '20' },
  { path: 'scores.rank', wanted: 'Bronze', got: undefined },
]

/** One script that fails, one that was left out after it. */
const played: readonly ScriptResult[] = [
  { script: scriptOf('scripts/a.json', 'Likes'), results: [result(0, [events]), result(1, scores), result(2)] },
  {
    script: scriptOf('b.json', 'Left out', [{ advance: '1h' }]),
    results: [{ place: 0, outcome: 'skipped', differences: [], elapsedMs: 0, isShare: false }],
  },
]

/** All that a reporter writes. */
async function toldBy(open: (write: (text: string) => void) => Reporter, all = played): Promise<string> {
  let told = ''
  const reporter = open((text) => (told += text))
  for (const { script, results } of all) {
    reporter.begin?.(script)
    for (const one of results) reporter.step?.(script, one)
  }
  await reporter.end(all)
  return told
}

const same = (text: string): string => text
const style: SpecStyle = { good: same, bad: same, faint: same, strong: same, safe: same, unicode: true, quiet: false }

test('spec tells a line a step, and of what was wanted and got', async () => {
  expect(await toldBy((write) => specReporter(write, style))).toBe(
    [
      'Likes (scripts/a.json)',
      '  ✗ neo plays like -> action, level',
      '      at scripts/a.json:3:5',
      '      events',
      '        wanted  action, level',
      '        got     action',
      '        missing level',
      '  ✗ neo has xp 30, rank Bronze',
      '      at scripts/a.json:4:5',
      '      scores.xp',
      '        wanted  30',
      '        got     20',
      '      scores.rank',
      '        wanted  Bronze',
      '        got     nothing',
      '  ✓ the clock advances by 1d',
      'Left out (b.json)',
      '  - the clock advances by 1h',
      '1 passed, 2 failed, 1 skipped',
      '',
    ].join('\n'),
  )
})

test('spec is quiet but for what failed, plain where there is no Unicode, and makes text from outside safe', async () => {
  const safe = (text: string): string => text.replaceAll('\u001b', '^')
  const script = scriptOf('\u001b.json', 'x', [{ request: 'GET /\u001b' }])
  const all = [{ script, results: [result(0, [{ path: '\u001b', wanted: '\u001b', got: '' }])] }]
  expect(await toldBy((write) => specReporter(write, { ...style, safe, unicode: false, quiet: true }), all)).toBe(
    ['  FAILED GET /^', '      at ^.json:3:5', '      ^', '        wanted  ^', '        got     ""', ''].join('\n'),
  )
})

test('json tells of everything in one document', async () => {
  expect(JSON.parse(await toldBy(jsonReporter))).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    scripts: [
      {
        file: 'scripts/a.json',
        name: 'Likes',
        elapsed_ms: 6,
        passed: 1,
        failed: 2,
        skipped: 0,
        steps: [
          { line: 3, column: 5, step: values[0], outcome: 'failed', elapsed_ms: 2, differences: [events] },
          {
            line: 4,
            column: 5,
            step: values[1],
            outcome: 'failed',
            elapsed_ms: 2,
            differences: [scores[0], { ...scores[1], got: null }],
          },
          { line: 5, column: 5, step: values[2], outcome: 'passed', elapsed_ms: 2, differences: [] },
        ],
      },
      {
        file: 'b.json',
        name: 'Left out',
        elapsed_ms: 0,
        passed: 0,
        failed: 0,
        skipped: 1,
        steps: [{ line: 3, column: 5, step: { advance: '1h' }, outcome: 'skipped', elapsed_ms: 0, differences: [] }],
      },
    ],
  })
})

test('the time of steps that went in one call is that of the call: none by itself in json, an equal share in junit', async () => {
  const [all] = played
  if (!all) throw new Error('there is no script')
  const shares = all.results.map((one) => ({ ...one, elapsedMs: 0.5, isShare: true }))
  const together = [{ ...all, results: shares }]
  const [script] = (JSON.parse(await toldBy(jsonReporter, together)) as { scripts: { steps: object[] }[] }).scripts
  expect(script?.steps.filter((step) => Object.hasOwn(step, 'elapsed_ms'))).toEqual([])
  expect(script).toMatchObject({ elapsed_ms: 2 })
  const xml = await toldBy((write) => junitReporter(write, 0), together)
  expect(xml.match(/time="[^"]*"/g)).toEqual(['time="0.001500"', ...Array<string>(3).fill('time="0.000500"')])
})

describe('junit', () => {
  const STARTED_MS = Date.UTC(2030, 0, 6, 12)
  const open = (write: (text: string) => void): Reporter => junitReporter(write, STARTED_MS)

  test('tells of a suite a script and a case a step', async () => {
    expect(await toldBy(open)).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite id="0" package="scripts/a.json" name="Likes" timestamp="2030-01-06T12:00:00" hostname="localhost" tests="3" failures="2" errors="0" skipped="0" time="0.006000">
    <properties/>
    <testcase name="3:5 neo plays like -&gt; action, level" classname="scripts/a.json" time="0.002000">
      <failure message="not as expected: events" type="expectation">scripts/a.json:3:5
events
  wanted  action, level
  got     action
  missing level</failure>
    </testcase>
    <testcase name="4:5 neo has xp 30, rank Bronze" classname="scripts/a.json" time="0.002000">
      <failure message="not as expected: scores.xp, scores.rank" type="expectation">scripts/a.json:4:5
scores.xp
  wanted  30
  got     20
scores.rank
  wanted  Bronze
  got     nothing</failure>
    </testcase>
    <testcase name="5:5 the clock advances by 1d" classname="scripts/a.json" time="0.002000"/>
    <system-out/>
    <system-err/>
  </testsuite>
  <testsuite id="1" package="b.json" name="Left out" timestamp="2030-01-06T12:00:00" hostname="localhost" tests="1" failures="0" errors="0" skipped="1" time="0.000000">
    <properties/>
    <testcase name="3:5 the clock advances by 1h" classname="b.json" time="0.000000">
      <skipped/>
    </testcase>
    <system-out/>
    <system-err/>
  </testsuite>
</testsuites>
`,
    )
  })

  test('is XML of the schema that CI servers go by, whatever the texts are', async () => {
    const nasty = '<&>"\' ]]> \u0000\u001b[31m\n\t\ud800 \u{1f600} \ufffe \uffff é'
    const script = scriptOf(nasty, nasty, [{ request: 'GET /x', body: nasty }, { advance: '1h' }])
    const all: readonly ScriptResult[] = [
      { script, results: [result(0, [{ path: nasty, wanted: nasty, got: { a: nasty } }]), result(1)] },
      ...played,
    ]
    const told = await toldBy(open, all)
    expect(() => holdToSchema(told)).not.toThrow()
    expect(told).toContain('&lt;&amp;&gt;')
    expect(told).toContain('\u{1f600}')
  })

  test.each([
    ['a suite without its time', (xml: string) => xml.replace(' time="0.006000"', '')],
    ['a case out of place', (xml: string) => xml.replace('    <system-out/>\n', '')],
    ['a count that is none', (xml: string) => xml.replace('tests="3"', 'tests="three"')],
    ['a failure of no type', (xml: string) => xml.replace(' type="expectation"', '')],
    ['a count that is not true', (xml: string) => xml.replace('failures="2"', 'failures="1"')],
    ['a character that XML has not', (xml: string) => xml.replace('Likes', '\u0001')],
  ])('the check of it finds %s', async (_what, spoil) => {
    const told = await toldBy(open)
    expect(() => holdToSchema(spoil(told))).toThrow()
  })
})

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
}

const COUNT = /^\d+$/
const SECONDS = /^\d+\.\d+$/
const TOKEN = /^\S(.*\S)?$/s
const ANY = /^/

/** What the schema of JUnit reports says of each element: what attributes it must have, and in which order its children come. */
const schema: Readonly<Record<string, { attributes: Readonly<Record<string, RegExp>>; children: RegExp }>> = {
  testsuites: { attributes: {}, children: /^(testsuite )*$/ },
  testsuite: {
    attributes: {
      id: COUNT,
      package: TOKEN,
      name: TOKEN,
      timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
      hostname: TOKEN,
      tests: COUNT,
      failures: COUNT,
      errors: COUNT,
      skipped: COUNT,
      time: SECONDS,
    },
    children: /^properties (testcase )*system-out system-err $/,
  },
  properties: { attributes: {}, children: /^$/ },
  testcase: { attributes: { name: TOKEN, classname: TOKEN, time: SECONDS }, children: /^((skipped|failure) )?$/ },
  skipped: { attributes: {}, children: /^$/ },
  failure: { attributes: { message: ANY, type: TOKEN }, children: /^$/ },
  'system-out': { attributes: {}, children: /^$/ },
  'system-err': { attributes: {}, children: /^$/ },
}

/** Throws where a text is no XML, or none of the schema, or counts wrongly. */
function holdToSchema(xml: string): void {
  const root = parsed(xml)
  if (root.name !== 'testsuites') throw new Error('the root is another one')
  check(root)
  for (const { attributes, children } of root.children) {
    const cases = children.filter(({ name }) => name === 'testcase')
    const having = (kind: string): number =>
      cases.filter((one) => one.children.some(({ name }) => name === kind)).length
    const counts = [attributes['tests'], attributes['failures'], attributes['skipped']].map(Number)
    expect(counts).toEqual([cases.length, having('failure'), having('skipped')])
  }
}

function check({ name, attributes, children }: Element): void {
  const rules = schema[name]
  if (!rules) throw new Error(`there is no element ${name}`)
  expect(Object.keys(attributes).toSorted()).toEqual(Object.keys(rules.attributes).toSorted())
  for (const [key, pattern] of Object.entries(rules.attributes)) expect(attributes[key]).toMatch(pattern)
  expect(children.map((child) => `${child.name} `).join('')).toMatch(rules.children)
  children.forEach(check)
}

function parsed(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  const [first] = root.children
  if (!first) throw new Error('there is no element')
  return first
}
