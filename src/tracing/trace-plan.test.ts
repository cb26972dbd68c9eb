import { expect, test } from 'vitest'
import { planTraces } from './trace-plan.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }

function planned(env: Readonly<Record<string, string>>) {
  const warnings: string[] = []
  return { plan: planTraces(env, (message) => warnings.push(message)), warnings }
}

test.each([
  [{}],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
  [{ OTEL_SERVICE_NAME: 'game', OTEL_TRACES_SAMPLER: 'always_on' }],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }],
])('no traces are sent, and nothing is said, with %j', (env) => {
  expect(planned(env)).toEqual({ plan: undefined, warnings: [] })
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, "OTEL_EXPORTER_OTLP_ENDPOINT is 'localhost:4318', and must be"],
  [
    { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'x' },
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is 'x', and must be an address",
  ],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'zipkin' }, "OTEL_TRACES_EXPORTER is 'zipkin', and must be otlp or none"],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, "The protocol of OTLP is 'grpc', and must be http/json"],
])('no traces are sent, and a warning says why, with %j', (env, warning) => {
  const { plan, warnings } = planned(env)
  expect(plan).toBeUndefined()
  expect(warnings).toEqual([expect.stringMatching(/No traces are sent$/)])
  expect(warnings[0]).toContain(warning)
})

test.each([
  [{}, { share: 1, isParentBased: true }],
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, { share: 0, isParentBased: false }],
  [
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
    { share: 0.25, isParentBased: false },
  ],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }, { share: 1, isParentBased: true }],
])('the sampler of %j is %j', (env, sampler) => {
  expect(planned({ ...endpoint, ...env })).toMatchObject({ plan: { sampler }, warnings: [] })
})

test.each([
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, "OTEL_TRACES_SAMPLER is 'sometimes', and must be one of always_on,"],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '25%' }, "OTEL_TRACES_SAMPLER_ARG is '25%'"],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, "OTEL_TRACES_SAMPLER_ARG is '2'"],
  [{ OTEL_BSP_SCHEDULE_DELAY: 'soon' }, "OTEL_BSP_SCHEDULE_DELAY is 'soon'"],
])('what makes no sense in %j has a default, and a warning', (env, warning) => {
  const { plan, warnings } = planned({ ...endpoint, ...env })
  expect(plan).toMatchObject({ sampler: { share: 1 }, batch: { delayMs: undefined } })
  expect(warnings).toEqual([expect.stringContaining(warning)])
})
