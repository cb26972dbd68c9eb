import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { serve } from '../../src/cli/commands/serve.ts'
import { environmentHelp } from '../../src/cli/help.ts'

/*
 * The chart without Helm: what it names is there, and it is YAML once its actions are taken out. Whether Helm makes of it what
 * Kubernetes takes was not tried here.
 */

const chart = join(import.meta.dirname, '../../deploy/helm/gamify')
const read = (path: string): string => readFileSync(join(chart, path), 'utf8')
const manifests = globSync('templates/*.yaml', { cwd: chart })
const templates = [...manifests, 'templates/_helpers.tpl', 'templates/NOTES.txt']

function documentsOf(text: string): unknown[] {
  return parseAllDocuments(text, { uniqueKeys: false }).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS() as unknown
  })
}

/** Takes the actions out of a template: lines of their own vanish, lists and objects become some, values become a word. */
const withoutActions = (text: string): string =>
  text
    .replaceAll(/^[ \t]*\{\{-? (?!include|toYaml)[^}]*\}\}[ \t]*\n/gm, '')
    .replaceAll(/^[ \t]*\{\{-? (?:include|toYaml)[^}]*\}\}[ \t]*\n/gm, '')
    .replaceAll(/\{\{-? [^}]*nindent \d+ \}\}/g, '{ some: thing }')
    .replaceAll(/\{\{[^}]*\}\}/g, 'word')

const actionsIn = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{-? (.*?) -?\}\}/gs), ([, action = '']) => action)

const [values] = documentsOf(read('values.yaml')) as [Readonly<Record<string, unknown>>]

const valueAt = (path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name], values)

test.each(templates)(
  'every value that %s uses is in values.yaml, and every template that it includes is there',
  (path) => {
    const text = read(path)
    const used = Array.from(text.matchAll(/\.Values\.([\w.]+)/g), ([, name = '']) => name)
    expect(used.filter((name) => valueAt(name) === undefined)).toEqual([])
    const defined = Array.from(read('templates/_helpers.tpl').matchAll(/define "([\w.]+)"/g), ([, name]) => name)
    const included = Array.from(text.matchAll(/include "([\w.]+)"/g), ([, name]) => name)
    expect(included.filter((name) => !defined.includes(name))).toEqual([])
  },
)

test.each(templates)('every block of %s ends', (path) => {
  const words = actionsIn(read(path)).map((action) => /^\w+/.exec(action)?.[0] ?? '')
  const begun = words.filter((word) => ['if', 'with', 'range', 'define'].includes(word))
  expect(words.filter((word) => word === 'end')).toHaveLength(begun.length)
})

test.each(manifests)('%s is YAML of Kubernetes', (path) => {
  for (const document of documentsOf(withoutActions(read(path))))
    expect(document).toMatchObject({
      apiVersion: expect.any(String) as string,
      kind: expect.any(String) as string,
      metadata: { name: 'word' },
    })
})

test('the nodes are started with flags and variables that the program has, and looked at where it answers', () => {
  const text = read('templates/nodes.yaml')
  const flags = Array.from(text.matchAll(/^ +- (--[\w-]+)$/gm), ([, flag = '']) => flag)
  const known = Object.values(serve.options).map(({ flags: written }) => /--[\w-]+/.exec(written)?.[0])
  expect(flags.length).toBeGreaterThan(5)
  expect(flags.filter((flag) => !known.includes(flag))).toEqual([])
  const variables = Array.from(text.matchAll(/name: (GAMIFY_\w+)/g), ([, name = '']) => name)
  expect(variables.filter((name) => !environmentHelp.includes(name))).toEqual([])
  const paths = Array.from(text.matchAll(/path: (\/_gamify\/\w+)/g), ([, path]) => path)
  expect(paths).toEqual(['/_gamify/metrics', '/_gamify/live', '/_gamify/ready'])
})

test('the log servers of the chart are three that write to disk before they acknowledge', () => {
  expect(values['nats']).toMatchObject({
    config: {
      cluster: { enabled: true, replicas: 3 },
      jetstream: { enabled: true, fileStore: { enabled: true }, merge: { sync_interval: 'always' } },
    },
  })
  const [{ dependencies }] = documentsOf(read('Chart.yaml')) as [{ readonly dependencies: readonly object[] }]
  expect(dependencies).toMatchObject([{ name: 'nats', condition: 'nats.enabled' }])
})
