/** A part of a line in one style; `styles` has the names. */
export interface Piece {
  readonly text: string
  readonly styles: readonly string[]
}

/** The names of the codes of a terminal; 0 ends all of them. */
const styles: Readonly<Record<string, string>> = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  34: 'blue',
  35: 'magenta',
  36: 'cyan',
  90: 'grey',
}

/** The styles that each code ends. */
const ends: Readonly<Record<string, readonly string[]>> = {
  0: Object.values(styles),
  22: ['bold', 'dim'],
  39: ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'grey'],
}

const ESCAPE = '\u001b'

/** Matches a progress line that was cleared afterwards. */
const PROGRESS = new RegExp(`\\r?${ESCAPE}\\[K(?:[^\\n]*?\\r)?`, 'g')

/**
 * Splits the output of a terminal into lines, and these into pieces of one style. Throws for codes that are not styles.
 */
export function styledLines(written: string): Piece[][] {
  let on: readonly string[] = []
  return written
    .replaceAll('\r\n', '\n')
    .replaceAll(PROGRESS, '')
    .trimEnd()
    .split('\n')
    .map((line) =>
      line.split(ESCAPE).flatMap((part, place): Piece[] => {
        if (place === 0) return part === '' ? [] : [{ text: part, styles: on }]
        const [, codes, text = ''] = /^\[([\d;]*)m([^]*)$/.exec(part) ?? []
        if (codes === undefined)
          throw new Error(`the output has a terminal code that is not a colour: ${JSON.stringify(part)}`)
        on = (codes === '' ? '0' : codes).split(';').reduce(changed, on)
        return text === '' ? [] : [{ text, styles: on }]
      }),
    )
}

function changed(on: readonly string[], code: string): readonly string[] {
  const style = styles[code]
  if (style !== undefined) return [...on, style]
  const ended = ends[code]
  if (ended === undefined) throw new Error(`the recording knows no style for the code ${code} of terminals`)
  return on.filter((each) => !ended.includes(each))
}
