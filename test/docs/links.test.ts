import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { anchorOf } from './chapters.ts'

const root = join(import.meta.dirname, '../..')

const files = ['*.md', 'docs/**/*.md', 'examples/*/*.md', '.github/**/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') }),
)

/** A document without what stands between fences. */
const proseOf = (path: string): string => readFileSync(join(root, path), 'utf8').replaceAll(/^```[^]*?^```$/gm, '')

/** The anchors that a document has; headings that are the same are numbered. */
function anchorsIn(path: string): ReadonlySet<string> {
  const seen = new Map<string, number>()
  const headings = Array.from(proseOf(path).matchAll(/^#+ (.*)$/gm), ([, title = '']) => anchorOf(title))
  return new Set(
    headings.map((anchor) => {
      const count = seen.get(anchor) ?? 0
      seen.set(anchor, count + 1)
      return count === 0 ? anchor : `${anchor}-${count}`
    }),
  )
}

/** Where the links of a document lead: to a file, and perhaps to an anchor in it. */
function linksIn(
  path: string,
): { readonly link: string; readonly target: string; readonly anchor: string | undefined }[] {
  const prose = proseOf(path).replaceAll(/`[^`\n]*`/g, '')
  return Array.from(
    prose.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g),
    ([link, to = '', anchor]) => ({
      link,
      target: relative(root, to === '' ? join(root, path) : resolve(root, dirname(path), to)),
      anchor,
    }),
  )
}

test('every link of every document leads to a file that is there, and to a heading in it', () => {
  const anchors = new Map<string, ReadonlySet<string>>()
  const anchorsOf = (path: string): ReadonlySet<string> => {
    const found = anchors.get(path) ?? anchorsIn(path)
    anchors.set(path, found)
    return found
  }
  const links = files.flatMap((path) => linksIn(path).map((link) => ({ path, ...link })))
  const lost = links.filter(({ target, anchor }) => {
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !(target.endsWith('.md') && anchorsOf(target).has(anchor))
  })
  expect(lost.map(({ path, link }) => `${path}: ${link}`)).toEqual([])
  expect(links.length).toBeGreaterThan(500)
})

test('every document under docs can be found from its index', () => {
  const found = new Set<string>()
  const visit = (path: string): void => {
    if (found.has(path) || !existsSync(join(root, path)) || !statSync(join(root, path)).isFile()) return
    found.add(path)
    if (path.endsWith('.md')) for (const { target } of linksIn(path)) visit(target)
  }
  visit('docs/README.md')
  expect(files.filter((path) => path.startsWith('docs/') && !found.has(path))).toEqual([])
})
