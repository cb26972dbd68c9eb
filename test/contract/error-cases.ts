import { adminErrors } from './admin-errors.ts'
import { boardErrors } from './board-errors.ts'
import { designErrors } from './design-errors.ts'
import type { ErrorCase } from './error-case.ts'
import { imageErrors } from './image-errors.ts'
import { joiningErrors } from './joining-errors.ts'
import { memberAdminErrors } from './member-admin-errors.ts'
import { memberErrors } from './member-errors.ts'
import { notificationErrors } from './notification-errors.ts'
import { processErrors } from './process-errors.ts'
import { requestErrors } from './request-errors.ts'
import { runtimeErrors } from './runtime-errors.ts'
import { teamErrors } from './team-errors.ts'
import { triggerErrors } from './trigger-errors.ts'

/** The error tables of all routes of the interface: a part of it has its own file, which is named here. */
export const errorCases: readonly ErrorCase[] = [
  ...runtimeErrors,
  ...adminErrors,
  ...designErrors,
  ...imageErrors,
  ...processErrors,
  ...teamErrors,
  ...requestErrors,
  ...joiningErrors,
  ...memberErrors,
  ...memberAdminErrors,
  ...triggerErrors,
  ...notificationErrors,
  ...boardErrors,
]
