import { describe, expect, test } from 'vitest'
import { buildCommander } from '../../src/cli/commander-tree.ts'
import { helpJson, type CommandHelp } from '../../src/cli/help.ts'
import { commonOptions } from '../../src/cli/option.ts'
import { faultTable } from '../../src/game/kernel/fault.ts'
import { routes } from '../../src/game/routes.ts'
import { faultsOf } from '../../src/openapi/described-row.ts'
import { chapters, codesIn, readPage, sectionOf, type Page } from './chapters.ts'
import { citationsIn, citationsInSource, isThere } from './citations.ts'
import { eventNames } from './event-names.ts'
import { documentedRows, inputsOf, rowsByName, twinRows } from './route-tables.ts'

const page = (number: string): Page => {
  const found = chapters.get(number)
  if (!found) throw new Error(`there is no chapter ${number}`)
  return found
}

describe('what comments cite', () => {
  test('is there', () => {
    const lost = citationsInSource().filter((citation) => !isThere(citation))
    expect(lost.map(({ file, said }) => `${file}: ${said}`)).toEqual([])
  })

  test('is read as it is written', () => {
    const source = '/** One. Spec 1 "Change", 4.2, 4.16\n * "Amounts" and `merge`; Spec 3.\n */ // Spec 5.10. Not 9'
    expect(citationsIn('x.ts', source).map(({ number, named }) => ({ number, ...named }))).toEqual([
      { number: '1' },
      { number: '1', title: 'Change' },
      { number: '4.2' },
      { number: '4.16' },
      { number: '4.16', title: 'Amounts' },
      { number: '4.16', code: 'merge' },
      { number: '3' },
      { number: '5.10' },
    ])
  })

  test('would be missed', () => {
    expect(isThere({ number: '4.11' })).toBe(true)
    expect(isThere({ number: '4.1' })).toBe(true)
    expect(isThere({ number: '4.99' })).toBe(false)
    expect(isThere({ number: '10' })).toBe(false)
    expect(isThere({ number: '1', named: { title: 'Change' } })).toBe(true)
    expect(isThere({ number: '2', named: { title: 'Change' } })).toBe(false)
    expect(isThere({ number: '1', named: { code: 'GET /runtime/player' } })).toBe(true)
    expect(isThere({ number: '1', named: { code: 'PUT /runtime/player' } })).toBe(false)
    expect(isThere({ number: '6.3', named: { code: '--log' } })).toBe(true)
    expect(isThere({ number: '6.2', named: { code: '--durability' } })).toBe(false)
  })
})

