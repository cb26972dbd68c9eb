import { cruise } from 'dependency-cruiser'
// Checks which module of src can import which, including type imports. Fails on an import that the tables below do not
// allow, on a permission that no import uses, and if no module was read: dependency-cruiser needs a parser for
// TypeScript, and without one it finds no modules and reports no error.
import { fileURLToPath } from 'node:url'

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/** What the modules of a place can import from the rest of src. All paths are regular expressions, relative to src/. */
const PLACES = [
  { place: 'main\\.ts', may: ['cli/', 'terminal/exit-code\\.ts'] },
  { place: 'binary/', may: ['../bin/(built-program|kept-code|printed-version)\\.js'] },
  {
    place: 'cli/(?!commands/(serve|exec)|doctor)',
    may: [
      'cli/',
      'terminal/',
      'inspect/',
      'sentences/',
      'inspect/',
      'graph/',
      'interface/',
      'tui/run-tui\\.ts',
      'async/turns\\.ts',
      'client/',
      'scripts/',
      'lab/',
      'project/',
      'auth/player-jwt\\.ts',
      'cluster/(cluster-status|game-node|heard-nodes|moving)\\.ts',
      'storage/(durable-file|fs|storage-error)\\.ts',
      'storage/log/(nats-log|replicated-log)\\.ts',
      'game/routes\\.ts',
      'game/(metrics|processes)/design\\.ts',
      'game/rules/reward\\.ts',
      'game/design/',
      'game/kernel/',
      'openapi/document\\.ts',
      'lab/',
    ],
  },
  {
    place: 'lab/(?!page)',
    may: [
      'lab/',
      'async/(pulse|time-slice)\\.ts',
      'emulator/(coverage-counts|emulator|game-store|zone|session/entry-watcher)\\.ts',
      'emulator/(checkpoints/state-(parts|shapes)|history/entry-codec|transfer/state-(designs|file|header|lines))\\.ts',
      'interface/(history-position|lab-jobs|missing-amount)\\.ts',
      'project/',
      'scripts/(step|step-sentence)\\.ts',
      'storage/(checkpoint|checksum|designs|fs|lock|processes|storage-error)\\.ts',
      'sentences/',
      'terminal/render/',
      'game/',
    ],
  },
  {
    place: 'cluster/',
    may: [
      'cluster/',
      'async/outcome\\.ts',
      'auth/ended-logins\\.ts',
      'emulator/(game-document|game-store|revoked-tokens|settings|checkpoints/state-sums|designs/(design-record|kept-designs))\\.ts',
      'game/(game-state|kernel/(duration|schema))\\.ts',
      'storage/',
    ],
  },
  {
    place: 'cli/commands/(serve|exec)',
    may: [
      'cli/',
      'tracing/',
      'terminal/',
      'sentences/',
      'interface/',
      'async/',
      'server/',
      'emulator/',
      'lab/what-if/deployment-losses\\.ts',
      'lab/(jobs/run-job|lab-info)\\.ts',
      'project/',
      'scripts/seed-file\\.ts',
      'lab/(check/(live-checks|read-checks)|lab-files)\\.ts',
      'game/game-state\\.ts',
      'cluster/(game-node|node-game|node-store)\\.ts',
      'storage/(fs|storage-error)\\.ts',
      'storage/log/(blobs|nats-address|nats-log|s3-address|s3-blobs)\\.ts',
      'secure/',
      'game/kernel/',
      'game/routes\\.ts',
    ],
  },
  {
    place: 'cli/doctor/',
    may: [
      'cli/',
      'terminal/',
      'sentences/',
      'cluster/cluster-status\\.ts',
      'emulator/examination\\.ts',
      'project/',
      'storage/log/nats-address\\.ts',
      'storage/(fs|lock|processes|storage-error)\\.ts',
      'game/design/',
      'game/kernel/',
    ],
  },
  {
    place: 'testing/',
    may: [
      'server/',
      'client/',
      'scripts/',
      'emulator/(session/clock|emulator|settings)\\.ts',
      'project/',
      'auth/clients\\.ts',
      'cli/package-root\\.ts',
      'lab/lab-(info|zone)\\.ts',
      'lab/check/(check|check-design|check-schema|found-script|parse-checks|read-checks|report|summary)\\.ts',
      'lab/lint/(ignored|lint|placed-lints)\\.ts',
      'lab/simulate/(planned|report|simulate|simulation|simulation-file|simulation-schema)\\.ts',
      'lab/what-if/(end-expectations|recorded-history|report|stored-history|what-if)\\.ts',
      'storage/(fs|storage-error)\\.ts',
      'game/routes\\.ts',
      'game/design/',
      'game/kernel/',
      'interface/',
      'async/',
    ],
  },
  {
    place: 'tui/',
    may: [
      'client/',
      'terminal/',
      'inspect/',
      'sentences/',
      'interface/control-answers\\.ts',
      'game/design/(identity|incompatibilities|kind-table|source)\\.ts',
    ],
  },
  {
    place: 'terminal/',
    may: [
      'client/',
      'inspect/',
      'graph/',
      'interface/',
      'sentences/',
      'project/(problem|project)\\.ts',
      'scripts/suggestions\\.ts',
      'storage/(fs|lock|processes|storage-error)\\.ts',
      'secure/authority-files\\.ts',
      'game/design/incompatibilities\\.ts',
      'game/processes/(container|design)\\.ts',
      'game/kernel/',
    ],
  },
  {
    place: 'graph/',
    may: [
      'game/[^/]+/(design|words)\\.ts',
      'game/processes/container\\.ts',
      'game/rules/(requirement|reward)\\.ts',
      'game/design/',
      'game/kernel/',
    ],
  },
  // The page knows the service as a client does, and the words and drawings that all faces share.
  {
    place: 'studio/(?!bundle)',
    may: [
      'client/',
      'graph/',
      'inspect/',
      'interface/',
      'sentences/',
      'lab/page/browser/embedded\\.ts',
      'lab/lint/lint\\.ts',
      'lab/(check|simulate|what-if)/report\\.ts',
      'scripts/step(-sentence)?\\.ts',
      'game/design/(design|differences|incompatibilities|kind-table|merge|source)\\.ts',
      'game/processes/(container|design)\\.ts',
      'game/rules/words\\.ts',
      'game/kernel/',
    ],
  },
  // What the faces that show a game ask of the service, and how they read the answers.
  {
    place: 'inspect/',
    may: [
      'client/',
      'interface/',
      'sentences/',
      'game/design/source\\.ts',
      'game/processes/container\\.ts',
      'game/kernel/',
    ],
  },
  { place: 'studio/bundle\\.ts', may: ['graph/palette\\.ts', 'lab/page/colours\\.ts'] },
  {
    place: 'sentences/',
    may: ['client/', 'interface/', 'game/(actions|rules)/words\\.ts', 'game/kernel/'],
  },
  { place: 'scripts/', may: ['client/', 'interface/', 'game/kernel/'] },
  { place: 'client/', may: ['interface/', 'game/routes\\.ts', 'game/kernel/'] },
  {
    place: 'server/',
    may: [
      'emulator/',
      'auth/',
      'cluster/node-figures\\.ts',
      'secure/identity\\.ts',
      'studio/bundle\\.ts',
      'openapi/(described-row|document)\\.ts',
      'scripts/(step|step-call)\\.ts',
      'interface/',
      'async/',
      'game/kernel/',
      'game/images/(shown-image|size)\\.ts',
    ],
  },
  {
    place: 'tracing/',
    may: ['tracing/', 'server/(call|traced)\\.ts'],
  },
  {
    place: 'secure/',
    may: ['storage/(durable-file|fs|storage-error)\\.ts', 'game/kernel/instant\\.ts'],
  },
  {
    place: 'openapi/',
    may: [
      'game/[^/]+/answer-schema\\.ts',
      'game/processes/design\\.ts',
      'game/rules/(requirement|reward)\\.ts',
      'game/design/',
      'game/kernel/',
      'interface/',
    ],
  },
  // Pages of the lab know its reports, and the looks of the house.
  {
    place: 'lab/page/',
    may: [
      'lab/simulate/(bounds|expectation-text|repeated|report|report-figures|simulation|varied)\\.ts',
      'lab/what-if/report\\.ts',
      'server/(html|palette)\\.ts',
    ],
  },
  { place: 'auth/', may: ['interface/', 'game/kernel/'] },
  {
    place: 'emulator/',
    may: ['storage/', 'images/gallery\\.ts', 'auth/(clients|ended-logins)\\.ts', 'interface/', 'async/', 'game/'],
  },
  { place: 'images/', may: ['storage/images\\.ts', 'async/', 'game/images/', 'game/kernel/'] },
  {
    place: 'project/',
    may: [
      'auth/clients\\.ts',
      'storage/(durable-file|fs|images|storage-error)\\.ts',
      'images/(image-file|normalise)\\.ts',
      'interface/',
      'async/',
      'sentences/printable\\.ts',
      'game/images/shown-image\\.ts',
      'game/processes/container\\.ts',
      'game/[^/]+/design\\.ts',
      'game/rules/variable\\.ts',
      'game/design/',
      'game/kernel/',
    ],
  },
  { place: 'storage/', may: ['async/', 'game/kernel/(image-album|instant)\\.ts'] },
  {
    place: 'interface/',
    may: [
      'game/design/(answer-schema|coverage)\\.ts',
      'game/(leaderboards|processes)/answer-schema\\.ts',
      'game/kernel/',
    ],
  },
  { place: 'async/', may: [] },
  { place: 'game/', may: [] },
]

