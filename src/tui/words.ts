/** A word of a line; in single or double quotes it can contain spaces. */
const WORD = /'([^']*)'|"([^"]*)"|(\S+)/g

/** The words of a line. */
export function splitArguments(line: string): readonly string[] {
  return Array.from(line.matchAll(WORD), ([, single, double, plain]) => single ?? double ?? plain ?? '')
}
