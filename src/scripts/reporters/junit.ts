import type { Reporter, Script, ScriptResult, TimedResult } from '../runner.ts'
import { differenceLines } from '../difference-text.ts'
import { stepSentence } from '../step-sentence.ts'
import { countsOf } from '../runner.ts'

/**
 * Tells of everything in one XML document of the form that CI servers know from JUnit, when it is over: a suite for each
 * script, a case for each step. `startedMs` is the machine's time.
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
    // The schema has no zone in it, and UTC it is.
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

/** Fine enough for the shares of a call's time to add up to it. */
const seconds = (ms: number): string => (ms / 1000).toFixed(6)

const attributesText = (attributes: Readonly<Record<string, string | number>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`)
    .join('')

/** What XML has no way to say at all: most controls, halves of characters, and two that are none. */
const UNREPRESENTABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text as XML holds it, in one line. */
const escapeText = (text: string): string =>
  text
    .replace(UNREPRESENTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? '')
