import assert from 'node:assert/strict'
import type { Resource } from '../game/kernel/route.ts'
import type { DescribedRow } from './described-row.ts'
import type { OpenApiDocument } from './parts.ts'

/** What operations are about, in the order in which they are shown. */
const things = {
  game: 'The game itself.',
  players: 'Profiles and scores.',
  actions: 'What players do, and their rewards.',
  metrics: 'Points, badges, levels and computed scores.',
  leaderboards: 'Rankings of players and teams.',
  processes: 'Quests and other flows that players work through, alone or together.',
  teams: 'Groups of players with roles.',
  requests: 'Invitations and requests to join.',
  rules: 'Levels, achievements and custom rules.',
  activity: 'Feeds of events.',
  notifications: 'Messages to players about what concerns them.',
  images: 'Images of players and of design components.',
  versions: 'Versions of the design, deployments and issues.',
  'sign-in': 'Access tokens.',
}
type Thing = keyof typeof things

/** Whom the routes of a resource are for. */
const audiences: Readonly<Record<Resource, string>> = {
  runtime: 'For players',
  admin: 'For operators',
  design: 'For designers',
}

/** The tag of what belongs to no resource. */
export const SIGN_IN_TAG = 'sign-in'

/** Parts of paths that say nothing of what is behind them. */
const passing: ReadonlySet<string> = new Set([
  'runtime',
  'admin',
  'design',
  'game',
  'definitions',
  'query',
  'validation',
  'versions',
])

/** What is called otherwise in paths. */
const synonyms: ReadonlyMap<string, Thing> = new Map(
  Object.entries<Thing>({
    player: 'players',
    action: 'actions',
    rule: 'rules',
    leaderboard: 'leaderboards',
    assets: 'images',
    approvals: 'requests',
    invites: 'requests',
    bootstrap: 'versions',
    deploy: 'versions',
    simulate: 'versions',
    upgrade: 'versions',
    issues: 'versions',
    logout: 'sign-in',
  }),
)

/**
 * The group of a row, such as `admin: players`: by its resource, and the first part of its path that names a thing. Throws
 * where that is a thing that nothing is known of, so that no row is left out of the groups.
 */
export function tagOf({ path, resource }: Pick<DescribedRow, 'path' | 'resource'>): string {
  const part = path.split('/').find((word) => word !== '' && !word.startsWith(':') && !passing.has(word)) ?? 'game'
  const thing = synonyms.get(part) ?? part
  assert(Object.hasOwn(things, thing), `the path ${path} is about '${thing}', which src/openapi/tag.ts must describe`)
  return thing === SIGN_IN_TAG ? SIGN_IN_TAG : `${resource}: ${thing}`
}

/** The tags that operations have, each with its words, and in groups by whom they are for. */
export function tagsIn(paths: OpenApiDocument['paths']): Pick<OpenApiDocument, 'tags' | 'x-tagGroups'> {
  const used = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags)))
  const known = [SIGN_IN_TAG, ...Object.keys(audiences).flatMap((resource) => tagsOf(resource as Resource))]
  const tags = known.filter((name) => used.has(name)).map(tagOfName)
  const groups = Object.entries(audiences).map(([resource, name]) => ({
    name,
    tags: tags.map((tag) => tag.name).filter((tag) => tag.startsWith(`${resource}: `)),
  }))
  return {
    tags,
    'x-tagGroups': [{ name: 'Getting started', tags: [SIGN_IN_TAG] }, ...groups].filter(
      (group) => group.tags.length > 0,
    ),
  }
}

const tagsOf = (resource: Resource): readonly string[] => Object.keys(things).map((thing) => `${resource}: ${thing}`)

function tagOfName(name: string): OpenApiDocument['tags'][number] {
  const thing = name.replace(/^\w+: /, '')
  const shown = thing.charAt(0).toUpperCase() + thing.slice(1)
  return { name, 'x-displayName': shown, description: things[thing as Thing] }
}
