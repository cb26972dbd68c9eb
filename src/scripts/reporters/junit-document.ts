/** A suite of a JUnit report. All texts are plain, and are escaped here. */
export interface JunitSuite {
  /** The file that the suite is of. */
  readonly file: string
  readonly name: string
  readonly cases: readonly JunitCase[]
}

/** A case of a suite. */
export interface JunitCase {
  readonly name: string
  readonly elapsedMs: number
  readonly outcome: 'passed' | 'skipped' | JunitFailure
  /** What there is to say about a case that passed. */
  readonly output?: string
}

/** Why a case failed: in a line, and in detail. */
export interface JunitFailure {
  readonly message: string
  readonly lines: readonly string[]
}

/** Returns a case for work that was interrupted. The other cases are about what was known by then: `rest`. */
export function interruptedCase(work: string, rest: string): JunitCase {
  const outcome = { message: `the ${work} was interrupted`, lines: [`the other cases are about ${rest}`] }
  return { name: `the ${work} ran to its end`, elapsedMs: 0, outcome }
}

/** Returns an XML document in the JUnit format of CI servers. `startedMs` is the machine's time. */
export function junitDocument(suites: readonly JunitSuite[], startedMs: number): string {
  const written = suites.map((suite, index) => suiteText(suite, index, startedMs))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${written.join('')}</testsuites>\n`
}

function suiteText({ file, name, cases }: JunitSuite, id: number, startedMs: number): string {
  const attributes = {
    id,
    package: file,
    name,
    // The schema does not allow a time zone, so the time is in UTC.
    timestamp: new Date(startedMs).toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: cases.filter(({ outcome }) => typeof outcome === 'object').length,
    errors: 0,
    skipped: cases.filter(({ outcome }) => outcome === 'skipped').length,
    time: seconds(cases.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0)),
  }
  return [
    `  <testsuite${attributesText(attributes)}>\n`,
    '    <properties/>\n',
    ...cases.map((each) => caseText(file, each)),
    '    <system-out/>\n    <system-err/>\n  </testsuite>\n',
  ].join('')
}

function caseText(file: string, { name, elapsedMs, outcome, output }: JunitCase): string {
  const head = `    <testcase${attributesText({ name, classname: file, time: seconds(elapsedMs) })}`
  if (outcome === 'passed')
    return output === undefined
      ? `${head}/>\n`
      : `${head}>\n      <system-out>${escapeText(output)}</system-out>\n    </testcase>\n`
  if (outcome === 'skipped') return `${head}>\n      <skipped/>\n    </testcase>\n`
  const text = outcome.lines.map(escapeText).join('\n')
  const failure = `<failure${attributesText({ message: outcome.message, type: 'expectation' })}>${text}</failure>`
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
