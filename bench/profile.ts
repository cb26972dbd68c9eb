import { readFileSync, readdirSync } from 'node:fs'
import { Session, type Profiler } from 'node:inspector'
import { join } from 'node:path'
import type { Row } from './figure.ts'

/** How much of the time that a process computed went where, in percent. */
export type Shares = Readonly<Record<string, number>>

/** Time between two looks at what the process does, in µs. */
const INTERVAL_US = 200

/** What functions of ours are found by: a clone may itself lie in a `src`. */
const REPOSITORY = new URL('..', import.meta.url).href

/** Places with less are told of together. */
const LEAST_PERCENT = 2

/** Looks at where the time of this process goes, until what it gives is called. */
export async function startProfile(): Promise<() => Promise<Shares>> {
  const session = new Session()
  session.connect()
  const post = <T>(method: string, params: object = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      session.post(method, params, (error, found) => (error ? reject(error) : resolve(found as T)))
    })
  await post('Profiler.enable')
  await post('Profiler.setSamplingInterval', { interval: INTERVAL_US })
  await post('Profiler.start')
  return async () => {
    const { profile } = await post<{ readonly profile: Profiler.Profile }>('Profiler.stop')
    session.disconnect()
    return sharesOf(profile)
  }
}

/** Flags of Node that write where the time of a process went into a directory, for `writtenShares`. */
export const profilingInto = (directory: string): readonly string[] => [
  '--cpu-prof',
  `--cpu-prof-interval=${INTERVAL_US}`,
  `--cpu-prof-dir=${directory}`,
]

/** Where the time of the one process went that wrote its profile into a directory. */
export function writtenShares(directory: string): Shares {
  const [name = ''] = readdirSync(directory)
  return sharesOf(JSON.parse(readFileSync(join(directory, name), 'utf8')) as Profiler.Profile)
}

/** Tells how much of the time of a profile went where. */
export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Shares {
  const modules = startedModules(nodes)
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(bundledFrame(callFrame, modules.get(id)))]))
  const spent = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const where = places.get(id)
    if (where !== undefined) spent.set(where, (spent.get(where) ?? 0) + (timeDeltas[index] ?? 0))
  }
  const all = [...spent.values()].reduce((sum, us) => sum + us, 0)
  return Object.fromEntries(Array.from(spent, ([where, us]) => [where, (us / all) * 100]))
}

/** In a built program, the function that starts a module has the name of its file. */
const MODULE = /^(src|node_modules)\/\S+\.\w+$/

/** Tells for each node of a profile of a built program which module it helps to start. */
function startedModules(nodes: readonly Profiler.ProfileNode[]): ReadonlyMap<number, string> {
  const modules = new Map<number, string>()
  // A node always comes before its children.
  for (const { id, callFrame, children = [] } of nodes) {
    const { functionName: name } = callFrame
    const module = MODULE.test(name) ? name : modules.get(id)
    if (module !== undefined) for (const child of [id, ...children]) modules.set(child, module)
  }
  return modules
}

type Frame = Pick<Profiler.Profile['nodes'][number]['callFrame'], 'functionName' | 'url'>

/** A frame of a built program as one of the module that it helps to start; any other as it is. */
function bundledFrame(frame: Frame, module: string | undefined): Frame {
  if (!/\/dist\/\w+\.cjs$/.test(frame.url)) return frame
  return { ...frame, url: module === undefined ? BUILT : `${REPOSITORY}${module}` }
}

/** Stands for what runs in a built program once its modules are started. */
const BUILT = `${REPOSITORY}dist/`

const SOCKETS = "Node's HTTP and sockets"
const HTTP = /^node:(_http|http|net$|stream|events|internal\/(streams|stream_base|http|event_target|js_stream|url))/

/** Where a function belongs: the room of ours, the package, or the part of Node; undefined where nothing was done. */
export function placeOf({ functionName, url }: Frame, repository = REPOSITORY): string | undefined {
  if (url === 'node:inspector') return undefined
  switch (functionName) {
    case '(idle)':
      return undefined
    case '(garbage collector)':
      return 'garbage collection'
    case '(program)':
      return 'Node, outside of JavaScript'
    case 'writeLatin1String':
    case 'writeUtf8String':
    case 'writeBuffer':
    case 'writev':
      return SOCKETS
    default:
  }
  const [, library] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)(?!.*\/node_modules\/)/.exec(url) ?? []
  if (library !== undefined) return library
  const ours = url.startsWith(repository) ? url.slice(repository.length) : ''
  const [room] = /^src\/(game\/[^/]+|[^/]+)(?=\/)/.exec(ours) ?? []
  if (room !== undefined) return room
  if (ours.startsWith('bench/')) return 'the bench'
  if (ours.startsWith('dist/')) return 'gamify at work, its modules started'
  if (HTTP.test(url)) return SOCKETS
  const [, module] = /^node:(?:internal\/)?(\w+)/.exec(url) ?? []
  return module === undefined ? 'V8 itself' : `Node's ${module}`
}

/** Rows that tell where the time goes, the most first. */
export function profileRows(of: string, shares: Shares): Row[] {
  const sorted = Object.entries(shares).toSorted(([, a], [, b]) => b - a)
  const large = sorted.filter(([, percent]) => percent >= LEAST_PERCENT)
  const rest = sorted.slice(large.length).reduce((sum, [, percent]) => sum + percent, 0)
  const all = rest > 0 ? [...large, ['elsewhere', rest] as const] : large
  return all.map(([where, value]) => ({ what: `time of ${of}: ${where}`, value, unit: '%' }))
}
