import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { endAll, serve } from './spawned.ts'

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-traces-'))
})
afterEach(async () => {
  endAll()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

test('serve sends the spans that are left when it ends, and works without a collector', async () => {
  const got: string[] = []
  const collector = createServer((req, res) => {
    void text(req).then((body) => {
      got.push(body)
      res.end('{}')
    })
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  onTestFinished(() => void collector.close())
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const traced = await serve(['--memory'], {
    cwd,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'mine' },
  })
  await fetch(`${traced.url}/_gamify/live`)
  traced.kill('SIGTERM')
  await traced.ended
  expect(got).toHaveLength(1)
  expect(got[0]).toContain('"GET /_gamify/live"')
  expect(got[0]).toContain('{"stringValue":"mine"}')
  const wrong = await serve(['--memory'], { cwd, env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' } })
  expect((await fetch(`${wrong.url}/_gamify/live`)).status).toBe(200)
  expect(wrong.written.stderr).toContain("OTEL_EXPORTER_OTLP_ENDPOINT is 'localhost:4318', and must be an address")
})
