import { Copy } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useGame } from '../shell/game.tsx'
import { texts } from '../texts.ts'

const t = texts.shell

/** A command line that does the same as a part of the page, without `gamify`: `player create neo`. */
export interface Command {
  readonly command: string
  /** The play script that the command runs, for what has no command of its own. Spec 6.4. */
  readonly script?: object | undefined
}

/** The name that the commands give to the file of a play script. */
const SCRIPT_FILE = 'step.json'

/** Returns the command that runs a play script, and keeps what it changes. */
export const commandOfScript = (script: object): Command => ({ command: `play script ${SCRIPT_FILE} --keep`, script })

/** Returns the command that performs a step of a play script, and keeps what it changes. */
export const commandOfStep = (step: object): Command => commandOfScript({ steps: [step] })

/** Shows the command line that does the same as a part of the page, to be copied, after the file that it reads. */
export function CommandLine({ command, script }: Command): ReactNode {
  const { runtime } = useGame()
  const line = `gamify ${command}${runtime === 'production' ? ' --runtime production' : ''}`
  return (
    <>
      {script && (
        <div className="command-file">
          {t.fileOfCommand(SCRIPT_FILE)} <Copyable name={t.copyFile} text={JSON.stringify(script, undefined, 2)} />
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
