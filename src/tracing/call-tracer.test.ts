import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { contractDesign } from '../../test/contract/game-design.ts'
import { serveGame, type TestGame } from '../../test/support/http.ts'
import { openTracer, type OpenTracer } from './call-tracer.ts'
import { planTraces } from './trace-plan.ts'

afterEach(() => void vi.unstubAllEnvs())

type Value = { readonly stringValue?: string; readonly intValue?: number }
interface Keyed {
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
}
interface Span extends Keyed {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly parentSpanId?: string
  readonly status: { readonly code?: number }
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Keyed
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

const attributesOf = ({ attributes }: Keyed) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** A collector that keeps what it gets, and answers with a status. */
async function collector(status = 200) {
  const got: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders; readonly body: Export }[] = []
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      got.push({ url: req.url, headers: req.headers, body: JSON.parse(body) as Export })
      res.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = (): void => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(stop)
  const resources = () => got.flatMap(({ body }) => body.resourceSpans.map(({ resource }) => attributesOf(resource)))
  const spans = () =>
    got.flatMap(({ body }) => body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans: s }) => s)))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got, resources, spans, stop }
}

/** Serves a game whose calls are traced, with these variables. */
async function tracedGame(env: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const warnings: string[] = []
  const warn = (message: string): void => void warnings.push(message)
  const plan = planTraces(process.env, warn)
  if (!plan) throw new Error('no traces are sent')
  const tracer: OpenTracer = openTracer(plan, { version: '1.2.3', node: 'n1', warn })
  const game: TestGame = await serveGame({ design: contractDesign }, { tracer })
  onTestFinished(() => game.stop())
  return { game, tracer, warnings }
}

test('each call is a span with its route, its place, what it led to, and the trace of its caller', async () => {
  const { url, got, resources, spans } = await collector()
  const { game, tracer, warnings } = await tracedGame({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test,service.version=9',
  })
  await game.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
  const traceId = 'a'.repeat(32)
  const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`
  await game.request('POST', '/v2/runtime/actions/nothing/play', { as: 'neo', body: {}, headers: { traceparent } })
  await game.request('GET', '/nowhere', { headers: { traceparent: 'nonsense' } })
  await tracer.close()
  expect(got.map(({ url: path, headers }) => [path, headers.authorization])).toEqual([['/v1/traces', 'Bearer x']])
  expect(resources()).toMatchObject([
    {
      'service.name': 'gamify',
      'service.version': '9',
      'service.instance.id': 'n1',
      'deployment.environment': 'test',
    },
  ])
  const byName = new Map(spans().map((span) => [span.name, span]))
  const created = byName.get('POST /v2/admin/players')
  expect(created).toMatchObject({ kind: 2, status: {} })
  expect(attributesOf(created as Span)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/v2/admin/players',
    'url.path': '/v2/admin/players',
    'url.scheme': 'http',
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(game.url).port),
    'http.response.status_code': 200,
    'gamify.runtime': 'staging',
  })
  expect(attributesOf(created as Span)['gamify.entry']).toBeGreaterThan(0)
  const refused = byName.get('POST /v2/runtime/actions/:action_id/play')
  expect(refused).toMatchObject({ traceId, parentSpanId: 'b'.repeat(16) })
  expect(attributesOf(refused as Span)).toMatchObject({
    'http.response.status_code': 404,
    'gamify.error': 'action_not_found',
  })
  const nowhere = byName.get('GET')
  expect(nowhere?.parentSpanId).toBeUndefined()
  expect(attributesOf(nowhere as Span)).not.toHaveProperty('http.route')
  // Queries and headers have secrets.
  expect(JSON.stringify(spans())).not.toMatch(/access_token|dev-secret|Bearer|player_id=/)
  expect(warnings).toEqual([])
})

test('the sampler decides, and a caller that does not record its trace decides as well', async () => {
  const { url, spans } = await collector()
  const { game, tracer } = await tracedGame({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/custom`,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  })
  const sent = (flag: string) => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flag}`
  await game.request('GET', '/v2/admin/players')
  await game.request('GET', '/v2/admin/rules', { headers: { traceparent: sent('00') } })
  await game.request('GET', '/v2/admin/players/ghost', { headers: { traceparent: sent('01') } })
  await tracer.close()
  expect(spans().map(({ name }) => name)).toEqual(['GET /v2/admin/players/:player_id'])
})

test('a collector that refuses or is away costs one warning, and no call fails', async () => {
  const { url, got } = await collector(400)
  const { game, tracer, warnings } = await tracedGame({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_BSP_SCHEDULE_DELAY: '10',
    OTEL_RESOURCE_ATTRIBUTES: 'no pair',
  })
  expect(warnings.splice(0)).toEqual([expect.stringContaining('OTEL_RESOURCE_ATTRIBUTES')])
  for (let exports = 0; exports < 3; exports += 1) {
    expect(await game.request('GET', '/v2/admin/players')).toMatchObject({ status: 200 })
    await vi.waitFor(() => expect(got.length).toBeGreaterThan(exports))
  }
  await tracer.close()
  expect(warnings).toEqual([expect.stringContaining('the collector did not take')])
})
