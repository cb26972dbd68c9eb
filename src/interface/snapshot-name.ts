import { quoted } from '../game/kernel/message-text.ts'

/** The names that a snapshot can have. Spec 6.6. */
export const SNAPSHOT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** Describes `SNAPSHOT_NAME` in words. */
export const SNAPSHOT_NAMING = '1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first'

/** Describes what is wrong with a name. Returns undefined if a snapshot can have it. */
export const snapshotNameProblem = (name: string): string | undefined =>
  SNAPSHOT_NAME.test(name) ? undefined : `expected ${SNAPSHOT_NAMING}, found ${quoted(name)}`
