import type { PreviewTarget } from '../../../execution/previews/index.ts'
import type { DeploymentStatus } from './rules.ts'

type PageName =
  | DeploymentStatus
  | 'unknown'
  | 'switched_off'
  | 'link_expired'
  | 'share_ended'
  | 'not_allowed'
  | 'too_many_requests'
type Page = Extract<PreviewTarget, { readonly kind: 'page' }>

const refreshSeconds = 3
const beingMade = {
  status: 503,
  title: 'Being built',
  sentence: 'This preview is being built. The page loads again by itself.',
  refreshSeconds,
} as const

/** Pages for visitors of a host that serves nothing, or who may not see its site. */
const pages: Readonly<Record<PageName, Omit<Page, 'kind'>>> = {
  building: beingMade,
  deploying: beingMade,
  live: beingMade,
  failed: { status: 502, title: 'Not built', sentence: 'This preview could not be built. Its agency can read why.' },
  expired: {
    status: 410,
    title: 'Expired',
    sentence: 'This preview is no longer served. Ask its agency for a new one.',
  },
  unknown: { status: 404, title: 'Not found', sentence: 'There is no preview at this address.' },
  switched_off: { status: 503, title: 'Switched off', sentence: 'Previews are switched off on this server.' },
  link_expired: {
    status: 403,
    title: 'Link expired',
    sentence: 'A link to a preview works for a minute. Go back to the project and open the preview again.',
  },
  share_ended: {
    status: 403,
    title: 'Link ended',
    sentence: 'This link has expired or was removed. Ask the person who sent it for a new one.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    sentence: 'Your network asked for too many previews. The page loads again by itself.',
  },
  not_allowed: {
    status: 403,
    title: 'Sign in',
    sentence: 'Open this preview from its project first: the address alone opens nothing.',
  },
}

export const pageFor = (name: PageName): Page => ({ kind: 'page', ...pages[name] })
