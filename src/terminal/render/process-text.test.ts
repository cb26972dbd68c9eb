import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processSchema } from '../../game/processes/design.ts'
import { processText, type ShownProcess } from './process-text.ts'

const same = (text: string): string => text
const plain = { strong: same, faint: same, good: same, bad: same }

const file = join(import.meta.dirname, '../../../templates/quest/design/processes/expedition.json')
const design = processSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
const process: ShownProcess = {
  id: 'frodo/mountain',
  name: 'To the mountain',
  definition: { id: 'expedition', name: 'Expedition' },
  state: 'ACTIVE',
  created: '2026-01-01T00:00:00.000Z',
  access: 'PUBLIC',
  owner: { id: 'frodo', alias: 'frodo' },
  lanes: ['explorer', 'guide'],
  performers: [
    { id: 'frodo', alias: 'frodo', lanes: [{ name: 'explorer', role: 'player' }] },
    {
      id: 'sam',
      alias: 'sam',
      lanes: [
        { name: 'explorer', role: 'observer' },
        { name: 'guide', role: 'player' },
      ],
    },
  ],
}
const done = { state: 'COMPLETED', tokens: 0 }

test('a process shows where it stands, node by node, and who is in it', () => {
  const containers = {
    expedition: { nodes: { pack: done, way: done, cave: { state: 'ACTIVE', tokens: 1 } } },
    'expedition/cave': { nodes: { torch: done, dig: { state: 'READY', tokens: 1 } } },
  }
  expect(processText(process, { design, containers }, plain)).toBe(
    [
      'frodo/mountain (To the mountain), Expedition owned by frodo, PUBLIC, ACTIVE',
      '●       Pack the bags        explorer  completed',
      '◆       Which way?           explorer  completed',
      '├─╮',
      '○ │     Follow the river     explorer',
      '│ ◐     Go through the cave  explorer  active',
      '│ │  ●  Light the torch      guide     completed',
      '│ │  ◉  Dig for crystals     explorer  ready  cave/dig:dig',
      '├─╯',
      '◇       Back together        explorer',
      '○       Share the story      guide',
      'PLAYER  LANES',
      'frodo   explorer (player)',
      'sam     explorer (observer), guide (player)',
    ].join('\n'),
  )
})

test('a way that can be taken is told with its triggers, into a sub_process too; one not taken, that it was not', () => {
  const ready = { state: 'READY', tokens: 0 }
  const atTheFork = {
    expedition: { nodes: { pack: done, way: { state: 'READY', tokens: 1 }, river: ready, cave: ready } },
  }
  const lines = processText(process, { design, containers: atTheFork }, plain).split('\n')
  expect(lines.filter((line) => line.includes('ready'))).toEqual([
    '◈       Which way?           explorer  ready',
    '◉ │     Follow the river     explorer  ready  river:way',
    '│ ◉     Go through the cave  explorer  ready',
    '│ │  ◉  Light the torch      guide     ready  cave/torch:torch',
  ])
  const home = { expedition: { nodes: { pack: done, way: done, river: done, home: done, report: done } } }
  const over = processText({ ...process, state: 'COMPLETED' }, { design, containers: home }, plain).split('\n')
  expect(over.filter((line) => line.includes('not taken'))).toHaveLength(3)
})

test('where there is little room the lanes go and names are cut, and states and triggers stay', () => {
  const containers = {
    expedition: { nodes: { pack: done, way: done, cave: { state: 'ACTIVE', tokens: 1 } } },
    'expedition/cave': { nodes: { torch: done, dig: { state: 'READY', tokens: 1 } } },
  }
  const lines = (width: number) =>
    processText(process, { design, containers }, plain, { width, unicode: true })
      .split('\n')
      .filter((line) => line.includes('ready') || line.includes('completed'))
  expect(lines(52)).toEqual([
    '●       Pack the bags        completed',
    '◆       Which way?           completed',
    '│ │  ●  Light the torch      completed',
    '│ │  ◉  Dig for crystals     ready  cave/dig:dig',
  ])
  expect(lines(42)).toEqual([
    '●       Pack the bags  completed',
    '◆       Which way?     completed',
    '│ │  ●  Light the to…  completed',
    '│ │  ◉  Dig for crys…  ready  cave/dig:dig',
  ])
})

test('a terminal that knows no other letters gets those of a typewriter', () => {
  const containers = {
    expedition: { nodes: { pack: done, way: done, cave: { state: 'ACTIVE', tokens: 1 } } },
    'expedition/cave': { nodes: { torch: done, dig: { state: 'READY', tokens: 1 } } },
  }
  const text = processText(process, { design, containers }, plain, { width: Infinity, unicode: false })
  expect(
    text
      .split('\n')
      .slice(1, 9)
      .map((line) => line.slice(0, 7).trimEnd()),
  ).toEqual(['*', 'x', '+-+', 'o |', '| %', '| |  *', '| |  @', '+-+'])
})

test('a process that cannot be drawn shows who is in it all the same, and nothing that a terminal would obey', () => {
  const odd = { ...process, name: '\u001b[2J', performers: [] }
  expect(processText(odd, undefined, plain)).toBe(
    'frodo/mountain (\\u{1b}[2J), Expedition owned by frodo, PUBLIC, ACTIVE\nPLAYER  LANES',
  )
})
