/** How to send traces, as the usual `OTEL_*` variables say it. Where they go to is for the library to read. */
export interface TracePlan {
  /** Which traces are recorded. */
  readonly sampler: SamplerPlan
  /** How spans are collected before they are sent. Undefined values are those of the library. */
  readonly batch: {
    readonly delayMs: number | undefined
    readonly maxQueue: number | undefined
    readonly maxSpans: number | undefined
  }
  /** How long the collector has for a batch, if the variables say it. */
  readonly exportMs: number | undefined
}

/** The share of traces that are recorded, from 0 to 1, and whether a caller that records a trace itself decides instead. */
export interface SamplerPlan {
  readonly share: number
  readonly isParentBased: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const SAMPLERS: ReadonlyMap<string, { readonly share: number | 'argument'; readonly isParentBased: boolean }> = new Map(
  [
    ['always_on', { share: 1, isParentBased: false }],
    ['always_off', { share: 0, isParentBased: false }],
    ['traceidratio', { share: 'argument', isParentBased: false }],
    ['parentbased_always_on', { share: 1, isParentBased: true }],
    ['parentbased_always_off', { share: 0, isParentBased: true }],
    ['parentbased_traceidratio', { share: 'argument', isParentBased: true }],
  ],
)

/**
 * Reads the variables. Returns undefined if they ask for no traces. A value that makes no sense is reported to `warn`: without
 * an address no traces are sent, and everything else has a default. Spec 6.3.
 */
export function planTraces(env: Environment, warn: (message: string) => void): TracePlan | undefined {
  const valueOf = (name: string): string | undefined => env[name]?.trim() || undefined
  const endpointName = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].find(valueOf)
  if (endpointName === undefined || valueOf('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined
  const exporter = valueOf('OTEL_TRACES_EXPORTER') ?? 'otlp'
  if (exporter === 'none') return undefined
  const problem =
    exporterProblem(exporter) ??
    protocolProblem(valueOf('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? valueOf('OTEL_EXPORTER_OTLP_PROTOCOL')) ??
    endpointProblem(endpointName, valueOf(endpointName) ?? '')
  if (problem !== undefined) {
    warn(`${problem}. No traces are sent`)
    return undefined
  }
  const count = (name: string): number | undefined => {
    const value = valueOf(name)
    if (value === undefined) return undefined
    if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
    warn(`${name} is '${value}', and must be a whole number above 0. The default is used`)
    return undefined
  }
  return {
    sampler: samplerOf(valueOf('OTEL_TRACES_SAMPLER'), valueOf('OTEL_TRACES_SAMPLER_ARG'), warn),
    batch: {
      delayMs: count('OTEL_BSP_SCHEDULE_DELAY'),
      maxQueue: count('OTEL_BSP_MAX_QUEUE_SIZE'),
      maxSpans: count('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
    },
    exportMs: count('OTEL_EXPORTER_OTLP_TRACES_TIMEOUT') ?? count('OTEL_EXPORTER_OTLP_TIMEOUT'),
  }
}

function exporterProblem(exporter: string): string | undefined {
  return exporter === 'otlp' ? undefined : `OTEL_TRACES_EXPORTER is '${exporter}', and must be otlp or none`
}

function protocolProblem(protocol = 'http/json'): string | undefined {
  if (protocol.startsWith('http/')) return undefined
  return `The protocol of OTLP is '${protocol}', and must be http/json. A collector accepts it on its HTTP port, 4318 by default`
}

function endpointProblem(name: string, endpoint: string): string | undefined {
  if (/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) return undefined
  return `${name} is '${endpoint}', and must be an address such as http://localhost:4318`
}

function samplerOf(
  name = 'parentbased_always_on',
  argument: string | undefined,
  warn: (message: string) => void,
): SamplerPlan {
  const sampler = SAMPLERS.get(name)
  if (!sampler) {
    warn(`OTEL_TRACES_SAMPLER is '${name}', and must be one of ${[...SAMPLERS.keys()].join(', ')}. All are recorded`)
    return { share: 1, isParentBased: true }
  }
  if (sampler.share !== 'argument') return { share: sampler.share, isParentBased: sampler.isParentBased }
  const share = argument === undefined ? 1 : Number(argument)
  if (share >= 0 && share <= 1) return { share, isParentBased: sampler.isParentBased }
  warn(`OTEL_TRACES_SAMPLER_ARG is '${argument}', and must be a number from 0 to 1. All are recorded`)
  return { share: 1, isParentBased: sampler.isParentBased }
}