/**
 * The face of a kind: the modules that other kinds can import. They define what a kind is, what can happen to it, what
 * others can do to it, and how it is shown; never its operations or routes.
 */
const FACES = [
  '[^/]+/(answer-schema|design|effects|evolve|incompatibilities|shapes|show|state|words)\\.ts',
  'actions/rate\\.ts',
  'design/(?!operations|routes)',
  'feeds/(feed-index|public-event|reading|routing)\\.ts',
  'leaderboards/(boards|entrant)\\.ts',
  'members/(admission|concerned|founding|membership-history|role-rules|roles|subject)\\.ts',
  'metrics/(drop|holders|score)\\.ts',
  'players/(acting|player)\\.ts',
  'processes/(container|definition|graph|lanes|names|rate-uses)\\.ts',
  'teams/(ranks|reference)\\.ts',
  'rules/(apply-rules|compound|give|give-reward|judge|observer|reading|requirement|reward|rule-book|scopes|variable|work)\\.ts',
]

/** The modules of the game that know all kinds; no kind can import them. */
const ALL_KINDS = '(registry|routes)\\.ts'

const TEST = '\\.test\\.ts$'

/** Every module of src must belong to a place, so that a new folder must be added to the table. */
/** @type {Rule} */
const everywhere = {
  name: 'a place in the table',
  from: { path: '^src/', pathNot: [...PLACES.map(({ place }) => `^src/${place}`), TEST] },
  to: {},
}

