import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { GameTime } from '../../parts/game-time.tsx'
import { texts } from '../../texts.ts'
import type { Density, TimelineScale } from './timeline-scale.ts'

const t = texts.history.timeline

/** How long the keys rest before the moment that they lead to is shown, in ms. Rebuilding a game takes a while. */
const REST_MS = 250

/** The height of the bars, in the units of the drawing. */
const HEIGHT = 100

interface TimelineProps {
  readonly density: Density
  readonly scale: TimelineScale
  /** The entry that is shown: the last one of the live game. */
  readonly entry: number
  readonly isLive: boolean
  /** The entries that are compared. */
  readonly range: readonly [number, number] | undefined
  /** Chooses a moment. The last entry stands for the live game. */
  readonly onChoose: (entry: number) => void
}

/** The whole history with its density, on which a moment is chosen by mouse or keyboard. Spec 8.2. */
export function Timeline({ density, scale, entry, isLive, range, onChoose }: TimelineProps): ReactNode {
  const [aimed, setAimed] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const shown = aimed ?? entry
  const choose = (chosen: number): void => {
    clearTimeout(timer.current)
    setAimed(undefined)
    onChoose(chosen)
  }
  const pointed = (event: PointerEvent<HTMLDivElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return scale.entryAt((event.clientX - left) / Math.max(1, width))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = entryByKey(event, shown, scale)
    if (to === undefined) return
    event.preventDefault()
    setAimed(to)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => choose(to), REST_MS)
  }
  return (
    <div className="timeline">
      <div
        role="slider"
        tabIndex={0}
        className="timeline-track"
        aria-label={t.label}
        aria-orientation="horizontal"
        aria-valuemin={scale.first}
        aria-valuemax={scale.last}
        aria-valuenow={shown}
        aria-valuetext={isLive && aimed === undefined ? t.now : t.entry(shown)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setAimed(pointed(event))
        }}
        onPointerMove={(event) => {
          if (event.pointerType === 'mouse' || event.buttons > 0) setAimed(pointed(event))
        }}
        onPointerUp={(event) => {
          if (event.button === 0) choose(pointed(event))
        }}
        onPointerCancel={() => setAimed(undefined)}
        onPointerLeave={(event) => {
          if (event.buttons === 0) setAimed(undefined)
        }}
      >
        <Bars density={density} />
        {range && (
          <span
            className="timeline-range"
            style={{
              left: percent(scale.placeOf(range[0])),
              width: percent(scale.placeOf(range[1]) - scale.placeOf(range[0])),
            }}
          />
        )}
        <span className="timeline-future" style={{ left: percent(isLive ? 1 : scale.placeOf(entry)) }} />
        <span
          className="timeline-mark"
          data-live={isLive || undefined}
          style={{ left: percent(isLive ? 1 : scale.placeOf(entry)) }}
        />
        {aimed !== undefined && <span className="timeline-aim" style={{ left: percent(scale.placeOf(aimed)) }} />}
      </div>
      <p className="timeline-ends muted">
        <span>{density.first && <GameTime at={density.first.at} />}</span>
        <span className="timeline-aimed">
          {aimed !== undefined && (
            <>
              {t.aimed(shown)} <GameTime at={timeAt(density, scale, shown)} />
            </>
          )}
        </span>
        <span>{density.last && <GameTime at={density.last.at} />}</span>
      </p>
    </div>
  )
}

/** The bars have the square root of their counts for a height, because a busy hour would make all others invisible. */
function Bars({ density: { buckets } }: { readonly density: Density }): ReactNode {
  const most = Math.sqrt(Math.max(1, ...buckets.map(({ entries }) => entries)))
  return (
    <svg viewBox={`0 0 ${buckets.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden className="timeline-bars">
      {buckets.map(({ at, entries }, i) => {
        const height = entries === 0 ? 0 : Math.max(3, (Math.sqrt(entries) / most) * HEIGHT)
        return <rect key={at} x={i + 0.1} width={0.8} y={HEIGHT - height} height={height} />
      })}
    </svg>
  )
}

const percent = (place: number): string => `${Math.max(0, Math.min(1, place)) * 100}%`

/** Returns about when an entry was, to the length of a bucket. */
function timeAt({ buckets, width_ms }: Density, scale: TimelineScale, entry: number): string {
  const place = scale.placeOf(entry) * buckets.length
  const bucket = buckets[Math.min(buckets.length - 1, Math.floor(place))]
  const ms = bucket ? Date.parse(bucket.at) + (place % 1) * width_ms : 0
  return new Date(ms).toISOString()
}

function entryByKey(event: KeyboardEvent, entry: number, scale: TimelineScale): number | undefined {
  const by = event.shiftKey ? 10 : 1
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(scale.first, entry - by)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(scale.last, entry + by)
    case 'PageDown':
      return scale.nextBucket(entry, -1)
    case 'PageUp':
      return scale.nextBucket(entry, 1)
    case 'Home':
      return scale.first
    case 'End':
      return scale.last
    default:
      return undefined
  }
}
