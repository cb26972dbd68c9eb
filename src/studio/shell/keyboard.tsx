import { useEffect, useRef, type ReactNode } from 'react'
import { Sheet } from '../parts/sheet.tsx'
import { texts } from '../texts.ts'
import { pageEntries } from './pages.ts'

/** What the keys of the whole studio do. */
interface KeyActions {
  readonly onSearch: () => void
  readonly onHelp: () => void
  readonly onPage: (path: string) => void
}

/** How long the key after `g` can take, in ms. */
const SEQUENCE_MS = 1_500

/** Listens for the keys of the studio, except while the person types, or a dialog is open. Spec 8.2. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    let pressedAt = -Infinity
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"]:not([hidden])')) return
      const { onSearch, onHelp, onPage } = latest.current
      const page =
        performance.now() - pressedAt < SEQUENCE_MS ? pageEntries.find(({ key }) => key === event.key) : undefined
      pressedAt = event.key === 'g' && !page ? performance.now() : -Infinity
      if (page) onPage(page.path)
      else if (event.key === '/') onSearch()
      else if (event.key === '?') onHelp()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  )
}

/** Lists the keys. */
export function KeyHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }): ReactNode {
  const t = texts.keys
  const keys: readonly (readonly [readonly string[], string])[] = [
    [['?'], t.help],
    [['/'], t.search],
    ...pageEntries.map(({ key, name }) => [['g', key], t.goTo(name)] as const),
  ]
  return (
    <Sheet title={t.title} isOpen={isOpen} onClose={onClose}>
      <dl className="keys">
        {keys.map(([sequence, meaning]) => (
          <div key={meaning}>
            <dt>
              {sequence.map((key, i) => (
                <span key={key}>
                  {i > 0 && ` ${t.after} `}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
