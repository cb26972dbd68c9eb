import assert from 'node:assert/strict'
import * as z from 'zod'
import type { Deployment } from '../../game/design/state.ts'
import { strictObject } from '../../game/kernel/schema.ts'

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'expected the hash of a design')

/** The number of a version: more than any game comes to, and every one up to it is told exactly. */
const MAX_VERSION = 999_999_999_999_999
const labelSchema = z.string().regex(/^v[1-9]\d{0,14}$/, `expected a label from v1 to v${MAX_VERSION}`)

/** `at` is the game time at which it was deployed first, in ms; earlier programs did not note it. */
const versionSchema = strictObject({ label: labelSchema, hash: hashSchema, at: z.number().optional() })

/** Frozen, in the order in which they first ran: each label is of one design, and each design has one label. */
const versionsSchema = z.array(versionSchema).superRefine((versions, check) => {
  for (const [field, what] of [
    ['label', 'a label'],
    ['hash', 'a design'],
  ] as const) {
    const seen = new Set<string>()
    const taken = versions.findIndex((version) => seen.size === seen.add(version[field]).size)
    const message = `already used by another version; expected ${what} of its own`
    if (taken >= 0) check.addIssue({ code: 'custom', path: [taken, field], message })
  }
})

/** What game.json says of the versions of the design, each by its hash. Spec 4.13. */
export const designRecordSchema = strictObject({
  /** The working design. */
  latest: hashSchema,
  /** It as the last change through a route left it, until a runtime runs that. */
  stash: hashSchema.nullable(),
  /** What was taken from the design files last, or written to them. */
  files: hashSchema.nullable(),
  /** What we are writing to the design files, until that is noted as `files`: a crash leaves any part of it there. */
  writing: hashSchema.nullable().default(null),
  versions: versionsSchema,
})

export type DesignRecord = Readonly<z.output<typeof designRecordSchema>>

/** That of a game whose design was never kept. */
export function newRecord(latest: string): DesignRecord {
  return { latest, stash: null, files: null, writing: null, versions: [] }
}

/** The version that a design is frozen as. */
export function labelOf({ versions }: DesignRecord, hash: string): string | undefined {
  return versions.find((version) => version.hash === hash)?.label
}

/** The label of the next version. */
export function nextLabel({ versions }: DesignRecord): string {
  const last = versions.reduce((most, { label }) => Math.max(most, Number(label.slice(1))), 0)
  assert(last < MAX_VERSION, 'the game has come to more versions than there are labels')
  return `v${last + 1}`
}

/** The record once a runtime runs a design, under a label where it has one; the same object where that is known. */
export function withRun(record: DesignRecord, hash: string, label: string | null, at?: number): DesignRecord {
  const isNew = label !== null && !record.versions.some((version) => version.label === label || version.hash === hash)
  const isStash = record.stash === hash
  if (!isNew && !isStash) return record
  return {
    ...record,
    stash: isStash ? null : record.stash,
    versions: isNew ? [...record.versions, { label, hash, ...(at === undefined ? {} : { at }) }] : record.versions,
  }
}

/** The designs that a record names, each with what it is to the game. */
export function designsIn({ latest, stash, files, writing, versions }: DesignRecord): { hash: string; what: string }[] {
  return [
    { hash: latest, what: 'latest' },
    ...(stash === null ? [] : [{ hash: stash, what: 'stash' }]),
    ...(files === null ? [] : [{ hash: files, what: 'files' }]),
    ...(writing === null ? [] : [{ hash: writing, what: 'writing' }]),
    ...versions.map(({ hash, label }) => ({ hash, what: label })),
  ]
}

/** What of a runtime tells of the versions. */
interface Running {
  readonly design: string
  readonly deployment: Pick<Deployment, 'label'>
}

/**
 * The record with what the runtimes know and it does not: a label is written down after its design has begun to run, so a
 * crash may have come between, or game.json was lost. The same object where nothing is missing.
 */
export function withRunning(record: DesignRecord, runtimes: readonly Running[]): DesignRecord {
  return runtimes.reduce((known, { design, deployment }) => withRun(known, design, deployment.label), record)
}
