import { useId, useState, type FormEvent, type ReactNode } from 'react'
import type { StudioSession } from '../../interface/studio-session.ts'
import { texts } from '../texts.ts'
import { signIn } from './access.ts'
import { describe } from './game.tsx'

/** Asks for the credentials of a client, where opening the page is not enough. Spec 8.1. */
export function SignIn({ onSignedIn }: { readonly onSignedIn: (session: StudioSession) => void }): ReactNode {
  const [id, secret] = [useId(), useId()]
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setBusy(true)
    try {
      onSignedIn(await signIn(fieldOf(fields, 'id'), fieldOf(fields, 'secret')))
    } catch (error) {
      setProblem(describe(error))
    } finally {
      setBusy(false)
    }
  }
  const t = texts.signIn
  return (
    <main className="sign-in">
      <form className="card" onSubmit={(event) => void submit(event)}>
        <h1>{t.title}</h1>
        <p>{t.why}</p>
        <label htmlFor={id}>{t.id}</label>
        <input id={id} name="id" required autoComplete="username" autoFocus />
        <label htmlFor={secret}>{t.secret}</label>
        <input id={secret} name="secret" type="password" required autoComplete="current-password" />
        <p role="alert" className="problem">
          {problem}
        </p>
        <button type="submit" className="primary" disabled={isBusy}>
          {t.submit}
        </button>
      </form>
    </main>
  )
}

function fieldOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
