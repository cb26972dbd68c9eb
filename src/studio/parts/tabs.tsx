import type { ReactNode } from 'react'

/** Buttons of which one is pressed, such as the views of a page or the cycles of a leaderboard. */
export function Tabs<T extends string>({
  label,
  tabs,
  chosen,
  onChoose,
}: {
  readonly label: string
  readonly tabs: readonly (readonly [value: T, name: string])[]
  readonly chosen: T
  readonly onChoose: (value: T) => void
}): ReactNode {
  return (
    <div className="tabs" role="group" aria-label={label}>
      {tabs.map(([value, name]) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {name}
        </button>
      ))}
    </div>
  )
}
