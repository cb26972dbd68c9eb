import { createHash } from 'node:crypto'
import { stateParts } from '../../src/emulator/checkpoints/state-parts.ts'
import type { Runtime } from '../../src/emulator/runtime.ts'
import { listIssues } from '../../src/game/design/deployment.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import { isVersionOperation } from '../../src/game/kernel/version-operation.ts'
import { listBoards } from '../../src/game/leaderboards/operations.ts'
import { callRow, rows } from './call-row.ts'

/** A game, as far as it is looked at here. */
interface Running {
  readonly runtime: Runtime
}

/** Queries that a GET is made with; a row takes of them what it knows. */
const queries: readonly Readonly<Record<string, string>>[] = [
  {},
  { detailed: 'true', start: '0', skip: '1', limit: '2', pattern: 'n*', value: 'neo' },
  { end: '1905163200', skip: '0', limit: '1000000', value: 'newcomer' },
]

/**
 * Stands for all that a game is and shows: its snapshot, and the bytes of every GET by every one of these players, about
 * every one of them and about every issue, in every query.
 */
export async function canonicalHash(game: Running, players: readonly string[]): Promise<string> {
  return textHash([...snapshotTexts(game), ...(await everyGet(game, players))])
}

/** One hash of texts, each a line. */
export function textHash(texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\n')
  return hash.digest('hex')
}

/** The snapshot as texts; players in one, wherever their parts were cut. */
export function snapshotTexts({ runtime }: { readonly runtime: Pick<Runtime, 'state'> }): string[] {
  const parts = [...stateParts(runtime.state)]
  const players = parts.flatMap((part) => ('data' in part && part.name === 'players' ? (part.data as unknown[]) : []))
  const others = parts.flatMap((part) => {
    if ('bytes' in part) return [`${part.name} ${Buffer.from(part.bytes).toString('base64')}`]
    return part.name === 'players' ? [] : [JSON.stringify(part)]
  })
  return [...others, ...players.map((player) => JSON.stringify(player))]
}

/** What every GET answers, each with what was asked. */
export async function everyGet({ runtime }: Running, players: readonly string[]): Promise<string[]> {
  const answers: string[] = []
  const issues = await runtime.execute(listIssues, {}, { client: 'test' })
  const boards = await runtime.execute(listBoards, {}, { client: 'test' })
  const ids: Readonly<Record<string, readonly string[]>> = {
    player_id: players,
    issue_id: isFault(issues) ? [] : [...issues.map(({ id }) => id), 'nothing'],
    leaderboard_id: isFault(boards) ? [] : boards.map(({ id }) => id),
    process_id: idsOf(runtime.state.processes.records),
    team_id: idsOf(runtime.state.teams.records),
    performer_id: players,
    member_id: players,
  }
  for (const [route, row] of rows) {
    // Versions and images of a design are the game's and not a runtime's.
    if (row.method !== 'GET' || isVersionOperation(row.op) || row.op.kind === 'gallery' || row.op.kind === 'token')
      continue
    const parameters = Array.from(row.path.matchAll(/:(\w+)/g), ([, name = '']) => name)
    const callers = row.caller === 'player' ? players : ['']
    for (const params of allOf(parameters, ids))
      for (const as of callers)
        for (const query of row.query ? queries : [{}]) {
          const answer = await callRow(runtime, { route, params, query, as })
          answers.push(
            `${route} ${JSON.stringify([params, as, query])} ${'json' in answer ? answer.json : JSON.stringify(answer.fault)}`,
          )
        }
  }
  return answers
}

const idsOf = (records: readonly ({ readonly id: string } | undefined)[]): string[] =>
  records.flatMap((record) => (record ? [record.id] : []))

/** Every choice of an id for each parameter. */
function allOf(
  parameters: readonly string[],
  ids: Readonly<Record<string, readonly string[]>>,
): readonly Readonly<Record<string, string>>[] {
  return parameters.reduce<readonly Readonly<Record<string, string>>[]>(
    (chosen, name) => chosen.flatMap((params) => (ids[name] ?? ['']).map((id) => ({ ...params, [name]: id }))),
    [{}],
  )
}
