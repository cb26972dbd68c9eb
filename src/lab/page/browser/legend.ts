import type { LegendEntry, Look } from '../figures/plot.ts'
import { drawing, element } from './element.ts'

/** Creates a legend. Each entry that has series can hide and show them: `onChange` gets the names of those that are hidden. */
export function legend(entries: readonly LegendEntry[], onChange: (hidden: ReadonlySet<string>) => void): HTMLElement {
  const hidden = new Set<string>()
  const canHide = entries.length > 1
  return element(
    'ul',
    { class: 'legend', 'aria-label': 'Legend', tabindex: entries.length > 16 ? '0' : undefined },
    ...entries.map((entry) => {
      if (!canHide || entry.series.length === 0)
        return element('li', { class: 'entry' }, swatch(entry.look), entry.label)
      const button = element('button', { type: 'button', 'aria-pressed': 'true' }, swatch(entry.look), entry.label)
      button.addEventListener('click', () => {
        const isShown = button.getAttribute('aria-pressed') !== 'true'
        button.setAttribute('aria-pressed', String(isShown))
        for (const name of entry.series)
          if (isShown) hidden.delete(name)
          else hidden.add(name)
        onChange(hidden)
      })
      return element('li', {}, button)
    }),
  )
}

/** Draws a look in small. */
function swatch(look: Look): SVGElement {
  const box = { width: '26', height: '12', viewBox: '0 0 26 12', 'aria-hidden': 'true', focusable: 'false' }
  if (look.kind === 'area')
    return drawing(
      'svg',
      { ...box, width: '16', viewBox: '0 0 16 12' },
      drawing('rect', {
        ...(look.isOutlined === true
          ? { x: '1', y: '1', width: '14', height: '10', stroke: 'var(--text)', 'stroke-width': '2' }
          : { width: '16', height: '12' }),
        rx: '3',
        fill: look.fill,
        'fill-opacity': String(look.opacity ?? 1),
      }),
    )
  const dash = look.dash === 'solid' ? undefined : look.dash.join(' ')
  return drawing(
    'svg',
    box,
    drawing('path', { d: 'M0 6H26', stroke: look.colour, 'stroke-width': '2', 'stroke-dasharray': dash }),
    symbolMark(look.symbol, look.colour),
  )
}

const outlines: Readonly<Record<string, string>> = {
  circle: 'M9.5 6a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0Z',
  rect: 'M10 3h6v6h-6Z',
  triangle: 'M13 2L17 9.5H9Z',
  diamond: 'M13 1.5L17.5 6L13 10.5L8.5 6Z',
}

function symbolMark(symbol: string, colour: string): SVGElement | undefined {
  const d = outlines[symbol.replace('empty', '').toLowerCase()]
  if (d === undefined) return undefined
  return symbol.startsWith('empty')
    ? drawing('path', { d, fill: 'var(--card)', stroke: colour, 'stroke-width': '1.6' })
    : drawing('path', { d, fill: colour })
}
