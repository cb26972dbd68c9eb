import assert from 'node:assert/strict'
import type { Resource } from '../game/kernel/route.ts'
import type { DescribedRow } from './described-row.ts'
import type { OpenApiDocument } from './parts.ts'

/** The topics of operations, in the order in which pages show them. */
const topics = {
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
type Topic = keyof typeof topics

/** The audience of each resource. */
const audiences: Readonly<Record<Resource, string>> = {
  runtime: 'For players',
  admin: 'For operators',
  design: 'For designers',
}

/** The tag of operations that belong to no resource. */
export const SIGN_IN_TAG = 'sign-in'

/** The parts of paths that do not name a topic. */
const ignoredParts: ReadonlySet<string> = new Set([
  'runtime',
  'admin',
  'design',
  'game',
  'definitions',
  'query',
  'validation',
  'versions',
])

/** The topics that have other names in paths. */
const synonyms: ReadonlyMap<string, Topic> = new Map(
  Object.entries<Topic>({
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
 * Returns the tag of a row, such as `admin: players`. It consists of the resource and the first part of the path that
 * names a topic. Throws if that topic is unknown, so that every row has a tag.
 */
export function tagOf({ path, resource }: Pick<DescribedRow, 'path' | 'resource'>): string {
  const part = path.split('/').find((word) => word !== '' && !word.startsWith(':') && !ignoredParts.has(word)) ?? 'game'
  const topic = synonyms.get(part) ?? part
  assert(Object.hasOwn(topics, topic), `the path ${path} is about '${topic}', which src/openapi/tag.ts must describe`)
  return topic === SIGN_IN_TAG ? SIGN_IN_TAG : `${resource}: ${topic}`
}

/** Returns the tags that operations have, with their descriptions, and groups them by audience. */
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

const tagsOf = (resource: Resource): readonly string[] => Object.keys(topics).map((topic) => `${resource}: ${topic}`)

function tagOfName(name: string): OpenApiDocument['tags'][number] {
  const topic = name.replace(/^\w+: /, '')
  const shown = topic.charAt(0).toUpperCase() + topic.slice(1)
  return { name, 'x-displayName': shown, description: topics[topic as Topic] }
}
