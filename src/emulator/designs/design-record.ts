import assert from 'node:assert/strict'
import * as z from 'zod'
import type { Deployment } from '../../game/design/state.ts'
import { strictObject } from '../../game/kernel/schema.ts'

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'expected the hash of a design')

/** The highest number of a version. No game reaches it, and all numbers up to it are exact. */
const MAX_VERSION = 999_999_999_999_999
const labelSchema = z.string().regex(/^v[1-9]\d{0,14}$/, `expected a label from v1 to v${MAX_VERSION}`)

/** `at` is the game time of its first deployment, in ms. Earlier versions of gamify did not record it. */
const versionSchema = strictObject({ label: labelSchema, hash: hashSchema, at: z.number().optional() })

/**
 * The frozen versions in the order of their first deployment. Each label belongs to one design, and each design has one
 * label.
 */
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

/** What game.json records about the versions of the design, each by its hash. Spec 4.13. */
export const designRecordSchema = strictObject({
  /** The working design. */
  latest: hashSchema,
  /** The working design as the last change through a route left it, until it is deployed to a runtime. */
  stash: hashSchema.nullable(),
  /** The design that was last read from the design files, or written to them. */
  files: hashSchema.nullable(),
  /**
   * The design that is being written to the design files, until it is recorded as `files`. A crash can leave any part
   * of it there.
   */
  writing: hashSchema.nullable().default(null),
  versions: versionsSchema,
})

export type DesignRecord = Readonly<z.output<typeof designRecordSchema>>

/** Creates the record of a game whose design was never stored. */
export function newRecord(latest: string): DesignRecord {
  return { latest, stash: null, files: null, writing: null, versions: [] }
}

/** Returns the label of the version that a design is frozen as. */
export function labelOf({ versions }: DesignRecord, hash: string): string | undefined {
  return versions.find((version) => version.hash === hash)?.label
}

/** Returns the label of the next version. */
export function nextLabel({ versions }: DesignRecord): string {
  const last = versions.reduce((most, { label }) => Math.max(most, Number(label.slice(1))), 0)
  assert(last < MAX_VERSION, 'the game has come to more versions than there are labels')
  return `v${last + 1}`
}

/**
 * Returns the record after a design was deployed to a runtime, under a label if it has one. Returns the same object if
 * nothing changes.
 */
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

/** Lists the designs that a record names, each with its role. */
export function designsIn({ latest, stash, files, writing, versions }: DesignRecord): { hash: string; what: string }[] {
  return [
    { hash: latest, what: 'latest' },
    ...(stash === null ? [] : [{ hash: stash, what: 'stash' }]),
    ...(files === null ? [] : [{ hash: files, what: 'files' }]),
    ...(writing === null ? [] : [{ hash: writing, what: 'writing' }]),
    ...versions.map(({ hash, label }) => ({ hash, what: label })),
  ]
}

/** The part of a runtime's state that concerns versions. */
interface Running {
  readonly design: string
  readonly deployment: Pick<Deployment, 'label'>
}

/**
 * Adds to the record what only the runtimes know: a label is recorded after its design was deployed, so a crash can
 * come between, or game.json can be lost. Returns the same object if nothing is missing.
 */
export function withRunning(record: DesignRecord, runtimes: readonly Running[]): DesignRecord {
  return runtimes.reduce((known, { design, deployment }) => withRun(known, design, deployment.label), record)
}
