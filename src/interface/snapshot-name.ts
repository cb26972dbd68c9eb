import { quoted } from '../game/kernel/message-text.ts'

/** What a snapshot can be called. Spec 6.6. */
export const SNAPSHOT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** That in words. */
export const SNAPSHOT_NAMING = '1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first'

/** What is wrong with a name that no snapshot can have; undefined of one that it can. */
export const snapshotNameProblem = (name: string): string | undefined =>
  SNAPSHOT_NAME.test(name) ? undefined : `expected ${SNAPSHOT_NAMING}, found ${quoted(name)}`
