import type { Client } from '../../client/client.ts'
import { control } from '../../client/control.ts'
import type { RouteOutput } from '../../client/route-types.ts'
import { idOf } from '../../game/design/identity.ts'
import { issueSentence } from '../../game/design/incompatibilities.ts'
import { kindNames } from '../../game/design/kind-table.ts'
import { kinds, type DesignSource } from '../../game/design/source.ts'
import { readVersion } from '../../inspect/design-version.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import { type Block, json, paragraphs } from '../blocks.ts'
import { designCommands } from '../commands/design.ts'
import { wholeListing } from '../listing.ts'
import { definePane } from '../pane.ts'
import { watchedChecks } from '../watched-checks.ts'

type Issue = RouteOutput<'GET /v2/design/issues'>[number]

/** A problem in a file of the design. Spec 6.6 `GET /design`. */
interface Problem {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
}

type Check = ControlAnswer<'GET /_gamify/checks'>['data'][number]

/** A row of the pane: a problem, an issue, a check, or a component. */
interface DesignRow {
  readonly kind: string
  readonly id: string
  readonly state: string
  readonly problem?: Problem
  readonly issue?: Issue
  readonly check?: Check
  readonly component?: unknown
}

/**
 * The pane of the working design: the problems in its files, the issues of a deployment, the checks that a running game is
 * watched for, and its components.
 */
export const design = definePane<DesignRow>({
  name: 'design',
  title: 'Design',
  headings: ['KIND', 'ID', 'STATE'],
  listShare: 0.45,
  listing: ({ filter }, { asOf }) =>
    wholeListing({ key: 'design', load: asOf === undefined ? readDesign : readDeployed }, ({ kind, id }) =>
      `${kind} ${id}`.toLowerCase().includes(filter.toLowerCase()),
    ),
  cells: ({ kind, id, state }) => [kind, id, state],
  idOf: ({ kind, id }) => `${kind} ${id}`,
  emptyText: (filter) => (filter === '' ? 'The design is empty.' : `No component has '${filter}' in its kind or id.`),
  views: [{ kind: 'text', name: 'row', content: detailOf }],
  commands: designCommands,
})

function detailOf({ problem, issue, check, component }: DesignRow): Block {
  if (problem !== undefined) {
    const { file, line, column, message } = problem
    return paragraphs(`${file}:${line}:${column}`, '', message)
  }
  if (issue !== undefined) {
    const chosen = issue.is_resolved ? issue.apply : undefined
    const fixes = issue.fixes.map(({ id, description }) => `${id}${id === chosen ? ' (chosen)' : ''}: ${description}`)
    return paragraphs(issueSentence(issue), '', ...fixes)
  }
  if (check !== undefined) {
    const { id, violated } = check
    if (!violated) return paragraphs(`The check ${id} holds.`)
    const { player, seq, at, event } = violated
    return paragraphs(
      `The check ${id} does not hold since entry ${seq}, at ${at}.`,
      `player  ${player}`,
      '',
      `gamify why ${event}`,
    )
  }
  return json(component)
}

async function readDesign(client: Client): Promise<readonly DesignRow[]> {
  const [problems, checks, issues, latest] = await Promise.all([
    client.request('GET', '/_gamify/design'),
    watchedChecks(client),
    client.call('GET /v2/design/issues', {}),
    readVersion(client, 'latest'),
  ])
  return [
    ...problemsIn(problems.body).map((problem) => ({
      kind: 'problem',
      id: `${problem.file.replace(/^.*[\\/]/, '')}:${problem.line}`,
      state: 'broken',
      problem,
    })),
    ...issues.body.map((issue) => ({
      kind: 'issue',
      id: issue.id,
      state: issue.is_resolved ? issue.apply : 'open',
      issue,
    })),
    ...checks.map((check) => ({
      kind: 'check',
      id: check.id,
      state: check.holds ? 'holds' : 'violated',
      check,
    })),
    ...componentsOf(latest),
  ]
}

/** Reads the design that was deployed at a past moment, which has no problems or issues. */
const readDeployed = async (client: Client): Promise<readonly DesignRow[]> =>
  componentsOf((await control(client, 'GET /_gamify/design/deployed')).body as DesignSource)

const componentsOf = (design: DesignSource): readonly DesignRow[] =>
  kinds.flatMap((kind) =>
    design[kind].map((component) => ({ kind: kindNames[kind], id: idOf(component) ?? '', state: '', component })),
  )

function problemsIn(body: unknown): readonly Problem[] {
  const { problems } = (body ?? {}) as { readonly problems?: unknown }
  return Array.isArray(problems) ? (problems as readonly Problem[]) : []
}
