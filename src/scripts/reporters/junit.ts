import { differenceLines } from '../difference-text.ts'
import { type Reporter, type Script, type ScriptResult, type TimedResult, countsOf } from '../runner.ts'
import { stepSentence } from '../step-sentence.ts'

/**
 * Reports everything at the end as one XML document in the JUnit format of CI servers: a suite for each script, a case
 * for each step. `startedMs` is the machine's time.
 */
export function junitReporter(write: (text: string) => void, startedMs: number): Reporter {
  return {
    end: (results) => {
      const suites = results.map((script, index) => suite(script, index, startedMs))
      write(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`)
    },
  }
}

function suite({ script, results }: ScriptResult, id: number, startedMs: number): string {
  const { failed, skipped } = countsOf(results)
  const attributes = {
    id,
    package: script.file,
    name: script.name,
    // The schema does not allow a time zone, so the time is in UTC.
    timestamp: new Date(startedMs).toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: results.length,
    failures: failed,
    errors: 0,
    skipped,
    time: seconds(results.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0)),
  }
  const cases = results.map((result) => testCase(script, result))
  return [
    `  <testsuite${attributesText(attributes)}>\n`,
    '    <properties/>\n',
    ...cases,
    '    <system-out/>\n    <system-err/>\n  </testsuite>\n',
  ].join('')
}

function testCase({ file, steps }: Script, { place: index, outcome, differences, elapsedMs }: TimedResult): string {
  const step = steps[index]
  const attributes = {
    name: `${step?.line}:${step?.column} ${step ? stepSentence(step.step) : ''}`,
    classname: file,
    time: seconds(elapsedMs),
  }
  const head = `    <testcase${attributesText(attributes)}`
  if (outcome === 'passed') return `${head}/>\n`
  if (outcome === 'skipped') return `${head}>\n      <skipped/>\n    </testcase>\n`
  const lines = differences.flatMap((difference) => [
    difference.path,
    ...differenceLines(difference).map(({ text }) => `  ${text}`),
  ])
  const message = `not as expected: ${differences.map(({ path }) => path).join(', ')}`
  const text = [`${file}:${step?.line}:${step?.column}`, ...lines].map(escapeText).join('\n')
  const failure = `<failure${attributesText({ message, type: 'expectation' })}>${text}</failure>`
  return `${head}>\n      ${failure}\n    </testcase>\n`
}

/** Precise enough that the shares of a call's time add up to it. */
const seconds = (ms: number): string => (ms / 1000).toFixed(6)

const attributesText = (attributes: Readonly<Record<string, string | number>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`)
    .join('')

/** Characters that XML cannot contain: most control characters, unpaired surrogates, and two noncharacters. */
const UNREPRESENTABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes a text for XML, on one line. */
const escapeText = (text: string): string =>
  text
    .replace(UNREPRESENTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? '')
