import type { Shell } from '../../../terminal/shell.ts'
import type { OpenTracer } from '../../../tracing/call-tracer.ts'
import { planTraces } from '../../../tracing/trace-plan.ts'
import { programVersion } from '../../package-root.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'

/**
 * Runs `use` with a plan whose calls are traced, if the `OTEL_*` variables ask for it, and sends the last spans in the end.
 * Only then the library is loaded. Spec 6.3.
 */
export async function withTraces<Plan extends ServePlan>(
  plan: Plan,
  { io }: Shell,
  { warn }: Log,
  use: (plan: Plan) => Promise<void>,
): Promise<void> {
  const traces = planTraces(io.env, warn)
  if (!traces) return use(plan)
  const { openTracer } = await import('../../../tracing/call-tracer.ts')
  const tracer: OpenTracer = openTracer(traces, { version: programVersion(), node: plan.node?.name, warn })
  try {
    await use({ ...plan, tracer })
  } finally {
    await tracer.close()
  }
}
