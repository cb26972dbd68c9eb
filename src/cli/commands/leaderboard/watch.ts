import { rankedOf } from '../../../terminal/render/leaderboard-rows.ts'
import { openScreen } from '../../../terminal/render/screen.ts'
import { printable } from '../../../terminal/render/printable.ts'
import { showProgress } from '../../../terminal/render/progress.ts'
import type { Service } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { untilSignal } from '../../ending-signal.ts'
import { followGame } from './following.ts'
import type { ShownPage } from './reading.ts'

/** Ranks by the id of who has them. */
type Ranks = ReadonlyMap<string, number>

/** What is watched. */
export interface Watched {
  readonly read: () => Promise<ShownPage>
  /** What is said of a page beside its rows; where that and the rows are the same, nothing has changed. */
  readonly remarks: (page: ShownPage) => readonly string[]
  /** How a page looks beside the ranks that were shown before, `status` telling of the connection. */
  readonly draw: (page: ShownPage, before: Ranks, status: string | undefined) => string
}

/** A page as it was last shown. */
interface Seen {
  readonly page: ShownPage
  readonly remarks: string
  readonly before: Ranks
}

/** Shows a board anew whenever it changes, until a signal ends that; gives the exit code. Spec 6.2. */
export async function watchBoard(shell: Shell, { client, url }: Service, watched: Watched): Promise<number> {
  const { io } = shell
  const { read } = watched
  const ending = new AbortController()
  const view = openView(shell, watched)
  let seen: ShownPage | undefined
  const look = async (): Promise<void> => {
    const page = await (seen ? read() : showProgress(shell, `waiting for ${url}`, read()))
    // Once it has ended the terminal is no longer ours.
    if (ending.signal.aborted) return
    seen = page
    view.show(page)
  }
  const lost = (): void => view.tell(`${printable(url)} has stopped answering; retrying`)
  const found = (): void => view.settle(`${printable(url)} is back`)
  io.onResize(() => {
    if (!ending.signal.aborted) view.resize()
  })
  try {
    const ended = untilSignal(io, ending)
    return await Promise.race([ended, followGame(client, { look, lost, found }, ending.signal).then(() => ended)])
  } finally {
    ending.abort()
    view.close()
  }
}

/** Where a watched board is shown: drawn in place on a terminal, one picture after the other elsewhere. */
function openView(shell: Shell, { draw, remarks }: Watched) {
  const { stdout, env } = shell.io
  const inPlace = stdout.isTerminal && env.TERM !== 'dumb'
  const screen = openScreen(stdout, inPlace)
  let seen: Seen | undefined
  let status: string | undefined
  const redraw = (): void => {
    if (seen) screen.show(draw(seen.page, seen.before, status))
  }
  const turn = (to: string | undefined, said: string): void => {
    status = inPlace && seen ? to : undefined
    if (inPlace && seen) redraw()
    else shell.note(said)
  }
  return {
    show(page: ShownPage): void {
      const said = remarks(page).join('\n')
      if (page.text === seen?.page.text && said === seen.remarks) return
      if (!stdout.isTerminal && said !== (seen?.remarks ?? '')) shell.note(said)
      const isNew = page.text !== seen?.page.text
      seen = { page, remarks: said, before: ranksIn(seen?.page ?? page) }
      // On a pipe the rows stand alone.
      if (stdout.isTerminal || isNew) redraw()
    },
    tell: (text: string): void => turn(text, text),
    settle: (text: string): void => turn(undefined, text),
    resize(): void {
      if (!seen) return
      screen.clear()
      redraw()
    },
    close: () => screen.close(),
  }
}

/** The rank of each player or team of a page. */
function ranksIn({ page }: ShownPage): Ranks {
  return new Map(page.data.map((row) => [rankedOf(row).id, row.rank]))
}
