import { Copy } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useGame } from '../shell/game.tsx'
import { texts } from '../texts.ts'

const t = texts.shell

/**
 * What does the same as a part of the page: a command line without `gamify`, such as `player create neo`, or a play script for
 * what has no command of its own. Spec 6.4.
 */
export type Command = string | { readonly script: object }

/** Returns what runs a play script, and keeps what it changes. */
export const scriptCommand = (script: object): Command => ({ script })

/** Returns what performs a step of a play script, and keeps what it changes. */
export const stepCommand = (step: object): Command => scriptCommand({ steps: [step] })

/** The name that the commands give to the file of a play script. */
const SCRIPT_FILE = 'step.json'

/** Shows what does the same as a part of the page, to be copied: the command line, after the file that it reads. */
export function CommandLine({ command }: { readonly command: Command }): ReactNode {
  const { runtime } = useGame()
  const isScript = typeof command !== 'string'
  const words = isScript ? `play script ${SCRIPT_FILE} --keep` : command
  const line = `gamify ${words}${runtime === 'production' ? ' --runtime production' : ''}`
  return (
    <>
      {isScript && (
        <div className="command-file">
          {t.fileOfCommand(SCRIPT_FILE)}{' '}
          <Copyable name={t.copyFile} text={JSON.stringify(command.script, undefined, 2)} />
        </div>
      )}
      <p className="command-line">
        <span className="hidden">{t.commandLine}</span> <Copyable name={t.copy} text={line} />
      </p>
    </>
  )
}

/** A text with a button that copies it. Without the right to do that, the button selects the text. */
function Copyable({ name, text }: { readonly name: string; readonly text: string }): ReactNode {
  const code = useRef<HTMLElement>(null)
  const [outcome, setOutcome] = useState<{ readonly of: string; readonly said: string }>()
  const copy = async (): Promise<void> => {
    // Screen readers announce only what changes.
    setOutcome(undefined)
    try {
      // Browsers have a clipboard only on pages of https and of this machine.
      await navigator.clipboard.writeText(text)
      setOutcome({ of: text, said: t.copied })
    } catch {
      if (code.current) getSelection()?.selectAllChildren(code.current)
      setOutcome({ of: text, said: t.copyYourself })
    }
  }
  return (
    <>
      <code ref={code}>{text}</code>{' '}
      <button type="button" className="icon" aria-label={name} title={name} onClick={() => void copy()}>
        <Copy aria-hidden size={14} />
      </button>
      <span role="status">{outcome?.of === text && outcome.said}</span>
    </>
  )
}
