import { styleText } from 'node:util'
import type { Paint } from '../terminal/render/paint.ts'

/** How things look on this terminal. */
export interface Theme {
  readonly paint: Paint
  /** Whether it shows more than ASCII. */
  readonly unicode: boolean
  /** What is chosen: swapped colours, which any terminal has and can be read on any background. */
  readonly selected: (text: string) => string
}

/** Stands for what has not arrived yet. */
export const loadingText = ({ unicode }: Theme): string => (unicode ? 'Loading…' : 'Loading...')

/** A look with these colours. */
export function createTheme(paint: Paint, unicode: boolean): Theme {
  return { paint, unicode, selected: (text) => styleText('inverse', text, { validateStream: false }) }
}
