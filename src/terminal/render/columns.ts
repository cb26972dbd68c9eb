/**
 * Formats lines of two columns, indented. The right one can be empty. The width is in characters, so the text must be
 * ASCII.
 */
export function inColumns(lines: readonly (readonly [left: string, right: string])[]): string[] {
  const width = Math.max(...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd())
}
