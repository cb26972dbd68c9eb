import { useState, type ReactNode } from 'react'
import { Confirm } from './confirm.tsx'
import { useDeed, type Deed } from './toast.tsx'

/** A button that does something to the game after it has asked. */
export function AskedDeed({
  action,
  label,
  title,
  loss,
  deed,
}: {
  /** The words on the button, and on the one that answers. */
  readonly action: string
  /** What the button is called where its words alone do not say it. */
  readonly label?: string
  /** The question. */
  readonly title: string
  /** What is lost. */
  readonly loss: string
  readonly deed: Deed<unknown>
}): ReactNode {
  const [perform, isBusy] = useDeed()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" disabled={isBusy} aria-label={label} onClick={() => setAsking(true)}>
        {action}
      </button>
      <Confirm
        title={title}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={action}
        command={deed.command}
        onConfirm={() => void perform(deed)}
      >
        <p>{loss}</p>
      </Confirm>
    </>
  )
}
