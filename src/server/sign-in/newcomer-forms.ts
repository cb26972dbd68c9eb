import { isFault, type Fault } from '../../game/kernel/fault.ts'

/** So many forms are remembered that have let somebody in; then the first of them is forgotten. */
const MAX_REMEMBERED = 1000

/**
 * Has `join` let a newcomer in, once for each form: a form that is sent again gets what came of it the first time, also
 * while that is under way. Undefined where it has been sent for another newcomer. A form whose newcomer was refused may
 * be sent anew.
 */
export type NewcomerForms<T> = (
  form: string,
  newcomer: string,
  join: () => Promise<Fault | T>,
) => Promise<Fault | T> | undefined

/** The forms of one game that newcomers send. */
export function newcomerForms<T extends object>(): NewcomerForms<T> {
  const sent = new Map<string, { readonly newcomer: string; readonly joined: Promise<Fault | T> }>()
  return (form, newcomer, join) => {
    const first = sent.get(form)
    if (first) return first.newcomer === newcomer ? first.joined : undefined
    const joined = forgottenUnlessIn(join(), () => sent.delete(form))
    sent.set(form, { newcomer, joined })
    const [oldest] = sent.keys()
    if (sent.size > MAX_REMEMBERED && oldest !== undefined) sent.delete(oldest)
    return joined
  }
}

async function forgottenUnlessIn<T extends object>(
  joining: Promise<Fault | T>,
  forget: () => void,
): Promise<Fault | T> {
  let isIn = false
  try {
    const joined = await joining
    isIn = !isFault(joined)
    return joined
  } finally {
    if (!isIn) forget()
  }
}
