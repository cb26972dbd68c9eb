import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Heading } from '../../parts/heading.tsx'
import { texts } from '../../texts.ts'
import { CreatePlayer } from './create-player.tsx'
import { PlayerList } from './player-list.tsx'
import { Profile } from './profile.tsx'

const t = texts.players

/** The list of players, and the profile of one: beside it where there is room for both. Spec 8.2. */
export function Players(): ReactNode {
  const [path] = useLocation()
  const [, id, tab] = path.split('/').slice(1).map(decoded)
  const selected = id === '' ? undefined : id
  const isWide = useIsWide()
  const [isCreating, setCreating] = useState(false)
  const list = <PlayerList selected={selected} onCreate={() => setCreating(true)} />
  return (
    <>
      {selected === undefined ? (
        <>
          <header className="page-head">
            <Heading>{t.title}</Heading>
          </header>
          {list}
        </>
      ) : (
        <div className="players-split">
          {isWide && <div className="players-side">{list}</div>}
          <Profile key={selected} id={selected} tab={tab} />
        </div>
      )}
      <CreatePlayer isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** From this width on, the list has room beside a profile. */
const WIDE = '(min-width: 75rem)'

function useIsWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches)
  useEffect(() => {
    const media = matchMedia(WIDE)
    const change = (): void => setWide(media.matches)
    media.addEventListener('change', change)
    return () => media.removeEventListener('change', change)
  }, [])
  return isWide
}
