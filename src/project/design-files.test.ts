import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nodeFileSystem, type FileSystem } from '../storage/fs.ts'
import { isBroken, loadDesign } from './load-design.ts'
import { problemText } from './problem.ts'

let project: string

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'gamify-design-'))
})
afterEach(() => rm(project, { recursive: true }))

/** Writes files below `design/`; text as it is, all else as JSON. */
async function write(files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(project, 'design', path)
    await mkdir(dirname(file), { recursive: true })
    const raw = typeof content === 'string' || Buffer.isBuffer(content)
    await writeFile(file, raw ? content : JSON.stringify(content, null, 2))
  }
}

/** What is wrong with the files, as people see it; nothing where the design is valid. */
async function problems(files: FileSystem = nodeFileSystem()): Promise<readonly string[]> {
  const loaded = await loadDesign(files, join(project, 'design'))
  return isBroken(loaded) ? loaded.map((problem) => problemText(problem, project)) : []
}

const xp = { id: 'xp', name: 'XP', type: 'point' }
const like = {
  id: 'like',
  name: 'Like',
  rules: [{ rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '1' }], requires: {} }],
}

describe('a design in files', () => {
  test('takes one component a file, and arrays of them, in order of id', async () => {
    await write({
      'metrics/b.json': [
        { ...xp, id: 'c' },
        { ...xp, id: 'a' },
      ],
      'metrics/c.json': { ...xp, id: 'b' },
    })
    const loaded = await loadDesign(nodeFileSystem(), join(project, 'design'))
    expect(!isBroken(loaded) && loaded.source.metrics).toMatchObject([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  })

  test('leaves out what a file tells editors of its schema', async () => {
    await write({
      'metrics/xp.json': { $schema: '../schemas/x.json', ...xp },
      'actions/all.json': [{ $schema: 'x', ...like }],
      'bootstrap.json': { $schema: 'x', scores: [] },
    })
    const loaded = await loadDesign(nodeFileSystem(), join(project, 'design'))
    expect(!isBroken(loaded) && loaded.source).toMatchObject({
      metrics: [xp],
      actions: [like],
      bootstrap: { scores: [] },
    })
    expect(!isBroken(loaded) && JSON.stringify(loaded.source)).not.toContain('$schema')
    await write({ 'metrics/xp.json': { $schema: 5, ...xp } })
    expect(await problems()).toEqual(['design/metrics/xp.json:2:14: $schema: expected the path of a schema, or none'])
  })

  test('takes comments, commas behind the last element, and numbers for amounts', async () => {
    await write({
      'metrics/all.json': `// What counts.
[
  { "id": "xp", "name": "XP", "type": "point", "constraints": { "max": 1e6 }, }, // experience
  /* { "id": "gone" }, */
]`,
      'actions/like.json': `{
  "$schema": "../../schemas/gamify.action.schema.json", // http://example.com/
  "id": "like", "name": "Like // Love",
  "rate": [3, "1d", "FIXED"],
  "rules": [{ "rewards": [{ "metric": { "id": "xp", "type": "point" }, "verb": "add", "value": 10 }] }],
}`,
      'bootstrap.json': '{ "scores": [{ "metric": { "id": "xp", "type": "point" }, "value": 0.5 }], /* all */ }',
    })
    const loaded = await loadDesign(nodeFileSystem(), join(project, 'design'))
    expect(!isBroken(loaded) && loaded.source).toMatchObject({
      metrics: [{ ...xp, constraints: { max: '1000000' } }],
      actions: [
        {
          id: 'like',
          name: 'Like // Love',
          rate: [3, 86_400_000, 'FIXED'],
          rules: [{ rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '10' }] }],
        },
      ],
      bootstrap: { scores: [{ metric: { id: 'xp', type: 'point' }, value: '0.5' }] },
    })
  })

  test('tells what is wrong between comments at its place', async () => {
    await write({
      'metrics/all.json': '[ // one\n {"id": "xp", "name": "XP", /* "type": 1 */ "type": "poin",},\n]',
      'metrics/gold.json': '{ // "name"\n "name": "a", /* "name" */ "name": "b" }',
      'actions/like.json': '{ "id": "like", "name": "Like",\n "rate": [1, "often", "FIXED"] }',
    })
    expect(await problems()).toEqual([
      `design/actions/like.json:2:14: rate.1: 'often' is not a valid duration; expected milliseconds as a number, or a duration such as "1d"`,
      expect.stringMatching(/^design\/metrics\/all\.json:2:53: type: expected one of 'point'/),
      "design/metrics/gold.json:2:28: field 'name' appears twice, expected it once",
    ])
  })

  test('has one problem where a number or a duration cannot be read, at its place', async () => {
    const inexact =
      'gamify cannot read this number exactly; write it in quotes, with all its digits and without an exponent'
    await write({
      'metrics/xp.json': `{ "id": "xp", "name": "XP", "type": "point",
  "constraints": { "max": 12345678901234567890,
    "default": 1e-7 } }`,
      'actions/like.json': `[
  { "id": "a", "name": "A", "rate": [1, "-1d", "FIXED"] },
  { "id": "b", "name": "B", "rate": [1, -1, "FIXED"] },
  { "id": "c", "name": "C", "rate": [1, "0s", "FIXED"], "probability": 1e400 }]`,
    })
    expect(await problems()).toEqual([
      `design/actions/like.json:2:41: rate.1: '-1d' is not a valid duration; expected milliseconds as a number, or a duration such as "1d"`,
      'design/actions/like.json:3:41: rate.1: expected a number of at least 1',
      'design/actions/like.json:4:41: rate.1: expected a number of at least 1',
      'design/actions/like.json:4:72: probability: expected number, found a number that is too large',
      `design/metrics/xp.json:2:27: constraints.max: ${inexact}`,
      `design/metrics/xp.json:3:16: constraints.default: ${inexact}`,
    ])
  })

  test('may be absent: then it is empty', async () => {
    expect(await problems()).toEqual([])
  })

  test('tells all problems at once, each at its place, in the order of reading', async () => {
    await write({
      'metrics/xp.json': '{ "id": "xp",\n  "name": "XP",\n  "type": "point",\n  "constraints": { "minn": "0" } }',
      'actions/like.json': [like, { ...like, id: 'hug', probability: 'often' }],
      'bootstrap.json': '{ "scores": [\n  { "metric": { "id": "xq", "type": "point" }, "value": "1" }\n] }',
    })
    expect(await problems()).toEqual([
      expect.stringMatching(/^design\/actions\/like\.json:39:20: probability: .*expected number/),
      `design/bootstrap.json:2:23: scores.0.metric.id: unknown metric 'xq'`,
      `design/metrics/xp.json:4:28: constraints.minn: unknown field 'minn' (did you mean 'min'?)`,
    ])
  })

  test.each([
    [
      'a byte order mark',
      Buffer.from('\ufeff{"id":"xp"}'),
      '1:1: starts with a byte order mark; save it as UTF-8 without one',
    ],
    ['UTF-16', Buffer.from('\ufeff{"id":"xp"}', 'utf16le'), '1:1: is UTF-16 text; save it as UTF-8'],
    [
      'bytes that are no text',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]),
      '1:1: is a binary file, expected JSON as UTF-8 text',
    ],
    ['zero bytes', Buffer.from('{"id":"\0"}'), '1:1: is a binary file, expected JSON as UTF-8 text'],
    ['nothing', '', '1:1: not JSON: expected a value'],
    ['two commas', '{\n  "id": "xp",,\n}', '2:14: not JSON: expected a name in double quotes'],
    ['a comma too few', '{ "id": "xp"\n  "name": "XP" }', `2:3: not JSON: expected ','`],
    ['a comment without an end', '{} /* mine', "1:4: not JSON: a comment without its closing '*/'"],
    ['half of a comment', '{ / mine }', '1:3: not JSON: expected a value'],
    ['text without an end', '{ "id": "xp }', `1:9: not JSON: a string without its closing '"'`],
    ['a word', '{ "id": xp }', '1:9: not JSON: expected a value'],
    ['more behind it', '{} {}', '1:4: not JSON: expected the end of the file'],
    ['nesting beyond all measure', '['.repeat(20_000), '1:66: nested too deep, expected at most 64 levels'],
    [
      'nesting that is JSON still',
      '['.repeat(20_000) + ']'.repeat(20_000),
      '1:66: nested too deep, expected at most 64 levels',
    ],
  ])('a file with %s is told of, and nothing else is blamed for it', async (_, content, problem) => {
    await write({ 'metrics/xp.json': content, 'actions/like.json': like })
    expect(await problems()).toEqual([`design/metrics/xp.json:${problem}`])
  })

  test.each([
    ['{ "id": "xp", "type": "point",\n "name": "XP",\n "name" : "XP" }', `3:2: field 'name'`],
    [
      '[{ "id": "xp", "name": "a:\\"b\\\\", "type": "point", "constraints": { "min": "0",\n"min": "1" } }]',
      `2:1: field 'min'`,
    ],
    ['{ "a": {}, "b": [{ "": 1, "": 2 }], "a": 1 }', `1:27: field ''`],
    ['{ "__proto__": 1, "__proto__": 2 }', `1:19: field '__proto__'`],
    ['{ "a\\nb": 1, "a\\u000ab": 2 }', `1:14: field 'a\\nb'`],
  ])('a field that stands twice in one object is told at its second place: %j', async (content, problem) => {
    await write({ 'metrics/xp.json': content })
    expect(await problems()).toEqual([`design/metrics/xp.json:${problem} appears twice, expected it once`])
  })

  test('a field that stands in several objects, or in texts, is none that stands twice', async () => {
    const xp = '{ "id": "x\\": \\\\", "name": "\\"name\\": \\"name\\" :", "type" :"point" }'
    await write({ 'metrics/xp.json': `[${xp.replace('x', 'a')},${xp.replace('x', 'b')}]` })
    const found = await problems()
    expect(found).toHaveLength(2)
    expect(found.join()).not.toContain('twice')
  })

  test('a broken file is to blame for what it may hold, and for nothing else', async () => {
    const of = (id: string) => ({ metric: { id, type: 'point' }, verb: 'add', value: '1' })
    await write({
      'metrics/all.json': '[{ "id": "gold" "name": "Gold" }]',
      'metrics/xp.json': '{ "name": "XP",, }',
      'actions/like.json': { ...like, rules: [{ rewards: [of('xp'), of('gold'), of('silver')] }] },
    })
    expect(await problems()).toEqual([
      expect.stringMatching(
        /^design\/actions\/like\.json:.*: rules\.0\.rewards\.2\.metric\.id: unknown metric 'silver'/,
      ),
      expect.stringMatching(/^design\/metrics\/all\.json:1:17: not JSON/),
      expect.stringMatching(/^design\/metrics\/xp\.json:1:16: not JSON/),
    ])
  })

  test('a directory named like a file is told of', async () => {
    await mkdir(join(project, 'design/metrics/xp.json'), { recursive: true })
    expect(await problems()).toEqual(['design/metrics/xp.json:1:1: is a directory, expected a JSON file'])
  })

  test('a file named like a directory is told of', async () => {
    await write({ metrics: '{}' })
    expect(await problems()).toEqual(['design/metrics:1:1: is a file, expected a directory'])
  })

  test('a file in place of the design is the only problem', async () => {
    await rm(join(project, 'design'), { recursive: true, force: true })
    await writeFile(join(project, 'design'), '{}')
    expect(await problems()).toEqual(['design:1:1: is a file, expected a directory'])
  })

  test.skipIf(process.platform === 'win32')('what is no file, and a file too large to be one, is told of', async () => {
    await write({ 'metrics/xp.json': xp, 'metrics/large.json': `"${'x'.repeat(4 << 20)}"` })
    await symlink('/dev/zero', join(project, 'design/metrics/zero.json'))
    execFileSync('/usr/bin/env', ['mkfifo', join(project, 'design/metrics/pipe.json')])
    expect(await problems()).toEqual([
      'design/metrics/large.json:1:1: is too large, expected at most 4194304 bytes',
      'design/metrics/pipe.json:1:1: is a device or a pipe; expected a JSON file',
      'design/metrics/zero.json:1:1: is a device or a pipe; expected a JSON file',
    ])
  })

  test('a file that may not be read is told of', async () => {
    await write({ 'metrics/xp.json': xp })
    const node = nodeFileSystem()
    const locked: FileSystem = {
      ...node,
      readFile: (path) =>
        path.endsWith('xp.json')
          ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
          : node.readFile(path),
    }
    expect(await problems(locked)).toEqual(['design/metrics/xp.json:1:1: cannot be read: permission denied'])
  })

  test('an unreadable directory blames nobody else, nor does an unreadable file of many', async () => {
    await write({ metrics: '{}', 'actions/like.json': like })
    expect(await problems()).toEqual(['design/metrics:1:1: is a file, expected a directory'])
    await rm(join(project, 'design/metrics'))
    await write({ 'metrics/all.json': '[', 'bootstrap.json': { scores: [{ metric: { id: 'gold' }, value: '1' }] } })
    expect(await problems()).toEqual([
      expect.stringContaining('design/bootstrap.json:4:17: scores.0.metric.type: missing'),
      "design/metrics/all.json:1:2: not JSON: expected ']'",
    ])
  })

  test('of very many problems the first hundred are told, and how many more there are', async () => {
    const many = (type: string) => Array.from({ length: 3000 }, (_, i) => ({ ...xp, id: `m${i % 2900}`, type }))
    await write({ 'metrics/all.json': many('poin'), 'like.json': {} })
    const found = await problems()
    expect(found).toHaveLength(101)
    expect(found.at(-1)).toBe('design:1:1: 2901 more problems')
    // What is wrong with the files comes first: it may be the cause of all else.
    expect(found).toContainEqual(expect.stringContaining("design/like.json:1:1: unknown file 'like.json'"))
  })

  test('a file with more components than a design may have, or with very many fields, is not looked into', async () => {
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, 1]))
    await write({
      'metrics/many.json': Array.from({ length: 10_001 }, () => xp),
      'actions/wide.json': { ...like, ...fields },
      'actions/like.json': like,
    })
    expect(await problems()).toEqual([
      'design/actions/wide.json:1:1: has too many fields; expected at most 10000',
      'design/metrics/many.json:1:1: a design has at most 10000 metrics',
    ])
  })

  test('an id in two files is told with both places, and once', async () => {
    await write({ 'actions/a.json': like, 'actions/b.json': [like], 'metrics/xp.json': xp })
    expect(await problems()).toEqual([
      `design/actions/b.json:3:11: the id 'like' is already used by design/actions/a.json:2:9: expected a unique id`,
    ])
  })

  test('what editors, systems and people leave beside the design is left alone', async () => {
    const left = ['metrics/.xp.json', 'metrics/README.md', 'metrics/xp.json~', 'metrics/#xp.json#', 'metrics/4913']
    const more = [
      '.DS_Store',
      'Thumbs.db',
      'actions/like.json.tmp.4711',
      'actions/like.json.bak',
      'actions/like.json.1.tmp',
      'actions/economy.xlsx',
      'Icon.txt',
      '.idea/workspace.xml',
      'metrics/.git/x.json',
    ]
    await write(Object.fromEntries([...left, ...more, 'images/coin.png'].map((name) => [name, '#'])))
    expect(await problems()).toEqual([])
  })

  test.each([
    ['actions', { id: 'a', name: 'A', rules: [{ rewards: [{ metric: { id: 'xp', type: 'point' } }] }] }],
    ['metrics', xp],
    ['rules', { id: 'r', type: 'achievement', metric: { id: 'b' } }],
    ['leaderboards', [{ id: 'l', type: 'custom', entity_type: 'players', metric: { id: 'xp', type: 'point' } }]],
    ['teams', { id: 't', permissions: [] }],
    ['processes', { id: 'p', activities: [{ id: 'a', rules: [] }] }],
  ])('a file at the top that belongs to %s is sent there', async (directory, text) => {
    await write({ 'Lesson.json': text })
    expect(await problems()).toEqual([
      `design/Lesson.json:1:1: unknown file 'Lesson.json'; move it to '${directory}', where files like this one belong`,
    ])
  })

  test('a project can keep its design beside everything else', async () => {
    const others = ['gamify.json', 'package.json', 'notes/a.json', 'src/main.ts', 'Dockerfile']
    await write(Object.fromEntries([...others, 'metrics/xp.json'].map((name) => [name, xp])))
    expect(await problems()).toEqual([])
    await write({ 'metric/gold.json': {}, 'quests/first.json': {}, 'foo.json': {} })
    expect(await problems()).toEqual([
      expect.stringContaining(
        "design/foo.json:1:1: unknown file 'foo.json'; move it to the directory of its kind: metrics",
      ),
      `design/metric:1:1: unknown directory 'metric' (did you mean 'metrics'?)`,
      expect.stringContaining("design/quests:1:1: unknown directory 'quests': quests are processes"),
    ])
  })

  test.each(['quests', 'foo.json', 'metrics/sub'])(
    '%s that is removed while it is read is no problem',
    async (name) => {
      await write({ 'metrics/xp.json': xp })
      const [parent, gone] = [dirname(join(project, 'design', name)), basename(name)]
      const system = nodeFileSystem()
      let isListed = false
      const list: FileSystem['list'] = async (path) => {
        const names = await system.list(path)
        if (path !== parent || isListed) return names
        isListed = true
        return [...names, gone]
      }
      expect(await problems({ ...system, list })).toEqual([])
      expect(isListed).toBe(true)
    },
  )

  test.each([
    ['quests', `quests are processes; put them into 'processes'`],
    [
      'badges',
      `badges are items of a set metric in 'metrics'; a rule of the type 'achievement' in 'rules', or a reward, gives them`,
    ],
    ['level', `levels are states of a state metric in 'metrics'; a rule of the type 'level' in 'rules' sets them`],
  ])('%s in a directory are told where they belong', async (name, words) => {
    await write({ [`${name}/first.json`]: {} })
    expect(await problems()).toEqual([`design/${name}:1:1: unknown directory '${name}': ${words}`])
  })

  test.each([
    ['foo', '; expected one of metrics, actions, processes, teams, rules, leaderboards, bootstrap.json, images'],
    ['foo.yaml', '; expected one of metrics, actions, processes, teams, rules, leaderboards, bootstrap.json, images'],
    [
      'foo/xp.json',
      '; expected one of metrics, actions, processes, teams, rules, leaderboards, bootstrap.json, images',
      'foo',
    ],
    ['metric/xp.json', ` (did you mean 'metrics'?)`, 'metric'],
    ['Images/xp.png', ` (did you mean 'images'?)`, 'Images'],
    ['bootstap.json', ` (did you mean 'bootstrap.json'?)`],
    ['actions/sub/like.json', '; expected a file whose name ends in .json', 'actions/sub'],
    ['actions/like.JSON', '; expected a file whose name ends in .json'],
    ['actions/like.json5', '; expected a file whose name ends in .json'],
    ['actions/like.json.txt', '; expected a file whose name ends in .json'],
    ['rules/achievements.jsn', '; expected a file whose name ends in .json'],
    ['rules/achievements', '; expected a file whose name ends in .json'],
  ])('%s is told to be read by nobody', async (path, words, place = path) => {
    await write({ 'metrics/xp.json': xp, [path]: '{}' })
    const what = place === path ? 'file' : 'directory'
    expect(await problems()).toEqual([`design/${place}:1:1: unknown ${what} '${basename(place)}'${words}`])
  })

  test.skipIf(process.platform === 'win32')(
    'a link that leads nowhere is told of, and nothing else is blamed',
    async () => {
      await write({ 'actions/like.json': like })
      const at = (path: string): string => join(project, 'design', path)
      await mkdir(at('metrics'))
      for (const path of ['metrics/xp.json', 'bootstrap.json', 'teams', 'images']) await symlink('nowhere', at(path))
      const paths = ['bootstrap.json', 'images', 'metrics/xp.json', 'teams']
      expect(await problems()).toEqual(paths.map((path) => `design/${path}:1:1: is a broken link`))
    },
  )
})
