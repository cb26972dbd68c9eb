import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { compileDesign, type Design } from '../../src/game/design/design.ts'
import { emptyDesign, type DesignSource } from '../../src/game/design/source.ts'
import { isBroken, loadDesign } from '../../src/project/load-design.ts'
import { nodeFileSystem } from '../../src/storage/fs.ts'

const templatesDirectory = join(import.meta.dirname, '../../templates')

/** The names of all templates. */
export const templates = readdirSync(templatesDirectory, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** The design of a template. */
export async function templateDesign(name: string): Promise<Design> {
  const loaded = await loadDesign(nodeFileSystem(), join(templatesDirectory, name, 'design'))
  if (isBroken(loaded)) throw new Error(JSON.stringify(loaded))
  return loaded
}

/** A valid design of these components. */
export function designOf(parts: Partial<DesignSource>): Design {
  const design = compileDesign({ ...emptyDesign, ...parts })
  if (!('source' in design)) throw new Error(JSON.stringify(design.problems))
  return design
}

/** Texts that a declaration must survive: in comments, in quotes, and in the eyes of a reader. */
export const nastyTexts = [
  'ends */ here',
  '/* begins',
  'two\nlines\r\n\tand\u2028more */\n*/',
  '@deprecated since ever, {@link nothing}',
  'quote " and \' and ` and ${x} and \\',
  '\u202eright to left\u202c',
  '👩‍🚀 ünïcödé 日本語',
  '\ud800 alone',
  '*',
  ' ',
]

/** A design whose names and descriptions are such texts, and whose names are no identifiers. */
export function nastyDesign(): Design {
  const names = [
    '__proto__',
    'constructor',
    '7',
    'with space',
    'a-b',
    "it's",
    '"',
    '\\',
    '*/',
    '日本',
    '${x}',
    '@see',
    '👩‍🚀',
  ]
  const parts = names.map((name, i) => ({ name, description: nastyTexts[i % nastyTexts.length] ?? '' }))
  return designOf({
    metrics: [
      ...nastyTexts.map((text, i) => ({ id: `m-${i}`, name: text, description: text, type: 'point' })),
      { id: 'class', name: 'set', type: 'set', constraints: { items: parts } },
      { id: 'constructor', name: 'state', type: 'state', constraints: { states: parts } },
      { id: 'sum', name: 'compound', type: 'compound', constraints: { formula: '$scores.class' } },
    ],
    actions: [
      {
        id: 'delete',
        name: 'delete',
        variables: names.map((name, i) => ({ name, type: i % 2 === 0 ? 'int' : 'string', required: i % 3 === 0 })),
      },
      { id: 'default-texts', name: 'x', variables: [{ name: 'text', type: 'string', default: '*/ "\n' }] },
    ],
    teams: [{ id: 'enum', name: 'x', permissions: names.map((name) => [name, {}]) }],
    processes: [
      {
        id: 'new',
        name: 'x',
        lanes: names.map((name) => ({ name })),
        activities: [{ id: 'for', name: '*/', description: '*/', type: 'task', lane: '7' }],
      },
    ],
  })
}

/** A design with as many components of each kind as there can be. */
export function hugeDesign(): Design {
  const many = <T>(make: (n: number) => T): readonly T[] => Array.from({ length: 10_000 }, (_, n) => make(n))
  const text = { name: 'One of many', description: 'A description of one of many components' }
  return designOf({
    metrics: many((n) =>
      n % 2 === 0
        ? { id: `metric-${n}`, ...text, type: 'point' }
        : { id: `metric-${n}`, ...text, type: 'set', constraints: { items: [{ name: 'One' }, { name: 'Two' }] } },
    ),
    actions: many((n) => ({ id: `action-${n}`, ...text, variables: [{ name: 'stars', type: 'int', required: true }] })),
    teams: many((n) => ({ id: `team-${n}`, ...text, permissions: [['member', {}]] })),
    processes: many((n) => ({ id: `process-${n}`, ...text, activities: [{ id: 'do', name: 'Do', type: 'task' }] })),
    rules: many((n) => ({ id: `rule-${n}`, ...text, type: 'custom', rules: [] })),
    leaderboards: many((n) => ({
      id: `board-${n}`,
      ...text,
      type: 'regular',
      entity_type: 'players',
      scope: { type: 'game' },
      metric: { id: 'metric-0', type: 'point' },
    })),
  })
}
