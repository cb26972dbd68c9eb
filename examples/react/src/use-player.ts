import { scoresOf, type Client, type MetricId, type ScoreValue } from 'gamify/client'
import { useCallback, useEffect, useState } from 'react'
import type { Game } from './game.ts'

/** What a player has, by metric. */
export type Scores = { readonly [M in MetricId<Game>]?: ScoreValue<Game, M> }

/** A player, as a component needs one. */
export interface Player {
  /** Undefined until they are known. */
  readonly scores: Scores | undefined
  readonly alias: string | undefined
  /** Why they are not known, or are no longer fresh. */
  readonly error: unknown
  /** Plays an action, and shows what it did. Rejects as the client does. */
  readonly play: Client<Game>['play']
}

/** Follows the player of a client: the scores are fresh after each play here, and after each notification. */
export function usePlayer(client: Client<Game>): Player {
  const [shown, setShown] = useState<Pick<Player, 'scores' | 'alias'>>({ scores: undefined, alias: undefined })
  const [error, setError] = useState<unknown>()

  const refresh = useCallback(
    async (signal?: AbortSignal): Promise<void> => {
      const profile = await client.profile({ signal })
      setShown({ scores: scoresOf(profile), alias: profile.alias })
      setError(undefined)
    },
    [client],
  )

  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const follow = async (): Promise<void> => {
      await refresh(signal)
      for await (const _ of client.notifications({ signal })) await refresh(signal)
    }
    follow().catch((reason: unknown) => {
      if (!signal.aborted) setError(reason)
    })
    return () => ending.abort()
  }, [client, refresh])

  const play: Player['play'] = useCallback(
    async (...played) => {
      const answer = await client.play(...played)
      refresh().catch(setError)
      return answer
    },
    [client, refresh],
  )

  return { ...shown, error, play }
}
