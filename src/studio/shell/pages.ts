import {
  Activity,
  Boxes,
  Camera,
  FlaskConical,
  Gauge,
  History,
  type LucideIcon,
  ListOrdered,
  PencilRuler,
  Users,
  UsersRound,
} from 'lucide-react'
import { texts } from '../texts.ts'

/** A page of the studio, as the navigation lists it. */
export interface PageEntry {
  readonly path: string
  readonly name: string
  /** The key that opens it, after `g`. */
  readonly key: string
  readonly icon: LucideIcon
}

const { nav } = texts

/** The pages, in the order of the navigation. Spec 8.2. */
export const pageEntries: readonly PageEntry[] = [
  { path: '/', name: nav.overview, key: 'o', icon: Gauge },
  { path: '/players', name: nav.players, key: 'p', icon: Users },
  { path: '/boards', name: nav.boards, key: 'b', icon: ListOrdered },
  { path: '/processes', name: nav.processes, key: 'c', icon: Boxes },
  { path: '/teams', name: nav.teams, key: 't', icon: UsersRound },
  { path: '/design', name: nav.design, key: 'd', icon: PencilRuler },
  { path: '/history', name: nav.history, key: 'h', icon: History },
  { path: '/requests', name: nav.requests, key: 'r', icon: Activity },
  { path: '/lab', name: nav.lab, key: 'l', icon: FlaskConical },
  { path: '/snapshots', name: nav.snapshots, key: 's', icon: Camera },
]

/** Returns the page that a path belongs to; undefined if there is none. */
export const pageOf = (path: string): PageEntry | undefined =>
  pageEntries.find((each) => (each.path === '/' ? path === '/' : isWithin(each.path, path)))

const isWithin = (page: string, path: string): boolean => path === page || path.startsWith(`${page}/`)