test('the index names every section', () => {
  const { prose } = readPage('interface.md')
  const sections = [...chapters.values()].flatMap(({ headings }) => headings.filter((title) => /^\d/.test(title)))
  expect(sections.filter((title) => !prose.includes(`[${title.replaceAll('`', '')}]`))).toEqual([])
})

/** Lines about routes with the rows of those that there are. */
const known = <Line extends { readonly name: string }>(lines: readonly Line[]) =>
  lines.flatMap((line) => {
    const row = rowsByName.get(line.name)
    return row ? [{ ...line, row }] : []
  })

describe('the tables of routes', () => {
  test('have every route and no other', () => {
    const documented = [...documentedRows.map(({ name }) => name), ...twinRows.map(({ name }) => name)]
    expect(documented.toSorted()).toEqual([...rowsByName.keys()].toSorted())
  })

  test('have what each route takes', () => {
    const documented = known(documentedRows).filter(({ row }) => inputsOf(row).length > 0)
    expect(documented.map(({ name, takes }) => [name, ...takes.toSorted()])).toEqual(
      documented.map(({ name, row }) => [name, ...inputsOf(row)]),
    )
  })

  test('have what each route may answer that is an error', () => {
    const documented = known(documentedRows)
    expect(documented.map(({ name, errors }) => [name, ...errors.toSorted()])).toEqual(
      documented.map(({ name, row }) => [name, ...row.faults.toSorted()]),
    )
  })

  test('say of each route of version 1 which one of version 2 it is like, and what it takes otherwise', () => {
    const documented = known(twinRows)
    expect(documented.map(({ row }) => row.api).filter((api) => api !== 'v1')).toEqual([])
    for (const { name, row, as, differences } of documented) {
      const other = rowsByName.get(as)
      expect([name, other?.api, other?.faults.toSorted()]).toEqual([name, 'v2', row.faults.toSorted()])
      const [mine, others] = [inputsOf(row), other ? inputsOf(other) : []]
      const odd = [...mine.filter((input) => !others.includes(input)), ...others.filter((each) => !mine.includes(each))]
      expect([name, odd.filter((input) => !differences.includes(input))]).toEqual([name, []])
    }
  })
})

test('the table of errors has every code and no other, with its status', () => {
  const section = sectionOf(page('5'), '5.2') ?? ''
  const rows = Array.from(
    section.matchAll(/^\| (\d{3}) \| `(\w+)` \| .+ \|$/gm),
    ([, status, code]) => `${code} ${status}`,
  )
  const table = Object.entries(faultTable).map(([code, { status }]) => `${code} ${status}`)
  expect(rows.toSorted()).toEqual(table.toSorted())
})

test('what every route of its sort may answer is told', () => {
  const section = (sectionOf(page('5'), '5.2') ?? '').split('\n')
  const told = section.filter((line) => line.startsWith('| on ')).flatMap(codesIn)
  const beyondTheirOwn = routes.flatMap((row) => {
    const own: readonly string[] = row.faults
    return [...faultsOf(row)].filter((code) => !own.includes(code))
  })
  expect(told.toSorted()).toEqual([...new Set(beyondTheirOwn)].toSorted())
})

test('the catalogue of events has every event and no other', () => {
  const section = sectionOf(page('5'), '5.3') ?? ''
  const documented = Array.from(section.matchAll(/^\| `([\w:]+)` \|/gm), ([, event = '']) => event)
  expect(documented.toSorted()).toEqual([...eventNames].toSorted())
})

describe('the program', async () => {
  const help = JSON.parse(await helpJson([])) as CommandHelp
  const common = Object.values(commonOptions).map(({ flags }) => flags)
  const leaves = (command: CommandHelp): CommandHelp[] =>
    command.commands.length > 0 ? command.commands.flatMap(leaves) : [command]
  const ownFlags = ({ options }: CommandHelp): string[] =>
    options.map(({ flags }) => flags).filter((flags) => !common.includes(flags))
  const commands = leaves(help)
  const servedFlags = commands.filter(({ name }) => name === 'gamify serve').flatMap(ownFlags)
  /** The flags that the table of commands has to tell: those of serve have a table of their own. */
  const listedFlags = (command: CommandHelp): string[] =>
    ['gamify serve', 'gamify exec'].includes(command.name)
      ? ownFlags(command).filter((flags) => !servedFlags.includes(flags))
      : ownFlags(command)

  test('every command is listed with its arguments and flags', () => {
    const documented = Array.from(
      (sectionOf(page('6'), '6.2') ?? '').matchAll(/^\| `(gamify .+?)` \| .+? \| (.*) \|$/gm),
      ([, usage = '', flags = '']) => [usage, ...codesIn(flags)],
    )
    const listed = commands.map((command) => [command.usage.replace(' [options]', ''), ...listedFlags(command)])
    expect(documented).toEqual(listed)
  })

  test('every flag of serve is explained, and every flag that all commands have is named', () => {
    const documented = Array.from(
      (sectionOf(page('6'), '6.3') ?? '').matchAll(/^\| `(-.+?)` \| .+ \|$/gm),
      ([, flags]) => flags,
    )
    expect(documented).toEqual(servedFlags)
    const named = codesIn(sectionOf(page('6'), '6.2') ?? '')
    expect(common.filter((flags) => !named.includes(flags.replace(/^-\w, /, '')))).toEqual([])
  })

  test('command lines in examples are ones that it takes', async () => {
    const lines = page('6').blocks.flatMap(({ language, text }) => (language === 'sh' ? text.split(/\n|&&/) : []))
    const calls = lines.map((line) => line.trim().split(/\s+/)).filter(([word]) => word === 'gamify')
    let taken = 0
    for (const [, ...words] of calls) {
      await buildCommander(async () => void (taken += 1)).parseAsync(words, { from: 'user' })
    }
    expect(taken).toBe(calls.length)
    expect(taken).toBeGreaterThan(5)
  })
})