/**
 * Returns the expression for a path that is given relative to src.
 * @param {string} path
 */
function inProject(path) {
  return path.startsWith('../') ? `^${path.slice('../'.length)}` : `^src/${path}`
}

/** @type {Rule[]} */
const places = PLACES.map(({ place, may }) => ({
  name: `${place} imports only ${may.join(', ') || 'itself'}`,
  from: { path: `^src/${place}`, pathNot: TEST },
  to: { path: '^(src|test|bench|scripts|bin)/', pathNot: [place, ...may].map(inProject) },
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
    name: 'the ranking knows no kind',
    from: { path: '^src/game/ranking/', pathNot: TEST },
    to: { path: '^src/', pathNot: '^src/game/(ranking|kernel)/' },
  },
  {
    name: 'a kind meets another only in its face',
    from: { path: '^src/game/([^/]+)/', pathNot: TEST },
    to: {
      path: '^src/game/[^/]+/',
      pathNot: ['^src/game/$1/', '^src/game/(kernel|ranking)/', ...FACES.map((path) => `^src/game/${path}`)],
    },
  },
  {
    name: 'no kind knows what knows all kinds',
    from: { path: '^src/game/[^/]+/', pathNot: TEST },
    to: { path: `^src/game/${ALL_KINDS}` },
  },
  {
    name: 'no circle of imports, type imports included',
    from: {
      path: '^src/(auth|client|emulator|game|graph|images|interface|lab|project|secure|storage)/',
      pathNot: TEST,
    },
    to: { circular: true },
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
const unused = imports === 0 ? [] : unusedParts(read.filter(({ source }) => !new RegExp(TEST).test(source)))
for (const part of unused) console.error(`the tables allow more than there is: ${part}`)
if (read.length === 0 || imports === 0) console.error('no module and no import could be read: is the parser installed?')
if (violations.length > 0 || unused.length > 0 || imports === 0) process.exitCode = 1
else console.log(`${read.length} modules, ${imports} imports`)

/**
 * Returns the permissions that no import uses. They would allow imports that nobody has considered.
 * @param {readonly { source: string, dependencies: readonly { resolved: string }[] }[]} modules
 */
function unusedParts(modules) {
  const imported = modules.flatMap(({ source, dependencies }) =>
    dependencies.map((to) => ({ source, to: to.resolved })),
  )
  /** @param {string} from @param {string} to */
  const isUsed = (from, to) =>
    imported.some((one) => new RegExp(inProject(from)).test(one.source) && new RegExp(inProject(to)).test(one.to))
  /** @param {string} face */
  const isMet = (face) =>
    imported.some(({ source, to }) => {
      const from = kindOf(source)
      return new RegExp(`^src/game/${face}`).test(to) && from !== undefined && from !== kindOf(to)
    })
  return [
    ...PLACES.flatMap(({ place, may }) =>
      may.flatMap(eachOf).flatMap((to) => (isUsed(place, to) ? [] : `${place} -> ${to}`)),
    ),
    ...FACES.flatMap(eachOf).flatMap((face) => (isMet(face) ? [] : `the face ${face}`)),
  ]
}

/**
 * Returns an expression for each of the names in `x/(one|other)`.
 * @param {string} path
 */
function eachOf(path) {
  const [names, inside] = /\((\w[^()]*)\)/.exec(path) ?? []
  return names === undefined || inside === undefined
    ? [path]
    : inside.split('|').map((name) => path.replace(names, name))
}

/**
 * Returns the folder of a kind for a module of the game; undefined for all others.
 * @param {string} path
 */
function kindOf(path) {
  return /^src\/game\/([^/]+)\//.exec(path)?.[1]
}
