import * as z from 'zod'
import { accessSettings, type AccessSetting } from '../kernel/game-info.ts'
import { compare, parseLimit } from '../kernel/decimal.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import { nameSchema, shownName } from '../kernel/schema.ts'
import { shownAs } from '../kernel/shown-as.ts'
import {
  compileRequirement,
  type Requirement,
  type RequirementCatalogue,
  type RequirementDesign,
} from '../rules/requirement.ts'
import { within, type Report } from './component.ts'

/** The settings that a definition allows for what is made of it. Spec 4.9, 4.10. */
export const accessList = z
  .array(z.enum(accessSettings))
  .min(1)
  .max(accessSettings.length)
  .refine((list) => new Set(list).size === list.length, 'expected each access setting once')

/** How many there may be: a whole number, or "Infinity". */
export const instanceLimit = shownAs(
  z.union([z.string(), z.int()]).refine((value) => {
    const limit = parseLimit(String(value))
    return limit !== undefined && compare(limit, 0) >= 0 && !String(limit).includes('.')
  }, 'expected a whole number from 0, or "Infinity"'),
  () => z.union([z.string().regex(/^(\+?\d+(\.0+)?|-0+(\.0+)?|Infinity)$/), z.int().min(0)]),
)

/** The name of a lane or role; `*` and `~` stand for lanes of a kind. Spec 4.9, 4.15. */
export const laneOrRole = shownAs(
  nameSchema.refine((name) => name !== '*' && name !== '~', "expected a name other than '*', '~'"),
  () => shownName().regex(/^(?![*~]$)/),
)

/** What a definition says of all that is made of it, ready for play. */
export interface InstanceSettings {
  /** The access settings that are allowed, the strictest first, which is the default. Spec 4.10. */
  readonly access: readonly AccessSetting[]
  /** Whether players may make one; else only the operator does, and they do not see the definition. */
  readonly public: boolean
  readonly requires: Requirement
  readonly maxGlobalInstances: number
}

interface SettingsDesign {
  readonly access?: readonly AccessSetting[] | undefined
  readonly public?: boolean | undefined
  readonly requires?: RequirementDesign | undefined
  readonly max_global_instances?: string | number | undefined
}

/** Makes the settings ready, and reports what they refer to in vain. */
export function compileSettings(
  { access = accessSettings, public: forAll = true, requires, max_global_instances }: SettingsDesign,
  catalogue: RequirementCatalogue,
  report: Report,
): InstanceSettings {
  return {
    access: accessSettings.filter((setting) => access.includes(setting)).toReversed(),
    public: forAll,
    requires: compileRequirement(requires, catalogue, within(report, 'requires')),
    maxGlobalInstances: limitOf(max_global_instances),
  }
}

/** The access setting that is asked for, or the default; the definition may not allow it. Spec 4.9, 4.10. */
export function allowedAccess(
  { access: allowed }: Pick<InstanceSettings, 'access'>,
  asked?: string,
): AccessSetting | Fault {
  const found = asked === undefined ? allowed[0] : allowed.find((setting) => setting === asked)
  return found ?? fault('invalid_access_setting', { access: `${asked}`, allowed: allowed.join(', ') })
}

/** A limit as a number; no limit where there is none. */
export function limitOf(limit: string | number | undefined): number {
  return limit === undefined ? Infinity : Number(limit)
}
