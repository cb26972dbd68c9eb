import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react'

/** How long a person can pause while typing before the list is searched, in ms. */
const PAUSE_MS = 250

/** A field that searches a list while the person types. Spaces around the text do not count. */
export function SearchField({
  label,
  value,
  onChange,
  isLabelHidden = false,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Whether the label is written in the empty field only. */
  readonly isLabelHidden?: boolean
}): ReactNode {
  const [text, setText] = useState(value)
  /** What the list was last searched for. */
  const sent = useRef(value)
  const send = useEffectEvent((wanted: string) => {
    sent.current = wanted
    onChange(wanted)
  })
  // The value can change by itself, when the person goes back. What comes back of the own text changes nothing.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(() => send(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const id = useId()
  const input = (
    <input
      id={id}
      type="search"
      value={text}
      placeholder={isLabelHidden ? label : undefined}
      aria-label={isLabelHidden ? label : undefined}
      onChange={({ target }) => setText(target.value)}
    />
  )
  if (isLabelHidden) return input
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {input}
    </div>
  )
}
