import { createContext, use, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { printable } from '../../sentences/printable.ts'
import { useGame } from '../shell/game.tsx'
import { pageOf } from '../shell/pages.ts'
import { texts } from '../texts.ts'
import { Name } from './name.tsx'

/** What was announced last; undefined at first, because browsers announce a page that they load. */
export const AnnouncedContext = createContext<{ current: string | undefined }>({ current: undefined })

/**
 * The heading of a page, which also is the title of the tab. It takes the focus when the person has come to another page, so
 * that screen readers announce it and the keyboard continues there. Spec 8.2.
 */
export function Heading({
  children: name,
  subject,
}: {
  readonly children: string
  /** What the page shows, if it has several paths (default: the path). */
  readonly subject?: string
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  const announced = use(AnnouncedContext)
  const { session } = useGame()
  const [path] = useLocation()
  const shown = subject ?? path
  const title = [printable(name), pageOf(path)?.name, session.game.title, texts.shell.product]
  const text = [...new Set(title)].filter((part) => part !== undefined).join(' · ')
  useEffect(() => {
    document.title = text
  }, [text])
  useEffect(() => {
    const isNew = announced.current !== undefined && announced.current !== shown
    announced.current = shown
    if (isNew) heading.current?.focus()
  }, [shown, announced])
  useLayoutEffect(() => {
    const { current } = heading
    return () => {
      // The heading that takes the place of this one takes its focus too.
      if (document.activeElement === current) announced.current = ''
    }
  }, [announced])
  return (
    <h1 ref={heading} tabIndex={-1}>
      <Name>{name}</Name>
    </h1>
  )
}
