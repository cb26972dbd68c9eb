import { rankedOf } from '../../../inspect/leaderboard-rows.ts'
import { connectionNotes } from '../../../terminal/connection-notes.ts'
import { showProgress } from '../../../terminal/render/progress.ts'
import { openScreen } from '../../../terminal/render/screen.ts'
import type { Service } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { untilSignal } from '../../ending-signal.ts'
import { followGame } from './following.ts'
import type { ShownPage } from './reading.ts'

/** Ranks by id of a player or team. */
type Ranks = ReadonlyMap<string, number>

/** How to read and draw a watched leaderboard. */
export interface Watched {
  readonly read: () => Promise<ShownPage>
  /** Notes about a page. If neither they nor the rows have changed, nothing is drawn. */
  readonly remarks: (page: ShownPage) => readonly string[]
  /** Draws a page. `before` are the ranks shown before, `status` describes the connection. */
  readonly draw: (page: ShownPage, before: Ranks, status: string | undefined) => string
}

/** The page that was shown last. */
interface Seen {
  readonly page: ShownPage
  readonly remarks: string
  readonly before: Ranks
}

/** Redraws a leaderboard whenever it changes, until a signal ends it, and returns the exit code. Spec 6.2. */
export async function watchBoard(shell: Shell, { client, address }: Service, watched: Watched): Promise<number> {
  const { io } = shell
  const { read } = watched
  const ending = new AbortController()
  const view = openView(shell, watched)
  let seen: ShownPage | undefined
  const refresh = async (): Promise<void> => {
    const page = await (seen ? read() : showProgress(shell, `waiting for ${address()}`, read()))
    // After the end, nothing may be drawn on the terminal.
    if (ending.signal.aborted) return
    seen = page
    view.show(page)
  }
  const notes = connectionNotes({ address })
  const lost = (): void => view.tell(notes.lost())
  const found = (): void => view.settle(notes.found())
  io.onResize(() => {
    if (!ending.signal.aborted) view.resize()
  })
  try {
    const ended = untilSignal(io, ending)
    return await Promise.race([ended, followGame(client, { refresh, lost, found }, ending.signal).then(() => ended)])
  } finally {
    ending.abort()
    view.close()
  }
}

/** Opens the view of a watched leaderboard: redrawn in place on a terminal, printed one after another elsewhere. */
function openView(shell: Shell, { draw, remarks }: Watched) {
  const { stdout, env } = shell.io
  const inPlace = stdout.isTerminal && env.TERM !== 'dumb'
  const screen = openScreen(stdout, inPlace)
  let seen: Seen | undefined
  let status: string | undefined
  const redraw = (): void => {
    if (seen) screen.show(draw(seen.page, seen.before, status))
  }
  const changeStatus = (to: string | undefined, text: string): void => {
    status = inPlace && seen ? to : undefined
    if (inPlace && seen) redraw()
    else shell.note(text)
  }
  return {
    show(page: ShownPage): void {
      const text = remarks(page).join('\n')
      if (page.text === seen?.page.text && text === seen.remarks) return
      if (!stdout.isTerminal && text !== (seen?.remarks ?? '')) shell.note(text)
      const isNew = page.text !== seen?.page.text
      seen = { page, remarks: text, before: ranksIn(seen?.page ?? page) }
      // On a pipe, stdout only gets changed rows.
      if (stdout.isTerminal || isNew) redraw()
    },
    tell: (text: string): void => changeStatus(text, text),
    settle: (text: string): void => changeStatus(undefined, text),
    resize(): void {
      if (!seen) return
      screen.clear()
      redraw()
    },
    close: () => screen.close(),
  }
}

/** Returns the rank of each player or team of a page. */
function ranksIn({ page }: ShownPage): Ranks {
  return new Map(page.data.map((row) => [rankedOf(row).id, row.rank]))
}
