/** What the program ends with. Spec 6.2. */
export const exitCode = { ok: 0, refused: 1, usage: 2, unreachable: 3, interrupted: 130, terminated: 143 } as const
