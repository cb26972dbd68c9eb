import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readSample } from '../../test/support/sample-process.ts'
import type { Graph } from './graph.ts'
import { mermaidOf } from './mermaid.ts'
import { processGraph } from './process-graph.ts'
import { svgOf } from './svg.ts'

const sample = processGraph(readSample())

/** A graph of one task. */
const titled = (title: string): Graph => ({
  title,
  lanes: [],
  nodes: [{ id: 'a', kind: 'task', title, trigger: title, facts: [title], lane: 0 }],
  edges: [],
})

const nasty = [
  '<script>alert(1)</script>',
  ']]>',
  '&amp;',
  '"quoted"',
  'a\u0000b\u001bc',
  '\ud800',
  '\uffff',
  '🦊',
  'x'.repeat(300),
]

describe('a graph as SVG', () => {
  test('is a picture of the size that it says', async () => {
    const svg = svgOf(sample)
    const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(svg) ?? []
    expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({
      format: 'svg',
      width: Number(width),
      height: Number(height),
    })
  })

  test('shows every name, trigger and lane', () => {
    const svg = svgOf(sample)
    for (const text of [
      'Guided tour',
      'guest',
      'guide',
      'any lane',
      'book:book',
      'walk/rest:choose',
      'Choose',
      'xp +10',
    ])
      expect(svg).toContain(`>${text}</text>`)
    expect(svg).toContain('Book &lt;now&gt; &amp; &quot;then&quot;')
  })

  test('shows what it is made of, by something that can be seen', async () => {
    const { data } = await sharp(Buffer.from(svgOf(sample)))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const colours = new Set<string>()
    for (let i = 0; i < data.length; i += 3) colours.add(`${data[i]},${data[i + 1]},${data[i + 2]}`)
    for (const [r, g, b] of [
      [0xff, 0xff, 0xff],
      [0xee, 0xf2, 0xff],
      [0xff, 0xfb, 0xeb],
      [0xec, 0xfd, 0xf5],
    ])
      expect(colours).toContain(`${r},${g},${b}`)
  })

  test.each(nasty)('is well-formed whatever things are called: %j', async (text) => {
    const svg = svgOf(titled(text))
    expect(svg).not.toContain('<script')
    expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ format: 'svg' })
  })

  test('shows every statement of an arrow, or how many more there are; its title has all of them', () => {
    const box = (id: string): Graph['nodes'][number] => ({ id, kind: 'point', title: `<${id}>`, facts: [], lane: 0 })
    const stating = (label: readonly string[]) =>
      svgOf({
        title: '',
        lanes: [],
        nodes: [box('a'), box('b')],
        edges: [{ from: 'a', to: 'b', kind: 'gives', label }],
      })
    expect(stating(['+10', '+10']).match(/>\+10<\/text>/g)).toHaveLength(2)
    expect(stating(['+10', '+10'])).toContain('<title>&lt;a&gt; → &lt;b&gt;\n+10\n+10</title>')
    const many = Array.from({ length: 30 }, (_, i) => `+${i}`)
    expect(stating(many).match(/>\+\d+<\/text>/g)).toHaveLength(23)
    expect(stating(many)).toContain('>and 7 more</text>')
    expect(stating(many)).toContain(many.join('\n'))
    const long = `+10 if ${'Streak and '.repeat(40)}`
    expect(stating([long])).toContain('…</text>')
    expect(stating([long])).toContain(long)
  })

  test('draws an arrow from a node to itself as an arc above it', () => {
    const svg = svgOf({ ...titled('a'), edges: [{ from: 'a', to: 'a', kind: 'retry' }] })
    expect(svg).toMatch(/<path d="M\S+ \S+C[^"HC]+" class="e-retry"[^>]*marker-end="url\(#arrow-retry\)"/)
  })

  test('explains its arrows where there are several kinds', () => {
    expect(svgOf(sample)).toContain('>may be tried again</text>')
    expect(svgOf(titled('a'))).not.toContain('leads to')
  })
})

