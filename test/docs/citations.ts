import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chapters, codesIn, leadsIn, sectionOf, type Page } from './chapters.ts'

const src = join(import.meta.dirname, '../../src')

/** A place that a comment of the source names: a chapter, perhaps a section of it, perhaps something in that. */
export interface Citation {
  readonly file: string
  /** The comment from there on. */
  readonly said: string
  /** `4` or `4.11` */
  readonly number: string
  /** The title or code that is named in there. */
  readonly named?: { readonly title: string } | { readonly code: string }
}

/** Every place that comments of the source cite. */
export function citationsInSource(): Citation[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  return files.flatMap((file) => citationsIn(file, readFileSync(join(src, file), 'utf8')))
}

const part = /(\d(?:\.\d{1,2})?)(?![\w.]\d)|"([^"]+)"|`([^`]+)`/y
const between = /,? and |, | to | /y

/** `Spec 1 "Change", 4.2, 4.16 "Amounts"`: each section on its own, with what is named in it. */
export function citationsIn(file: string, text: string): Citation[] {
  const flowing = text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ')
  return Array.from(flowing.matchAll(/\bSpec (?=\d)/g), (match) => {
    const start = match.index + match[0].length
    return placesIn(flowing, start).map((place) => ({ file, said: flowing.slice(match.index, start + 80), ...place }))
  }).flat()
}

function placesIn(text: string, start: number): Pick<Citation, 'number' | 'named'>[] {
  const places: Pick<Citation, 'number' | 'named'>[] = []
  let number = ''
  for (part.lastIndex = start; ;) {
    const match = part.exec(text)
    if (!match) return places
    const [, section, title, code] = match
    if (section !== undefined) {
      number = section
      places.push({ number })
    } else places.push({ number, named: title === undefined ? { code: code ?? '' } : { title } })
    between.lastIndex = part.lastIndex
    if (!between.test(text)) return places
    part.lastIndex = between.lastIndex
  }
}

/** Whether the documentation has the place. */
export function isThere({ number, named }: Pick<Citation, 'number' | 'named'>): boolean {
  const page = chapters.get(number.slice(0, 1))
  const text = page && textOf(page, number)
  if (text === undefined) return false
  if (named === undefined) return true
  return 'title' in named ? hasTitle(text, named.title) : codesIn(text).some((code) => covers(code, named.code))
}

const textOf = (page: Page, number: string): string | undefined =>
  number.length === 1 ? page.prose : sectionOf(page, number)

/** A title is a heading, what a paragraph begins with, or a code. */
function hasTitle(text: string, title: string): boolean {
  const headings = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = '']) => heading)
  return [...headings, ...leadsIn(text), ...codesIn(text)].some((each) => each.toLowerCase() === title.toLowerCase())
}

/** `POST .../join` is any route that ends so, whatever version's; of anything else a part is enough. */
function covers(code: string, cited: string): boolean {
  const [, method, path] = /^(GET|POST|PATCH|PUT|DELETE)(?: (?:\.\.\.)?(\/\S*))?$/.exec(cited) ?? []
  if (method === undefined) return code.includes(cited)
  return code.startsWith(`${method} /`) && code.endsWith(path ?? '')
}
