import { Component, useCallback, useState, type ReactNode } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { deferred } from '../parts/deferred.tsx'
import { Go } from '../parts/go.tsx'
import { Heading } from '../parts/heading.tsx'
import { ToastProvider } from '../parts/toast.tsx'
import { texts } from '../texts.ts'
import { BASE, firstSession } from './access.ts'
import { Frame } from './frame.tsx'
import { GameProvider } from './game.tsx'
import { SignIn } from './sign-in.tsx'

const page = (load: () => Promise<() => ReactNode>) => deferred(load, texts.shell.loadingPage)

/** The pages by the patterns of their paths. */
const pages = {
  '/': page(async () => (await import('../pages/overview/overview.tsx')).Overview),
  '/players/*?': page(async () => (await import('../pages/players/players.tsx')).Players),
  '/lab': page(async () => (await import('../pages/lab/lab.tsx')).Lab),
  '/boards': page(async () => (await import('../pages/boards/board-list.tsx')).BoardList),
  '/processes': page(async () => (await import('../pages/processes/process-list.tsx')).ProcessList),
  '/processes/:id': page(async () => (await import('../pages/processes/process.tsx')).Process),
  '/teams': page(async () => (await import('../pages/teams/team-list.tsx')).TeamList),
  '/teams/:id': page(async () => (await import('../pages/teams/team.tsx')).Team),
  '/boards/:id': page(async () => (await import('../pages/boards/board.tsx')).Board),
  '/history': page(async () => (await import('../pages/history/history.tsx')).History),
  '/requests': page(async () => (await import('../pages/requests/requests.tsx')).Requests),
  '/snapshots': page(async () => (await import('../pages/snapshots/snapshots.tsx')).Snapshots),
  '/design': page(async () => (await import('../pages/design/design.tsx')).Design),
  '/design/:kind/:id': page(async () => (await import('../pages/design/component-page.tsx')).ComponentPage),
} as const

/** The whole studio. */
export function Studio(): ReactNode {
  const [session, setSession] = useState(firstSession)
  const signedOut = useCallback(() => setSession((before) => ({ ...before, client: null, runtimes: [] })), [])
  if (session.runtimes.length === 0) return <SignIn onSignedIn={setSession} />
  return (
    <Router base={BASE}>
      <GameProvider session={session} onSignedOut={signedOut}>
        <ToastProvider>
          <Frame onSignedOut={signedOut}>
            <PageBoundary>
              <Switch>
                {Object.entries(pages).map(([path, Page]) => (
                  <Route key={path} path={path}>
                    <Page />
                  </Route>
                ))}
                <Route>
                  <Heading>{texts.shell.notFound}</Heading>
                  <p>
                    <Go to="/">{texts.shell.toOverview}</Go>
                  </p>
                </Route>
              </Switch>
            </PageBoundary>
          </Frame>
        </ToastProvider>
      </GameProvider>
    </Router>
  )
}

function PageBoundary({ children }: { readonly children: ReactNode }): ReactNode {
  const [path] = useLocation()
  return <Boundary path={path}>{children}</Boundary>
}

interface BoundaryProps {
  readonly path: string
  readonly children: ReactNode
}

/** Keeps the frame when a page fails. Another page tries again, and so does the button. */
class Boundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error }
  }

  override componentDidUpdate({ path }: BoundaryProps): void {
    if (path !== this.props.path && this.state.error !== undefined) this.setState({ error: undefined })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <section role="alert" className="stack">
        <p>{texts.shell.broken}</p>
        <pre>{String(error)}</pre>
        <p className="buttons">
          <button type="button" onClick={() => location.reload()}>
            {texts.shell.reload}
          </button>
        </p>
      </section>
    )
  }
}
