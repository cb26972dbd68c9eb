/** Lines of two columns, indented; the right one may be empty. */
export function inColumns(lines: readonly (readonly [left: string, right: string])[]): string[] {
  const width = Math.max(...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd())
}
