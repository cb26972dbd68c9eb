import { config } from 'zod/v4/core'

// Schemas are interpreted: the policy of the page lets no script make code, and would report the attempt. This must run
// before the first schema is made.
config({ jitless: true })
