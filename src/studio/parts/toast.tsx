import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import type { Client } from '../../client/client.ts'
import { ServiceError } from '../../client/service-error.ts'
import { describe, useGame, useRefresh } from '../shell/game.tsx'
import { texts } from '../texts.ts'
import { CommandLine, type Command } from './command-line.tsx'

/** What became of something that the person did. */
interface Toast {
  readonly tone: 'good' | 'bad'
  readonly text: string
  /** What does the same. */
  readonly command?: Command | undefined
}

const ToastContext = createContext<(toast: Toast | undefined) => void>(() => {})

/** Shows below the page what became of the last thing that was done, until the next one or until it is dismissed. */
export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [toast, setToast] = useState<Toast>()
  return (
    <ToastContext value={setToast}>
      {children}
      <div className="toast" role="status" data-tone={toast?.tone} hidden={!toast}>
        {toast && (
          <>
            <p>{toast.tone === 'bad' ? `${texts.shell.failed} ${toast.text}` : toast.text}</p>
            {toast.command !== undefined && <CommandLine command={toast.command} />}
            <button type="button" onClick={() => setToast(undefined)}>
              {texts.shell.dismiss}
            </button>
          </>
        )}
      </div>
    </ToastContext>
  )
}

/** Returns a function that shows what went wrong with something that is not done to the game. */
export function useTellFailure(): (error: unknown) => void {
  const show = use(ToastContext)
  return useCallback((error: unknown) => show({ tone: 'bad', text: describe(error) }), [show])
}

/** Something that a person does to the game. */
export interface Deed<T> {
  readonly run: (client: Client) => Promise<T>
  /** Says what was done. */
  readonly done: (result: T) => string
  readonly command: Command
  /** Whether it can be done while the past is shown, because it is about that moment. */
  readonly isOfPast?: boolean
}

/**
 * Returns a function that does something to the live game, and tells what became of it; and whether it is under way. It
 * resolves to the result, or to undefined if the game refused.
 */
export function useDeed(): readonly [<T>(deed: Deed<T>) => Promise<T | undefined>, boolean] {
  const { liveClient, at } = useGame()
  const show = use(ToastContext)
  const refresh = useRefresh()
  const [running, setRunning] = useState(0)
  const perform = useCallback(
    async <T,>({ run, done, command, isOfPast = false }: Deed<T>): Promise<T | undefined> => {
      if (at !== undefined && !isOfPast) {
        show({ tone: 'bad', text: texts.shell.readOnly })
        return undefined
      }
      setRunning((count) => count + 1)
      try {
        const result = await run(liveClient)
        show({ tone: 'good', text: done(result), command })
        void refresh()
        return result
      } catch (error) {
        show({ tone: 'bad', text: describe(error), ...(error instanceof ServiceError && { command }) })
        return undefined
      } finally {
        setRunning((count) => count - 1)
      }
    },
    [liveClient, at, show, refresh],
  )
  return useMemo(() => [perform, running > 0] as const, [perform, running])
}
