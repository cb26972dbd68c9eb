import { useEffect, useId, useState, type ReactNode } from 'react'

/** How long a person can pause while typing before the list is searched, in ms. */
const PAUSE_MS = 200

/** A field that searches a list while the person types. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}): ReactNode {
  const [text, setText] = useState(value)
  const id = useId()
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="search" value={text} onChange={({ target }) => setText(target.value)} />
    </div>
  )
}
