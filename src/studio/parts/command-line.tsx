import { Copy } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useGame } from '../shell/game.tsx'
import { texts } from '../texts.ts'

/** Shows the command line that does the same as a part of the page, to be copied. `command` comes without `gamify`. */
export function CommandLine({ command }: { readonly command: string }): ReactNode {
  const { runtime } = useGame()
  const [isCopied, setCopied] = useState(false)
  const line = `gamify ${command}${runtime === 'production' ? ' --runtime production' : ''}`
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(line)
    setCopied(true)
  }
  return (
    <p className="command-line">
      <span className="hidden">{texts.shell.commandLine}</span> <code>{line}</code>{' '}
      <button
        type="button"
        className="icon"
        aria-label={texts.shell.copy}
        title={texts.shell.copy}
        onClick={() => void copy()}
      >
        <Copy aria-hidden size={14} />
      </button>
      <span role="status">{isCopied && texts.shell.copied}</span>
    </p>
  )
}

/** Returns the command that does what has no command of its own: a play script of one step. Spec 6.4. */
export const stepCommand = (step: object): string => `play script step.json, with ${JSON.stringify({ steps: [step] })}`
