import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { CommandLine, type Command } from './command-line.tsx'
import { Sheet } from './sheet.tsx'

/** Asks before something is destroyed. What is in this tab only has no command. */
export function Confirm({
  title,
  isOpen,
  onClose,
  action,
  command,
  onConfirm,
  children,
}: {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The words on the button that does it. */
  readonly action: string
  readonly command?: Command
  readonly onConfirm: () => void
  readonly children: ReactNode
}): ReactNode {
  return (
    <Sheet title={title} isOpen={isOpen} onClose={onClose}>
      {children}
      {command !== undefined && <CommandLine command={command} />}
      <footer>
        <button type="button" data-safe onClick={onClose}>
          {texts.shell.cancel}
        </button>
        <button
          type="button"
          className="danger"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {action}
        </button>
      </footer>
    </Sheet>
  )
}
