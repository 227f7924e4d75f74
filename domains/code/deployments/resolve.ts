import { findRole } from '../../../platform/access/index.ts'
import type { PreviewRequest, PreviewTarget } from '../../../execution/previews/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { visibleProjects } from '../projects/index.ts'
import { entrancePath } from './entrance.ts'
import { openMemory } from './memory.ts'
import type { PreviewSite, Versions } from './parts.ts'
import { pageFor } from './rules-pages.ts'
import { liveDeployment, newestDeployment, productionLabel } from './store.ts'
import { placeOfDomain, placeOfLabel, type HostPlace } from './store-hosts.ts'
import { cookieLifetimeMs, type PreviewVisitor } from './tokens.ts'

interface ResolveParts {
  readonly database: Database
  readonly previewSite: Pick<PreviewSite, 'isOn' | 'tokens'>
  readonly versions: Versions
  /** The whole address of a page of the console. */
  readonly linkTo: (path: string) => string
}

// After this long a person to whom a project is shared no more sees it no more.
const grantKnownMs = 30_000
const placeKnownMs = 30_000

/** Says what answers a request for a preview: what its host serves, a page for people, or the way through the console. */
export const openResolver = (parts: ResolveParts) => {
  const { database } = parts
  const places = openMemory<HostPlace | undefined>(placeKnownMs)
  const views = openMemory<boolean>(grantKnownMs)
  const placeOf = ({ host, label }: Pick<PreviewRequest, 'host' | 'label'>) =>
    places.get(label ?? `host ${host}`, () =>
      database.identity((tx) => (label === undefined ? placeOfDomain(tx, host) : placeOfLabel(tx, label))),
    )
  const mayView = ({ workspaceId, projectId, userId }: PreviewVisitor) =>
    views.get(`${workspaceId} ${projectId} ${userId}`, () =>
      database.reading(workspaceId, async (tx) => {
        const role = await findRole(tx, workspaceId, userId)
        return role !== undefined && (await visibleProjects(tx, [projectId], { role, userId })).has(projectId)
      }),
    )
  return {
    resolve: async (request: PreviewRequest): Promise<PreviewTarget> => {
      if (!parts.previewSite.isOn) return pageFor('switched_off')
      const place = await placeOf(request)
      if (!place) return pageFor('unknown')
      if (request.label === undefined) return serveProduction(parts, place)
      const { label } = request
      if (pathOf(request) === entrancePath) return enter(parts, mayView, { ...request, label })
      const visitor = readVisitor(parts, 'cookie', label, request.access)
      const isAllowed = visitor?.projectId === place.projectId && (await mayView(visitor))
      return isAllowed ? serveLabel(parts, place, label) : askToSignIn(parts, { ...request, label })
    },
  }
}

type LabelRequest = PreviewRequest & { readonly label: string }

const pathOf = ({ url }: PreviewRequest) => url.split('?', 1)[0]

const readVisitor = (
  { previewSite: { tokens } }: ResolveParts,
  use: 'link' | 'cookie',
  label: string,
  token: string | undefined,
) => (token === undefined ? undefined : tokens.read(use, label, token, new Date()))

/** Takes the link of the console, and gives the cookie of this host alone for it. */
const enter = async (
  parts: ResolveParts,
  mayView: (visitor: PreviewVisitor) => Promise<boolean>,
  { label, url }: LabelRequest,
): Promise<PreviewTarget> => {
  const token = new URLSearchParams(url.split('?', 2)[1] ?? '').get('token') ?? undefined
  const visitor = readVisitor(parts, 'link', label, token)
  if (!visitor || !(await mayView(visitor))) return pageFor('link_expired')
  const cookie = parts.previewSite.tokens.sign('cookie', visitor, new Date())
  if (!cookie) return pageFor('link_expired')
  const access = { value: cookie.token, maxAgeSeconds: cookieLifetimeMs / 1_000 }
  return { kind: 'redirect', location: '/', access }
}

/** Leads a person who looks at the host to the console, which knows who they are; says the same about any host. */
const askToSignIn = ({ linkTo }: ResolveParts, { label, method }: LabelRequest): PreviewTarget =>
  method === 'GET' ? { kind: 'redirect', location: linkTo(`/console/previews/${label}`) } : pageFor('not_allowed')

const serveLabel = ({ database, versions }: ResolveParts, { workspaceId }: HostPlace, label: string) =>
  database.reading(workspaceId, async (tx): Promise<PreviewTarget> => {
    const live = await liveDeployment(tx, label)
    if (live) return { kind: 'version', site: label, version: versions.of(workspaceId, live) }
    const newest = await newestDeployment(tx, label)
    return pageFor(newest?.status ?? 'unknown')
  })

/** Production at its own domain is for everybody. */
const serveProduction = async (parts: ResolveParts, place: HostPlace): Promise<PreviewTarget> => {
  const label = await parts.database.reading(place.workspaceId, (tx) => productionLabel(tx, place.projectId))
  return label === undefined ? pageFor('unknown') : serveLabel(parts, place, label)
}
