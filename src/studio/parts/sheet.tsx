import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { texts } from '../texts.ts'

/** What a dialog has the focus on first: its first field, or the answer to its question that keeps everything. */
const FIRST = '[data-safe], input:enabled, select:enabled, textarea:enabled'

/** A dialog over the page. Escape and a click beside it close it, and the focus returns to where it was. */
export function Sheet({
  title,
  isOpen,
  onClose,
  isWide = false,
  children,
}: {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly isWide?: boolean
  readonly children: ReactNode
}): ReactNode {
  const first = useRef<HTMLElement>(null)
  return (
    <Dialog
      ref={(dialog: HTMLElement | null) => {
        first.current = dialog?.querySelector<HTMLElement>(FIRST) ?? null
      }}
      initialFocus={first}
      open={isOpen}
      onClose={onClose}
      unmountOnHide
      // The library would add a style element, which the policy of the page refuses.
      preventBodyScroll={false}
      backdrop={<div className="backdrop" />}
      className={isWide ? 'sheet wide' : 'sheet'}
    >
      <header>
        <DialogHeading>{title}</DialogHeading>
        <DialogDismiss className="icon" aria-label={texts.shell.close}>
          <X aria-hidden size={18} />
        </DialogDismiss>
      </header>
      {children}
    </Dialog>
  )
}
