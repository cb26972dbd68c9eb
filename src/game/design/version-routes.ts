import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { strictObject } from '../kernel/schema.ts'
import { deployed, issue } from './answer-schema.ts'
import { bootstrapSchema } from './bootstrap.ts'
import { ofDesign, sourceQuery, versionParams } from './component-routes.ts'
import type { Component } from './components.ts'
import { fixIssue, listIssues, readIssue } from './deployment.ts'
import { asWritten } from './kind-table.ts'
import { readBootstrap, updateBootstrap, completeUpgrade, deployVersion } from './operations.ts'

const bootstrap = () => asWritten(bootstrapSchema)
/** Clients may send back an answer of GET with what an editor left in it. Spec 4.1 `_errors`. */
const bootstrapChanges = () => asWritten(bootstrapSchema.extend({ _errors: z.unknown().optional() }))
type Bootstrap = z.input<typeof bootstrapSchema>

const showsIssue = { out: () => issue } as const
const showsDeployed = { out: () => deployed } as const
const issueParams = () => z.object({ issue_id: z.string() })

const deploy = {
  ...ofDesign,
  ...showsDeployed,
  method: 'POST',
  op: deployVersion,
  params: versionParams,
  input: ({ params }: { params: { version: string } }) => params,
  faults: ['version_not_found'],
} as const

/**
 * The routes of the bootstrap of a version, of deployment, and of the issues that block it. Spec 2 "Design routes",
 * 4.12, 4.13, 5.5.
 */
export const versionRoutes = [
  defineRoute({
    ...ofDesign,
    method: 'GET',
    path: '/design/versions/:version/bootstrap',
    summary: 'Read what each new player starts with',
    op: readBootstrap,
    params: versionParams,
    query: () => z.object(sourceQuery),
    input: ({ params, query }) => ({ ...params, ...query }),
    out: bootstrap,
    present: (found) => found as Bootstrap,
    faults: ['invalid_request', 'version_not_found'],
  }),
  defineRoute({
    ...ofDesign,
    method: 'PATCH',
    path: '/design/versions/:version/bootstrap',
    summary: 'Change what each new player starts with',
    op: updateBootstrap,
    params: versionParams,
    body: bootstrapChanges,
    input: ({ params, body }) => ({ ...params, changes: body as Component }),
    out: bootstrap,
    present: (found) => found as Bootstrap,
    faults: ['version_not_found', 'version_frozen'],
  }),
  defineRoute({ ...deploy, path: '/design/versions/:version/deploy', summary: 'Deploy a design to the runtime' }),
  defineRoute({
    ...deploy,
    path: '/design/versions/:version/simulate',
    summary: 'Deploy a design to the runtime (older name)',
  }),
  defineRoute({
    ...ofDesign,
    ...showsDeployed,
    method: 'POST',
    path: '/design/upgrade',
    summary: 'Complete an upgrade whose issues are fixed',
    op: completeUpgrade,
    input: () => ({}),
    faults: ['invalid_request', 'unresolved_issues'],
  }),
  defineRoute({
    ...ofDesign,
    method: 'GET',
    path: '/design/issues',
    summary: 'List the issues of an upgrade',
    op: listIssues,
    query: () => z.object({ type: z.string().optional() }),
    input: ({ query }) => query,
    out: () => z.array(issue),
    faults: [],
  }),
  defineRoute({
    ...ofDesign,
    ...showsIssue,
    method: 'GET',
    path: '/design/issues/:issue_id',
    summary: 'Read an issue with its fixes',
    op: readIssue,
    params: issueParams,
    input: ({ params }) => ({ id: params.issue_id }),
    faults: ['issue_not_found'],
  }),
  defineRoute({
    ...ofDesign,
    ...showsIssue,
    method: 'POST',
    path: '/design/issues/:issue_id',
    summary: 'Choose the fix of an issue',
    op: fixIssue,
    params: issueParams,
    body: () => strictObject({ apply: z.string() }),
    input: ({ params, body }) => ({ issue: params.issue_id, fix: body.apply }),
    faults: ['issue_not_found'],
  }),
] as const
