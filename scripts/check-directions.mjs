// Who may import whom in src, type imports included. Fails on an import that the tables below do not allow, and when
// nothing could be read: dependency-cruiser needs a parser for TypeScript, and without one finds no module and no fault.
import { fileURLToPath } from 'node:url'
import { cruise } from 'dependency-cruiser'

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/** What the modules of a place may import from the rest of src. All paths are regular expressions, read from src/. */
const PLACES = [
  { place: 'main\\.ts', may: ['cli/'] },
  {
    place: 'cli/(?!commands/(serve|exec))',
    may: [
      'cli/',
      'client/',
      'scripts/',
      'tui/',
      'project/',
      'storage/(fs|storage-error)\\.ts',
      'game/[^/]+/design\\.ts',
      'game/design/',
      'game/routes\\.ts',
      'game/kernel/',
    ],
  },
  {
    place: 'cli/commands/(serve|exec)',
    may: [
      'cli/',
      'client/',
      'scripts/',
      'server/',
      'emulator/',
      'project/',
      'storage/(fs|storage-error)\\.ts',
      'game/kernel/',
      'game/routes\\.ts',
    ],
  },
  { place: 'scripts/', may: ['client/', 'game/kernel/'] },
  { place: 'tui/', may: ['client/', 'cli/render/'] },
  { place: 'testing/', may: ['server/', 'client/'] },
  { place: 'client/', may: ['game/routes\\.ts', 'game/kernel/'] },
  { place: 'server/', may: ['emulator/', 'auth/', 'game/routes\\.ts', 'game/kernel/'] },
  { place: 'auth/', may: ['emulator/', 'game/kernel/'] },
  { place: 'emulator/', may: ['storage/', 'project/', 'auth/clients\\.ts', 'game/'] },
  {
    place: 'project/',
    may: [
      'auth/clients\\.ts',
      'storage/(fs|storage-error)\\.ts',
      'game/[^/]+/design\\.ts',
      'game/design/',
      'game/kernel/',
    ],
  },
  { place: 'storage/', may: ['game/kernel/'] },
  { place: 'game/', may: [] },
]

/**
 * The face of a kind: the modules in which others meet it. It holds what a kind is, what can happen to it and what
 * others may do to it, and how it is shown; never its operations or routes.
 */
const FACES = [
  '[^/]+/(answer-schema|design|effects|events|evolve|show|state)\\.ts',
  'actions/rate\\.ts',
  'design/(?!operations|routes)',
  'feeds/(feed-index|public-event)\\.ts',
  'metrics/score\\.ts',
  'players/(acting|player)\\.ts',
  'rules/(compound|give|react|reading|requirement|reward|scopes|variable)\\.ts',
]

/** The modules of the game that know all kinds; no kind knows them. */
const ALL_KINDS = '(registry|routes)\\.ts'

const TEST = '\\.test\\.ts$'

/** Every module of src stands in one of the places, so that a new folder has to be put into the table. */
/** @type {Rule} */
const everywhere = {
  name: 'a place in the table',
  from: { path: '^src/', pathNot: [...PLACES.map(({ place }) => `^src/${place}`), TEST] },
  to: {},
}

/** @type {Rule[]} */
const places = PLACES.map(({ place, may }) => ({
  name: `${place} imports only ${may.join(', ') || 'itself'}`,
  from: { path: `^src/${place}`, pathNot: TEST },
  to: { path: '^(src|test|bench|scripts|bin)/', pathNot: [place, ...may].map((path) => `^src/${path}`) },
}))

/** @type {Rule[]} */
const others = [
  {
    name: 'the game knows no package but zod, nothing of Node',
    from: { path: '^src/game/', pathNot: TEST },
    to: { pathNot: ['^src/', '^node_modules/zod/'] },
  },
  {
    name: 'the kernel knows no kind',
    from: { path: '^src/game/kernel/', pathNot: TEST },
    to: { path: '^src/', pathNot: '^src/game/kernel/' },
  },
  {
    name: 'a kind meets another only in its face',
    from: { path: '^src/game/([^/]+)/', pathNot: TEST },
    to: {
      path: '^src/game/[^/]+/',
      pathNot: ['^src/game/$1/', '^src/game/kernel/', ...FACES.map((path) => `^src/game/${path}`)],
    },
  },
  {
    name: 'no kind knows what knows all kinds',
    from: { path: '^src/game/[^/]+/', pathNot: TEST },
    to: { path: `^src/game/${ALL_KINDS}` },
  },
  {
    name: 'storage knows types of the kernel alone',
    from: { path: '^src/storage/', pathNot: TEST },
    to: { path: '^src/game/', dependencyTypesNot: ['type-only'] },
  },
  { name: 'no program imports a test', from: { path: '^src/', pathNot: TEST }, to: { path: TEST } },
]

const { output } = await cruise(['src'], {
  baseDir: fileURLToPath(new URL('..', import.meta.url)),
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  validate: true,
  ruleSet: {
    forbidden: [everywhere, ...places, ...others].map((rule) => ({ ...rule, severity: 'error' })),
  },
})
if (typeof output === 'string') throw new TypeError('dependency-cruiser gives a report in words, not the one expected')

const read = output.modules.filter(({ source }) => source.startsWith('src/'))
const imports = read.reduce((sum, { dependencies }) => sum + dependencies.length, 0)
const { violations } = output.summary
for (const { from, to, rule } of violations) console.error(`${from} -> ${to}: ${rule.name}`)
if (read.length === 0 || imports === 0) console.error('no module and no import could be read: is the parser installed?')
if (violations.length > 0 || imports === 0) process.exitCode = 1
else console.log(`${read.length} modules, ${imports} imports`)
