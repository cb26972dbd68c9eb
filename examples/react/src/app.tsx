import { GamifyError, type Client } from 'gamify/client'
import { useState } from 'react'
import type { Game } from './game.ts'
import { usePlayer } from './use-player.ts'

const wordsOf = (error: unknown): string => (error instanceof GamifyError ? error.description : 'Something went wrong')

/** What a reader sees of themselves. */
export function App({ client }: { readonly client: Client<Game> }) {
  const { scores, alias, error, play } = usePlayer(client)
  const [problem, setProblem] = useState<string>()
  if (error !== undefined) return <p role="alert">{wordsOf(error)}</p>
  if (scores === undefined) return <p>…</p>
  const read = (pages: number): void => {
    setProblem(undefined)
    play('read', { pages }).catch((reason: unknown) => setProblem(wordsOf(reason)))
  }
  return (
    <main>
      <p>
        {alias} has read <output>{scores.pages ?? '0'}</output> pages:{' '}
        <output>{scores.rank?.name ?? 'newcomer'}</output>
      </p>
      <button onClick={() => read(10)}>Read 10 pages</button>
      <button onClick={() => read(100)}>Read 100 pages</button>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </main>
  )
}
