import { useId, useState, type FormEvent, type ReactNode } from 'react'

/**
 * A field for what a deed needs, with the button that does it. Leaving the field does nothing. A text that the game refuses
 * stays in the field, to be mended.
 */
export function DeedField({
  label,
  action,
  value = '',
  isBusy = false,
  onDo,
}: {
  readonly label: string
  /** The word on the button. */
  readonly action: string
  /** The text before anything is written. */
  readonly value?: string
  readonly isBusy?: boolean
  /** Does the deed. Resolves to false if it was refused. */
  readonly onDo: (text: string) => Promise<boolean> | void
}): ReactNode {
  const [typed, setTyped] = useState<string>()
  const id = useId()
  const text = (typed ?? value).trim()
  const isNothing = text === '' || text === value
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!isNothing && !isBusy && (await onDo(text)) !== false) setTyped(undefined)
  }
  return (
    <form className="field" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{label}</label>
      <span className="field-with-button">
        <input
          id={id}
          value={typed ?? value}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" disabled={isNothing || isBusy}>
          {action}
        </button>
      </span>
    </form>
  )
}
