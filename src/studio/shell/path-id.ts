import { useLocation } from 'wouter'

/** Returns the id that the path of the page ends with. Ids can have any characters; the router decodes only some of them. */
export function usePathId(): string {
  useLocation()
  const segment = window.location.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
