import * as z from 'zod'
import { fault, invalid, isFault, type Fault } from '../../game/kernel/fault.ts'
import type { LabFiles, LabLine, LabProblem, LabRequest } from '../../interface/lab-jobs.ts'
import { type Answer, faultAnswer, jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { controlEndpoint, listOf, readBody, type ControlCall } from './control-endpoint.ts'

/** The lab beside a game. It works on the latest design, in threads, and changes nothing. Spec 7, 8.2. */
export interface ServedLab {
  /** Reads the files of the project that the lab runs. */
  files(): Promise<LabFiles>
  /** Runs a job for a runtime until it ends or `signal` aborts. */
  run(request: LabRequest, runtime: 'staging' | 'production', signal: AbortSignal): AsyncIterable<LabLine>
}

const seed = () => z.string().min(1).optional()
const simulating = () =>
  z.strictObject({
    simulation: z.record(z.string(), z.unknown()).optional(),
    seed: seed(),
    partial: z.boolean().default(false),
  })
const checking = () =>
  z.strictObject({
    checks: z.array(z.unknown()).min(1),
    seed: seed(),
    runs: z.int().min(1).max(MAX_RUNS).optional(),
  })
const nothing = () => z.strictObject({})

const MAX_RUNS = 100_000

/**
 * `GET /lab`, `GET /lab/lints`, `POST /lab/simulate`, `/lab/check` and `/lab/what-if`. The last three answer NDJSON: lines of
 * `{ progress }` and `{ partial }`, and at last one of `{ report }`. A caller that goes away ends the job. Spec 6.6.
 */
export function labRoutes(context: ServerContext): readonly MountedEndpoint[] {
  const { lab, stopping } = context
  if (!lab) return []
  const run = ({ call, client }: ControlCall, request: LabRequest): AsyncIterator<LabLine> =>
    lab.run(request, client.runtime, AbortSignal.any([call.signal(), stopping]))[Symbol.asyncIterator]()
  const job = <S extends z.ZodType>(name: string, schema: () => S, toRequest: (body: z.output<S>) => LabRequest) =>
    controlEndpoint(context, `POST /_gamify/lab/${name}`, async (asked) => {
      const body = await readBody(asked.call, schema)
      if (!('value' in body)) return faultAnswer(body)
      return newsAnswer(run(asked, toRequest(body.value)))
    })
  return [
    controlEndpoint(context, 'GET /_gamify/lab', async () => jsonAnswer(200, await lab.files())),
    controlEndpoint(context, 'GET /_gamify/lab/lints', async (asked) => {
      const report = await reportOf(run(asked, { kind: 'lints' }))
      return isFault(report) ? faultAnswer(report) : jsonAnswer(200, listOf(report as readonly unknown[]))
    }),
    job('simulate', simulating, ({ simulation, seed: given, partial }) => ({
      kind: 'simulate',
      simulation,
      seed: given,
      partial,
    })),
    job('check', checking, ({ checks, seed: given, runs }) => ({ kind: 'check', checks, seed: given, runs })),
    job('what-if', nothing, () => ({ kind: 'what-if' })),
  ]
}

/** Answers with what a job says. Problems with what it was given are refused before anything is answered. */
async function newsAnswer(news: AsyncIterator<LabLine>): Promise<Answer> {
  const first = await news.next()
  if (first.done) return faultAnswer(interrupted)
  if (first.value.kind === 'problems') {
    await news.return?.()
    return faultAnswer(refusalIn(first.value))
  }
  return {
    status: 200,
    type: 'application/x-ndjson; charset=utf-8',
    body: (async function* () {
      yield `${first.value.text}\n`
      for await (const { text } of { [Symbol.asyncIterator]: () => news }) yield `${text}\n`
    })(),
    headers: { 'cache-control': 'no-store' },
  }
}

async function reportOf(news: AsyncIterator<LabLine>): Promise<unknown> {
  for await (const line of { [Symbol.asyncIterator]: () => news }) {
    if (line.kind === 'problems') return refusalIn(line)
    if (line.kind === 'report') return (JSON.parse(line.text) as { readonly report: unknown }).report
  }
  return interrupted
}

const interrupted: Fault = fault('temporary_failure')

const refusalIn = ({ text }: LabLine): Fault =>
  invalid((JSON.parse(text) as { readonly problems: readonly LabProblem[] }).problems)
