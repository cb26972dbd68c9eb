import { useEffect, useId, useState, type FormEvent, type ReactNode } from 'react'

/**
 * A field that chooses what the page shows, by its id, with suggestions. It takes effect with Enter or when the person leaves
 * it, so it is not for what changes the game: that is a `DeedField`.
 */
export function ChoiceField({
  label,
  value,
  suggestions = [],
  onChoose,
}: {
  readonly label: string
  readonly value: string
  readonly suggestions?: readonly string[]
  readonly onChoose: (value: string) => void
}): ReactNode {
  const [text, setText] = useState(value)
  const id = useId()
  useEffect(() => setText(value), [value])
  const choose = (): void => {
    if (text.trim() !== value) onChoose(text.trim())
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    choose()
  }
  return (
    <form className="field" onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={text}
        list={suggestions.length === 0 ? undefined : `${id}-list`}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
        onBlur={choose}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </form>
  )
}
