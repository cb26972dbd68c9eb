import { isFault, type Fault } from '../../game/kernel/fault.ts'

/** The number of forms that are remembered after a newcomer joined. The oldest is forgotten first. */
const MAX_REMEMBERED = 1000

/**
 * Calls `join` once for each form. A form that is sent again gets the result of the first time, also while that is
 * still running. Returns undefined if the form was sent for another newcomer. A form whose newcomer was refused can be
 * sent again.
 */
export type NewcomerForms<T> = (
  form: string,
  newcomer: string,
  join: () => Promise<Fault | T>,
) => Promise<Fault | T> | undefined

/** Creates the record of the forms of one game. */
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
