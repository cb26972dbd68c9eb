import { useQueries, useQuery as useCached } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Client } from '../../client/client.ts'
import { UnreachableError } from '../../client/service-error.ts'
import { describe, useGame } from '../shell/game.tsx'

/** A column of a long table. */
export interface Column<T> {
  readonly heading: string
  readonly cell: (row: T) => ReactNode
  readonly isNumber?: boolean
  /** How the rows are sorted by this column; undefined if by another one. */
  readonly sorted?: 'ascending' | 'descending' | undefined
  /** Sorts by this column; absent if that is not possible. */
  readonly onSort?: (() => void) | undefined
  /** Its width in CSS; without one, it shares the rest of the table with other such columns. */
  readonly width?: string
}

/** A page of rows, and how many rows there are in all. */
export interface PageOfRows<T> {
  readonly rows: readonly T[]
  readonly total: number
}

const ROW_PX = 36
const PAGE_ROWS = 100

/** The least width of a column. A narrower window scrolls the table sideways. */
const COLUMN_REM = 6.5

/** Browsers cannot show anything higher. With more rows, a pixel of the scroll bar stands for several of them. */
const MAX_PX = 8_000_000

interface LongTableProps<T> {
  readonly label: string
  /** Names what is listed, with everything that `load` depends on. */
  readonly name: readonly unknown[]
  readonly load: (client: Client, skip: number, limit: number) => Promise<PageOfRows<T>>
  readonly columns: readonly Column<T>[]
  readonly idOf: (row: T) => string
  readonly isSelected?: (row: T) => boolean
  readonly onOpen?: (row: T) => void
  /** The number of the row to bring into view, counted from 0. */
  readonly focusedRow?: number | undefined
  readonly empty: ReactNode
}

/** A table of any number of rows, of which only those in view are loaded and drawn. Arrow and page keys move through it. */
export function LongTable<T>(props: LongTableProps<T>): ReactNode {
  // Another list begins at its first row.
  return <RowsOf key={JSON.stringify(props.name)} {...props} />
}

function RowsOf<T>({
  label,
  name,
  load,
  columns,
  idOf,
  isSelected,
  onOpen,
  focusedRow,
  empty,
}: LongTableProps<T>): ReactNode {
  const { client, runtime, at } = useGame()
  const [first, setFirst] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const [boxPx, measured] = useHeight(box)
  // The heading takes the place of a row.
  const visible = Math.max(1, Math.floor(boxPx / ROW_PX) - 1)
  const key = [runtime, at ?? 'live', 'rows', ...name]
  const head = useCached({ queryKey: [...key, 0], queryFn: () => load(client, 0, PAGE_ROWS) })
  const total = head.data?.total ?? 0
  const top = Math.max(0, Math.min(first, total - visible))
  const last = Math.min(total, top + visible + 2)
  const firstPage = Math.floor(top / PAGE_ROWS)
  const pages = Array.from({ length: Math.max(1, Math.ceil(last / PAGE_ROWS) - firstPage) }, (_, i) => firstPage + i)
  const loaded = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...key, page],
      queryFn: () => load(client, page * PAGE_ROWS, PAGE_ROWS),
    })),
  })
  const rowAt = (index: number): T | undefined => {
    const page = Math.floor(index / PAGE_ROWS)
    return loaded[page - firstPage]?.data?.rows[index - page * PAGE_ROWS]
  }
  const height = Math.min(total * ROW_PX, MAX_PX)
  const scrollable = Math.max(1, height + ROW_PX - boxPx)
  const pxOf = (row: number): number => (total <= visible ? 0 : (row / (total - visible)) * scrollable)
  const moveTo = (row: number): void => {
    const next = Math.max(0, Math.min(Math.round(row), total - visible))
    setFirst(next)
    box.current?.scrollTo({ top: pxOf(next) })
  }
  const isKnown = head.data !== undefined
  useEffect(() => {
    if (focusedRow !== undefined && isKnown) moveTo(focusedRow - Math.floor(visible / 2))
    // It moves there once: after that, the person scrolls.
  }, [focusedRow, isKnown])
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: visible,
      PageUp: -visible,
      Home: -total,
      End: total,
    }
    const step = steps[event.key]
    if (step === undefined || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    moveTo(top + step)
  }
  // A lost connection is told once, for the whole page, and what was last known stays in view.
  const refused = [head, ...loaded].find(({ error }) => error !== null && !(error instanceof UnreachableError))?.error
  const problem = refused && (
    <p role="alert" className="problem">
      {describe(refused)}
    </p>
  )
  if (refused && !head.data) return problem
  if (head.data && total === 0) return <div className="empty">{empty}</div>
  const indexes = Array.from({ length: Math.max(0, last - top) }, (_, i) => top + i)
  return (
    <>
      {problem}
      <div
        ref={measured}
        className="long-table"
        tabIndex={0}
        role="region"
        aria-label={label}
        onScroll={({ currentTarget: { scrollTop } }) =>
          setFirst(Math.round((scrollTop / scrollable) * Math.max(0, total - visible)))
        }
        onKeyDown={onKeyDown}
      >
        <div style={{ height: Math.max(height, ROW_PX) + ROW_PX }}>
          <table
            style={{ minWidth: `${columns.length * COLUMN_REM}rem` }}
            aria-label={label}
            aria-rowcount={total + 1}
            aria-busy={!head.data}
          >
            <colgroup>
              {columns.map(({ heading, width }) => (
                <col key={heading} style={{ width }} />
              ))}
            </colgroup>
            <thead>
              <tr aria-rowindex={1}>
                {columns.map(({ heading, isNumber, sorted, onSort }) => (
                  <th key={heading} scope="col" className={isNumber ? 'number' : undefined} aria-sort={sorted}>
                    {onSort ? (
                      <button type="button" className="sorter" onClick={onSort}>
                        {heading}
                        {sorted === 'ascending' && <ArrowUp aria-hidden size={14} />}
                        {sorted === 'descending' && <ArrowDown aria-hidden size={14} />}
                      </button>
                    ) : (
                      heading
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {indexes.map((index) => {
                const row = rowAt(index)
                return (
                  <tr
                    key={row === undefined ? index : idOf(row)}
                    aria-rowindex={index + 2}
                    aria-selected={row !== undefined && isSelected?.(row) ? true : undefined}
                    onClick={() => row !== undefined && onOpen?.(row)}
                  >
                    {columns.map(({ heading, cell, isNumber }) => (
                      <td key={heading} className={isNumber ? 'number' : undefined}>
                        {row !== undefined && cell(row)}
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      </div>
    </>
  )
}

/** Returns the inner height of a box in pixels, and the ref that measures it, whichever element that is. */
function useHeight(box: {
  current: HTMLDivElement | null
}): readonly [number, (element: HTMLDivElement) => () => void] {
  const [height, setHeight] = useState(USUAL_PX)
  const measured = useCallback(
    (element: HTMLDivElement) => {
      box.current = element
      setHeight(element.clientHeight)
      const observer = new ResizeObserver(() => setHeight(element.clientHeight))
      observer.observe(element)
      return () => {
        observer.disconnect()
        box.current = null
      }
    },
    [box],
  )
  return [height, measured]
}

/** The height of a box before it is measured. */
const USUAL_PX = 720
