/** A piece of a line that a terminal shows in one style: names of `styles`. */
export interface Piece {
  readonly text: string
  readonly styles: readonly string[]
}

/** What the codes of a terminal are called; 0 ends all of them. */
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

/** Which of them a code ends. */
const ends: Readonly<Record<string, readonly string[]>> = {
  0: Object.values(styles),
  22: ['bold', 'dim'],
  39: ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'grey'],
}

const ESCAPE = '\u001b'

/** A line that told of work under way, and was cleared for what came of it. */
const PROGRESS = new RegExp(`\\r?${ESCAPE}\\[K(?:[^\\n]*?\\r)?`, 'g')

/** The lines of what was written to a terminal, in pieces of one style. Throws on what is no colour. */
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
