import { Command, Search } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { GameTime, momentText } from '../parts/game-time.tsx'
import { Go } from '../parts/go.tsx'
import { AnnouncedContext } from '../parts/heading.tsx'
import { useTellFailure } from '../parts/toast.tsx'
import { texts } from '../texts.ts'
import { signOut } from './access.ts'
import { useAddressOf, useSetting } from './address.ts'
import { useConnection, useGame, useGameNow, useLive } from './game.tsx'
import { KeyHelp, useKeys } from './keyboard.tsx'
import { pageEntries, pageOf } from './pages.ts'
import { SearchSheet } from './search.tsx'
import { themes, useTheme } from './theme.ts'

const t = texts.shell

/** What surrounds every page: the navigation, the game and its clock, the connection, and the moment that is shown. */
export function Frame({
  onSignedOut,
  children,
}: {
  readonly onSignedOut: () => void
  readonly children: ReactNode
}): ReactNode {
  const [open, setOpen] = useState<'search' | 'keys'>()
  const [path, go] = useLocation()
  const addressOf = useAddressOf()
  useKeys({
    onSearch: () => setOpen('search'),
    onHelp: () => setOpen('keys'),
    onPage: (to) => go(addressOf(to)),
  })
  const announced = useRef<string>(undefined)
  const close = (): void => setOpen(undefined)
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <Header onSearch={() => setOpen('search')} onKeys={() => setOpen('keys')} onSignedOut={onSignedOut} />
      <Navigation path={path} />
      <div className="stage">
        <Notices />
        <main id="content" tabIndex={-1}>
          <AnnouncedContext value={announced}>{children}</AnnouncedContext>
        </main>
      </div>
      <KeyHelp isOpen={open === 'keys'} onClose={close} />
      <SearchSheet isOpen={open === 'search'} onClose={close} />
    </div>
  )
}

function Navigation({ path }: { readonly path: string }): ReactNode {
  const current = pageOf(path)
  const list = useRef<HTMLElement>(null)
  // In a narrow window the list is wider than the window.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav ref={list} aria-label={t.pages} className="navigation">
      <ul>
        {pageEntries.map((page) => {
          const Icon = page.icon
          return (
            <li key={page.path}>
              <Go to={page.path} isCurrent={page === current}>
                <Icon aria-hidden size={18} />
                <span>{page.name}</span>
              </Go>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

interface HeaderProps {
  readonly onSearch: () => void
  readonly onKeys: () => void
  readonly onSignedOut: () => void
}

function Header({ onSearch, onKeys, onSignedOut }: HeaderProps): ReactNode {
  const { session, runtime } = useGame()
  const isFrozen = useLive(({ frozen }) => frozen)
  const isConnected = useConnection((connection) => connection.isConnected)
  const now = useGameNow()
  const [theme, setTheme] = useTheme()
  const tellFailure = useTellFailure()
  return (
    <header className="header">
      <p className="brand">
        <strong>{t.product}</strong> <span title={session.data ?? undefined}>{session.game.title}</span>
      </p>
      <RuntimeSwitch runtime={runtime} />
      {now !== undefined && (
        <p className="clock" data-frozen={isFrozen}>
          <GameTime at={now} />
        </p>
      )}
      <span className="dot" data-lost={!isConnected || undefined} aria-hidden />
      <button type="button" className="search-button" aria-label={t.search} onClick={onSearch}>
        <Search aria-hidden size={16} /> <span>{t.search}</span> <kbd>{t.searchKey}</kbd>
      </button>
      <button type="button" className="icon" onClick={onKeys} aria-label={t.keys} title={t.keys}>
        <Command aria-hidden size={16} />
      </button>
      <label className="theme">
        <span className="hidden">{t.theme}</span>
        <select
          value={theme}
          onChange={(event) => setTheme(themes.find((each) => each === event.target.value) ?? 'auto')}
        >
          {themes.map((each) => (
            <option key={each} value={each}>
              {t.themes[each]}
            </option>
          ))}
        </select>
      </label>
      {session.client !== null && (
        <button type="button" onClick={() => void signOut().then(onSignedOut, tellFailure)}>
          {t.signOut}
        </button>
      )}
    </header>
  )
}

function RuntimeSwitch({ runtime }: { readonly runtime: 'staging' | 'production' }): ReactNode {
  const { session } = useGame()
  const [path, go] = useLocation()
  const addressOf = useAddressOf()
  if (session.runtimes.length < 2) return <p className="runtime">{t[runtime]}</p>
  return (
    <label className="runtime">
      <span className="hidden">{t.runtime}</span>
      <select
        value={runtime}
        // What is shown below a page belongs to one runtime.
        onChange={({ target }) =>
          go(addressOf(pageOf(path)?.path ?? '/', { runtime: target.value, at: undefined, as: undefined }))
        }
      >
        {session.runtimes.map((each) => (
          <option key={each} value={each}>
            {t[each]}
          </option>
        ))}
      </select>
    </label>
  )
}

/** What the person must know on every page: that the connection is lost, that this is the past, and as whom they act. */
function Notices(): ReactNode {
  const isConnected = useConnection((connection) => connection.isConnected)
  const { at, as } = useSetting()
  return (
    <section aria-label={t.view}>
      <p role="status" className="notice lost" hidden={isConnected}>
        {!isConnected && t.lost}
      </p>
      {at !== undefined && (
        <p className="notice past">
          {t.asOf(momentText(at))} <Back change={{ at: undefined }}>{t.backToNow}</Back>
        </p>
      )}
      {as !== undefined && (
        <p className="notice acting">
          {t.actingAs(as)} <Back change={{ as: undefined }}>{t.stopActing}</Back>
        </p>
      )}
    </section>
  )
}

function Back({
  change,
  children,
}: {
  readonly change: { readonly at?: undefined; readonly as?: undefined }
  readonly children: ReactNode
}): ReactNode {
  const [path, go] = useLocation()
  const addressOf = useAddressOf()
  return (
    <button type="button" onClick={() => go(addressOf(path, change))}>
      {children}
    </button>
  )
}
