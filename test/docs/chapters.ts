import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const docs = join(import.meta.dirname, '../../docs')
const fence = /^```(\S*)[ ]?(.*)\n([\s\S]*?)^```$/gm

/** What stands between two fences: its language, what stands behind that on the same line, and the text. */
export interface Block {
  readonly file: string
  readonly language: string
  readonly words: string
  readonly text: string
}

/** A file of the documentation. */
export interface Page {
  /** `1-runtime.md` */
  readonly file: string
  /** Without its blocks. */
  readonly prose: string
  readonly headings: readonly string[]
  readonly blocks: readonly Block[]
  /** The cells of every row of every table, without heads. */
  readonly rows: readonly (readonly string[])[]
}

/** Reads one file below `docs`. */
export function readPage(path: string): Page {
  const text = readFileSync(join(docs, path), 'utf8')
  const file = basename(path)
  const prose = text.replaceAll(fence, '')
  return {
    file,
    prose,
    headings: Array.from(prose.matchAll(/^#+ (.*)$/gm), ([, title = '']) => title),
    blocks: Array.from(text.matchAll(fence), ([, language = '', words = '', held = '']) => ({
      file,
      language,
      words,
      text: held,
    })),
    rows: Array.from(prose.matchAll(/^\| (.*) \|$/gm), ([, row = '']) =>
      row.split(/(?<!\\)\|/).map((cell) => cell.trim()),
    ),
  }
}

/** The chapters of the interface by their numbers. */
export const chapters: ReadonlyMap<string, Page> = new Map(
  readdirSync(join(docs, 'interface')).map((file) => [file.slice(0, 1), readPage(`interface/${file}`)]),
)

/** What stands in backticks in a text, in order. */
export function codesIn(text: string): string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => code)
}

/** What stands in bold type in a text, without a full stop or a colon behind it. */
export function leadsIn(text: string): string[] {
  return Array.from(text.matchAll(/\*\*([^*]+?)[.:]?\*\*/g), ([, lead = '']) => lead)
}

/** The part of a page under a heading that begins with these words, as far as the next heading of its rank or a higher one. */
export function sectionOf({ prose }: Page, words: string): string | undefined {
  const lines = prose.split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && `${titleIn(line)} `.startsWith(`${words} `))
  const rank = lines[start]?.indexOf(' ')
  if (rank === undefined) return undefined
  const end = lines.findIndex((line, i) => i > start && /^#+ /.test(line) && line.indexOf(' ') <= rank)
  return lines.slice(start, end < 0 ? undefined : end).join('\n')
}

const titleIn = (line: string): string => line.replace(/^#+ /, '')

/** The anchor that a heading has on the web. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
