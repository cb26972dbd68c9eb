import type { ReactNode } from 'react'
import { withArrows } from '../texts.ts'

/** Lines of an explanation, which are indented below what they explain, as a nested list would be. */
export function Explanation({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return (
    <ul className="explanation">
      {lines.map((line, i) => {
        const text = line.trimStart()
        return (
          // Lines have no ids, and two can be the same.
          <li key={i} style={{ paddingInlineStart: `${(line.length - text.length) * INDENT_REM}rem` }}>
            {withArrows(text)}
          </li>
        )
      })}
    </ul>
  )
}

const INDENT_REM = 0.6
