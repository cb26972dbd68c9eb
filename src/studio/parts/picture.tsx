import { useQuery as useCached } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { Client } from '../../client/client.ts'
import { useGame, useLive } from '../shell/game.tsx'

/**
 * A picture of the game, beside the name that it goes with. `name` names it with everything that `load` depends on. Without
 * the picture, `instead` stands there.
 */
export function Picture({
  name,
  load,
  instead,
}: {
  readonly name: readonly unknown[]
  readonly load: (client: Client) => Promise<Uint8Array>
  readonly instead: ReactNode
}): ReactNode {
  const { client, runtime, at } = useGame()
  const design = useLive((live) => live.design)
  const { data } = useCached({
    // Pictures change with the design only, and not with each play.
    queryKey: ['pictures', runtime, at ?? design, ...name],
    queryFn: () => load(client),
    enabled: at !== undefined || design !== undefined,
  })
  const url = useObjectUrl(data)
  return url === undefined ? (
    <span className="picture" aria-hidden>
      {instead}
    </span>
  ) : (
    <img className="picture" src={url} alt="" />
  )
}

/** Returns an address of an image as long as it is shown. */
function useObjectUrl(png: Uint8Array | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!png) return
    const made = URL.createObjectURL(new Blob([png as Uint8Array<ArrayBuffer>], { type: 'image/png' }))
    setUrl(made)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(made)
    }
  }, [png])
  return url
}
