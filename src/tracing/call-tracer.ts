import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Attributes,
  type DiagLogger,
  type TextMapGetter,
} from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes, type Resource } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { Call } from '../server/call.ts'
import type { CallTracer } from '../server/traced.ts'
import type { SamplerPlan, TracePlan } from './trace-plan.ts'

/** How long the collector has for a batch, with repeats, in ms. The end of the process can take as long. */
const EXPORT_MS = 3_000

/** The methods that semantic conventions know. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH'])

/** What traces say of the process, and who hears of problems. */
export interface TracedProcess {
  readonly version: string
  /** The name of the node, if there are several. */
  readonly node: string | undefined
  readonly warn: (message: string) => void
}

/** Sends traces until it is closed. */
export interface OpenTracer extends CallTracer {
  /** Sends what is left, as far as the collector takes it in time. */
  close(): Promise<void>
}

/** Begins to send traces by OTLP over HTTP, as JSON. The library reads the address, headers and certificates from the variables. */
export function openTracer(
  { sampler, batch, exportMs = EXPORT_MS }: TracePlan,
  { version, node, warn }: TracedProcess,
): OpenTracer {
  const say = (message: string): void => warn(`Traces: ${message}`)
  const resource = resourceOf(version, node, say)
  diag.setLogger({ ...nobody, error: say, warn: say }, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(sampler),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: warningOnce(new OTLPTraceExporter({ timeoutMillis: exportMs }), say),
        ...(batch.delayMs !== undefined && { scheduledDelayMillis: batch.delayMs }),
        ...(batch.maxQueue !== undefined && { maxQueueSize: batch.maxQueue }),
        ...(batch.maxSpans !== undefined && { maxExportBatchSize: batch.maxSpans }),
      }),
    ],
  })
  const tracer = provider.getTracer('gamify', version)
  const propagator = new W3CTraceContextPropagator()
  return {
    begin(call, { route, scheme }) {
      const known = METHODS.has(call.method) ? call.method : undefined
      const { hostname, port } = URL.parse(`${scheme}://${call.header('host')}`) ?? {}
      const attributes: Attributes = {
        'http.request.method': known ?? '_OTHER',
        'url.path': call.path,
        'url.scheme': scheme,
        ...(hostname !== undefined && { 'server.address': hostname }),
        ...(port && { 'server.port': Number(port) }),
        ...(known === undefined && { 'http.request.method_original': call.method }),
        ...(route !== undefined && { 'http.route': route }),
      }
      const parent = propagator.extract(ROOT_CONTEXT, call, headersOf)
      const name = [known ?? 'HTTP', ...(route === undefined ? [] : [route])].join(' ')
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
      return ({ status, error }) => {
        span.setAttribute('http.response.status_code', status)
        if (call.runtime !== undefined) span.setAttribute('gamify.runtime', call.runtime)
        if (call.entry !== undefined) span.setAttribute('gamify.entry', call.entry)
        if (error !== undefined) span.setAttribute('gamify.error', error)
        if (status >= 500) {
          span.setAttribute('error.type', error ?? String(status))
          span.setStatus({ code: SpanStatusCode.ERROR })
        }
        span.end()
      }
    },
    async close() {
      let timer: NodeJS.Timeout | undefined
      const overdue = new Promise<void>((resolve) => (timer = setTimeout(resolve, exportMs)))
      await Promise.race([provider.shutdown().catch(() => {}), overdue])
      clearTimeout(timer)
      diag.disable()
    },
  }
}

/** How the library reads the headers of a call. */
const headersOf: TextMapGetter<Call> = { get: (call, name) => call.header(name), keys: () => [] }

const ignore = (): void => {}

/** Hears nothing that the library says of itself. */
const nobody: DiagLogger = { error: ignore, warn: ignore, info: ignore, debug: ignore, verbose: ignore }

/** Returns what all spans have. The variables override what is known without them. */
function resourceOf(version: string, node: string | undefined, say: (message: string) => void): Resource {
  const own = resourceFromAttributes({
    'service.name': 'gamify',
    'service.version': version,
    ...(node !== undefined && { 'service.instance.id': node }),
  })
  // The library says only here, and only to those who debug it, that it cannot read the attributes.
  diag.setLogger({ ...nobody, debug: (message) => message.includes('failed') && say(message) }, DiagLogLevel.DEBUG)
  return own.merge(detectResources({ detectors: [envDetector] }))
}

function samplerOf({ share, isParentBased }: SamplerPlan): Sampler {
  const root = new TraceIdRatioBasedSampler(share)
  return isParentBased ? new ParentBasedSampler({ root }) : root
}

/** Returns the same exporter, which reports that the collector does not answer once, until it answers again. */
function warningOnce(exporter: SpanExporter, say: (message: string) => void): SpanExporter {
  let isAway = false
  return {
    export(spans, done) {
      exporter.export(spans, ({ code, error }) => {
        const hasFailed = code !== ExportResultCode.SUCCESS
        if (hasFailed && !isAway)
          say(`the collector did not take ${spans.length} spans (${error?.message ?? 'no reason'}). Spans are dropped`)
        isAway = hasFailed
        done({ code: ExportResultCode.SUCCESS })
      })
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}