describe('a graph as Mermaid', () => {
  test('is a flowchart with a subgraph for each lane and sub-process', () => {
    expect(mermaidOf(sample)).toBe(`---
title: "Guided tour"
---
flowchart LR
  subgraph lane_0["guest"]
    start_book_start((" ")):::start
    task_book("Book #60;now#62; #38; #34;then#34;<br/>book:book<br/>xp +10<br/>needs plays of like #62;= 3"):::task
    task_pay("Pay<br/>pay:split<br/>succeeds 90% of the time<br/>at most 1 per day"):::task
    parallel_split{"⊕ Split"}:::parallel
  end
  subgraph lane_1["guide"]
    task_prepare("Prepare<br/>prepare:split<br/>xp +2, each time<br/>xp +5, once walk/look is done<br/>3 times"):::task
    subgraph sub_process_walk["Walk"]
      start_walk_look_start((" ")):::start
      task_walk_look("Look<br/>walk/look:look"):::task
      task_walk_rest("Rest<br/>walk/rest:choose<br/>in lane guest<br/>again and again"):::task
      task_walk_climb("Climb<br/>walk/climb:choose"):::task
      exclusive_walk_choose{"⊗ Choose"}:::exclusive
      stop_walk_rest_end(((" "))):::stop
      stop_walk_climb_end(((" "))):::stop
      start_walk_look_start --> task_walk_look
      task_walk_look --> exclusive_walk_choose
      exclusive_walk_choose --> task_walk_rest
      exclusive_walk_choose --> task_walk_climb
      task_walk_rest --> stop_walk_rest_end
      task_walk_climb --> stop_walk_climb_end
    end
    class sub_process_walk sub_process
    parallel_join{"⊕ Join"}:::parallel
    stop_walk_end(((" "))):::stop
  end
  subgraph lane_2["any lane"]
    start_wave_start((" ")):::start
    task_wave("Wave<br/>wave:wave"):::task
    stop_wave_end(((" "))):::stop
  end
  start_book_start --> task_book
  start_wave_start --> task_wave
  task_book --> parallel_split
  parallel_split --> task_prepare
  parallel_split --> task_pay
  task_prepare --> parallel_join
  task_pay -.->|"retry"| parallel_join
  parallel_join --> sub_process_walk
  sub_process_walk --> stop_walk_end
  task_wave --> stop_wave_end
  classDef start fill:#ecfdf5,stroke:#059669,color:#0f172a
  classDef task fill:#eef2ff,stroke:#4f46e5,color:#0f172a
  classDef sub_process fill:#f8fafc,stroke:#64748b,color:#0f172a
  classDef exclusive fill:#fffbeb,stroke:#d97706,color:#0f172a
  classDef stop fill:#fef2f2,stroke:#dc2626,color:#0f172a
  classDef parallel fill:#fffbeb,stroke:#d97706,color:#0f172a
`)
  })

  test.each(nasty)('has nothing in quotes that Mermaid could take for more than text: %j', (text) => {
    const [, ...lines] = mermaidOf(titled(text)).split('flowchart LR\n')
    const [line = ''] = lines.join('').split('\n')
    expect(line).toMatch(/^ {2}task_a\("(?:[^"<>`[\]{}|\\\p{Cc}]|<br\/>)*"\):::task$/u)
  })

  test('gives nodes whose ids differ in signs alone names of their own', () => {
    const node = (id: string) => ({ id, kind: 'task', title: id, facts: [], lane: 0 }) as const
    const text = mermaidOf({
      title: '',
      lanes: [],
      nodes: [node('a-b'), node('a_b')],
      edges: [{ from: 'a-b', to: 'a_b', kind: 'flow' }],
    })
    expect(text).toContain('task_a_b --> task_a_b_2')
  })
})
