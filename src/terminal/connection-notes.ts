import { printable } from '../sentences/printable.ts'
import type { Service } from './service.ts'

/** Returns the texts for a connection that is lost, and for one that is back, which can be at another address. */
export function connectionNotes({ address }: Pick<Service, 'address'>) {
  let before = address()
  return {
    lost(): string {
      return `${printable(before)} has stopped answering; retrying`
    },
    found(): string {
      const was = before
      before = address()
      return before === was ? `${printable(before)} is back` : `${printable(before)} answers instead`
    },
  }
}
