import type { JsonSchema } from '../../src/openapi/parts.ts'
import { page, plain, table } from './markdown.ts'
import { fieldHeads, fieldRows, fieldsOf, typeText } from './schema-text.ts'

/** Where the files of each type are in a project, and where they are explained. */
const sorts: Readonly<Record<string, { readonly files: string; readonly told: string }>> = {
  metric: { files: 'design/metrics/*.json', told: '[4.2](../interface/4-design-and-rules.md#42-metrics)' },
  action: { files: 'design/actions/*.json', told: '[4.6](../interface/4-design-and-rules.md#46-actions)' },
  process: { files: 'design/processes/*.json', told: '[4.9](../interface/4-design-and-rules.md#49-processes)' },
  team: { files: 'design/teams/*.json', told: '[4.10](../interface/4-design-and-rules.md#410-teams)' },
  rule: { files: 'design/rules/*.json', told: '[4.7](../interface/4-design-and-rules.md#47-rules)' },
  leaderboard: {
    files: 'design/leaderboards/*.json',
    told: '[4.11](../interface/4-design-and-rules.md#411-leaderboards)',
  },
  bootstrap: { files: 'design/bootstrap.json', told: '[4.12](../interface/4-design-and-rules.md#412-bootstrap)' },
  config: { files: 'gamify.json', told: '[6.1](../interface/6-program.md#61-a-project)' },
  script: { files: 'scripts/*.json', told: '[6.4](../interface/6-program.md#64-seed-files-and-scripts)' },
  seed: { files: 'seeds/*.json', told: '[6.4](../interface/6-program.md#64-seed-files-and-scripts)' },
  check: { files: 'checks/*.json', told: '[6.1](../interface/6-program.md#61-a-project)' },
  expectation: {
    files: 'gamify what-if --expect <file>',
    told: '[7.2](../interface/7-lab.md#72-gamify-what-if-dir-recorded-players)',
  },
  simulation: { files: 'simulations/*.json', told: '[6.1](../interface/6-program.md#61-a-project)' },
}

/** The parts of a published schema that are read here. */
interface SchemaFile {
  readonly title: string
  readonly definitions: Readonly<Record<string, JsonSchema>>
}

/** Returns the page of the fields of all project files. `schemas` are the published schemas by file name. */
export function designPage(schemas: ReadonlyMap<string, string>): string {
  const files = Array.from(schemas, ([name, text]) => [sortOf(name), JSON.parse(text) as SchemaFile] as const)
  const shared = new Map(
    files.flatMap(([sort, { definitions }]) =>
      Object.entries(definitions).filter(([name]) => name !== sort && name !== 'error'),
    ),
  )
  return page([
    '# Files of a project',
    'The fields of each file. Editors can use the same rules as JSON Schemas. `gamify design validate` checks your files against them, and checks that the files fit together.',
    ...files.flatMap(([sort, file]) => fileParts(sort, file)),
    '## Parts of several files',
    ...Array.from(shared).flatMap(([name, schema]) => [`### ${name}`, fieldTable(schema)]),
  ])
}

const sortOf = (name: string): string => name.replace(/^gamify\.|\.schema\.json$/g, '')

const linkTo = (name: string): string => (name === 'error' ? '[code of an error](errors.md)' : `[${name}](#${name})`)

function fileParts(sort: string, { title, definitions }: SchemaFile): string[] {
  const { files, told } = sorts[sort] ?? {}
  if (files === undefined)
    throw new Error(`scripts/reference/design-page.ts does not know where files of a ${sort} lie`)
  const schema = definitions[sort] ?? {}
  return [
    `## ${sort}`,
    `\`${files}\`, ${plain(title.replace(/^gamify(\.json)?: /, ''))}; explained in ${told}.`,
    fieldTable(schema),
  ]
}

function fieldTable(schema: JsonSchema): string {
  const fields = fieldsOf(schema, linkTo)
  return fields.length > 0 ? table(fieldHeads, fieldRows(fields)) : `It is ${typeText(schema, linkTo)}.`
}
