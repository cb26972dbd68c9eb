import type { Page } from './chapters.ts'

/** A line that a reader types, with what the document shows of what it prints. */
export interface Typed {
  readonly kind: 'line'
  readonly line: string
  /** Undefined where nothing is shown. */
  readonly shown: string | undefined
  /** Whether the document shows it as one that ends with an error. */
  readonly fails: boolean
}

/** A file that a reader saves. */
interface Saved {
  readonly kind: 'file'
  readonly path: string
  readonly text: string
}

/**
 * What a reader of a page does, in order. Blocks of `sh` hold lines to type; those of `console` lines behind a `$ ` with
 * what they print, ended by an error where the block is called `fails`; any other block is a file, where it is called by a
 * path, and nothing to do where it is not.
 */
export function pastedFrom({ blocks }: Page): (Typed | Saved)[] {
  return blocks.flatMap(({ language, words, text }): (Typed | Saved)[] => {
    if (language === 'sh') return linesOf(text).map((line) => ({ kind: 'line', line, shown: undefined, fails: false }))
    if (language === 'console') return shownIn(text, words === 'fails')
    return /[./]/.test(words) ? [{ kind: 'file', path: words, text }] : []
  })
}

/** The lines of a block, those that a backslash joins as one, without remarks. */
function linesOf(text: string): string[] {
  return text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s+)#\s.*$/, '').trim())
    .filter((line) => line !== '')
}

function shownIn(text: string, fails: boolean): Typed[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const joined = part.replace(/^(?:.*\\\n\s*)+/, (start) => start.replaceAll(/\\\n\s*/g, ''))
      const [line = '', ...shown] = joined.split('\n')
      return { kind: 'line', line, shown: shown.join('\n').trimEnd(), fails }
    })
}

/** Whether a program prints what a document shows: `…` stands for a part of a line, alone on a line for any lines. */
export function fits(shown: string, printed: string): boolean {
  const [wanted, got] = [shown.trimEnd().split('\n'), printed.trimEnd().split('\n')]
  let [line, last, resumed] = [0, -1, 0]
  for (let at = 0; at < got.length;) {
    if (wanted[line] === '…') [last, resumed] = [line++, at]
    else if (lineFits(wanted[line], got[at] ?? '')) [line, at] = [line + 1, at + 1]
    else if (last < 0) return false
    // The last `…` takes one line more.
    else [line, at] = [last + 1, ++resumed]
  }
  return wanted.slice(line).every((rest) => rest === '…')
}

function lineFits(wanted: string | undefined, got: string): boolean {
  if (wanted === undefined) return false
  const [first = '', ...others] = wanted.split('…')
  const end = others.pop()
  if (end === undefined) return wanted === got
  if (!got.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = got.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return got.length - at >= end.length && got.endsWith(end)
}

/** The words of a line as a shell without variables takes them; undefined where it takes a real one. */
export function wordsOf(line: string): string[] | undefined {
  if (/[|&;<>$`*?()~\\]/.test(line.replaceAll(/'[^']*'/g, ''))) return undefined
  return Array.from(line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g), ([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  )
}
