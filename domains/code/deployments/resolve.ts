import { findRole } from '../../../platform/access/index.ts'
import { toolbarPath, type PreviewRequest, type PreviewTarget } from '../../../execution/previews/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { linkTokenHash } from '../../../platform/crypto/index.ts'
import type { CountStranger } from '../../../platform/http/index.ts'
import { visibleProjects } from '../projects/index.ts'
import type { PreviewSite, Versions } from './parts.ts'
import { pageFor } from './rules-pages.ts'
import { liveDeployment, newestDeployment, productionLabel } from './store.ts'
import { placeOfDomain, placeOfLabel, type HostPlace } from './store-hosts.ts'
import { findShareByToken } from './store-shares.ts'
import { allowsSharing, hasToolbar, isOpenShare, toolbarFramePath, toolbarTokenOf } from './toolbar/index.ts'
import {
  cookieLifetimeMs,
  shareLifetimeMs,
  type PreviewVisitor,
  type TokenUse,
  type ToolbarTokenUse,
} from './tokens.ts'

interface ResolveParts {
  readonly database: Database
  readonly previewSite: Pick<PreviewSite, 'isOn' | 'tokens'>
  readonly versions: Versions
  /** Counts a request without a good cookie; the seconds to wait where its address sent too many. */
  readonly countStranger: CountStranger
  /** The whole address of a page of the console. */
  readonly linkTo: (path: string) => string
}

// A revoked grant or share link and a moved domain take effect after this time.
const rememberedMs = 30_000

/** Opens the resolver of requests for previews: it answers with a site, a page for people, or a redirect. */
export const openResolver = (parts: ResolveParts) => {
  const { database } = parts
  const places = openMemory<HostPlace | undefined>(rememberedMs)
  const views = openMemory<boolean>(rememberedMs)
  const placeOf = ({ host, label }: Pick<PreviewRequest, 'host' | 'label'>) =>
    places.get(label ?? `host ${host}`, () =>
      database.identity((tx) =>
        label === undefined ? placeOfDomain(tx, { domain: host }) : placeOfLabel(tx, { label }),
      ),
    )
  const mayView = ({ workspaceId, projectId, userId }: PreviewVisitor) =>
    views.get(`${workspaceId} ${projectId} ${userId}`, () =>
      database.reading(workspaceId, async (tx) => {
        const role = await findRole(tx, workspaceId, userId)
        return role !== undefined && (await visibleProjects(tx, [projectId], { role, userId })).has(projectId)
      }),
    )
  const holdsShare = ({ workspaceId, projectId, userId: shareId, label }: PreviewVisitor) =>
    views.get(`${workspaceId} ${label} ${shareId}`, () =>
      database.reading(workspaceId, (tx) => isOpenShare(tx, projectId, label, shareId)),
    )
  /** The visitor's right to see the deployment of a label; undefined without one. */
  const allowedOf = async (place: HostPlace, known: KnownVisitor | undefined) => {
    if (known?.visitor.projectId !== place.projectId) return undefined
    const mayEnter = await (known.use === 'toolbar' ? mayView : holdsShare)(known.visitor)
    return mayEnter ? known : undefined
  }
  return {
    resolve: async (request: PreviewRequest): Promise<PreviewTarget> => {
      if (!parts.previewSite.isOn) return pageFor('switched_off')
      const { label } = request
      if (label === undefined) {
        const place = await placeOf(request)
        return place ? serveProduction(parts, place) : pageFor('unknown')
      }
      const known = knownVisitor(parts, label, request.access)
      // Before anything is looked up: a visitor without a good cookie may ask only so often.
      const waitSeconds = known ? undefined : await parts.countStranger(request.ip)
      if (waitSeconds !== undefined) return { ...pageFor('too_many_requests'), refreshSeconds: waitSeconds }
      const place = await placeOf(request)
      if (!place) return pageFor('unknown')
      if (pathOf(request) === entrancePath) return enter(parts, mayView, place, { ...request, label })
      const allowed = await allowedOf(place, known)
      if (pathOf(request) === toolbarPath) return showToolbar(parts, label, allowed)
      return allowed ? serveLabel(parts, place, label) : askToSignIn(parts, { ...request, label })
    },
  }
}

/** Redirects the toolbar frame to the console with a token that no page of the preview can read. */
const showToolbar = (
  { database, previewSite: { tokens }, linkTo }: ResolveParts,
  label: string,
  allowed: KnownVisitor | undefined,
): PreviewTarget => {
  const signed = allowed && tokens.sign(allowed.use, allowed.visitor, database.now())
  if (!signed) return pageFor('not_allowed')
  const token = toolbarTokenOf(allowed.use, label, signed.token)
  // Browsers send nothing behind the hash sign, so that it is in no log.
  return { kind: 'redirect', location: linkTo(`${toolbarFramePath(label)}#${token}`) }
}

type LabelRequest = PreviewRequest & { readonly label: string }

const pathOf = ({ url }: PreviewRequest) => url.split('?', 1)[0]

interface KnownVisitor {
  readonly use: ToolbarTokenUse
  readonly visitor: PreviewVisitor
}

/** The visitor of a valid cookie: the cookie of a person counts before the cookie of a share link. */
const knownVisitor = (parts: ResolveParts, label: string, access: readonly string[]): KnownVisitor | undefined => {
  const person = readVisitor(parts, 'cookie', label, access)
  if (person) return { use: 'toolbar', visitor: person }
  const shared = readVisitor(parts, 'share', label, access)
  return shared && { use: 'shared-toolbar', visitor: shared }
}

const readVisitor = (
  { database, previewSite: { tokens } }: ResolveParts,
  use: TokenUse,
  label: string,
  cookies: readonly string[],
) => cookies.map((token) => tokens.read(use, label, token, database.now())).find((visitor) => visitor !== undefined)

/** Exchanges the link of the console, or a share link, for the cookie of only this host. */
const enter = async (
  parts: ResolveParts,
  mayView: (visitor: PreviewVisitor) => Promise<boolean>,
  place: HostPlace,
  { label, url }: LabelRequest,
): Promise<PreviewTarget> => {
  const query = new URLSearchParams(url.split('?', 2)[1] ?? '')
  const share = query.get('share')
  if (share !== null) return enterByShare(parts, place, label, share)
  const visitor = readVisitor(parts, 'link', label, query.getAll('token').slice(0, 1))
  if (!visitor || !(await mayView(visitor))) return pageFor('link_expired')
  return letIn(parts, 'cookie', visitor)
}

const enterByShare = async (parts: ResolveParts, place: HostPlace, label: string, token: string) => {
  const { workspaceId, projectId } = place
  const tokenHash = linkTokenHash(token)
  const share =
    tokenHash &&
    (await parts.database.reading(workspaceId, async (tx) =>
      (await allowsSharing(tx, projectId)) ? findShareByToken(tx, { label, tokenHash }) : undefined,
    ))
  if (!share) return pageFor('share_ended')
  return letIn(parts, 'share', { workspaceId, projectId, userId: share.id, label })
}

const letIn = (
  { database, previewSite }: ResolveParts,
  use: 'cookie' | 'share',
  visitor: PreviewVisitor,
): PreviewTarget => {
  const cookie = previewSite.tokens.sign(use, visitor, database.now())
  if (!cookie) return pageFor('link_expired')
  const lifetimeMs = use === 'share' ? shareLifetimeMs : cookieLifetimeMs
  return { kind: 'redirect', location: '/', access: { value: cookie.token, maxAgeSeconds: lifetimeMs / 1_000 } }
}

/** Sends a person who looks at the host to the console, which knows who they are; the answer is equal for any host. */
const askToSignIn = ({ linkTo }: ResolveParts, { label, method }: LabelRequest): PreviewTarget =>
  method === 'GET' ? { kind: 'redirect', location: linkTo(`/console/previews/${label}`) } : pageFor('not_allowed')

const serveLabel = ({ database, versions }: ResolveParts, { workspaceId }: HostPlace, label: string) =>
  database.reading(workspaceId, async (tx): Promise<PreviewTarget> => {
    const live = await liveDeployment(tx, { label })
    if (live) {
      const version = versions.of(workspaceId, live)
      return { kind: 'version', site: label, version, hasToolbar: await hasToolbar(tx, live) }
    }
    return pageFor((await newestDeployment(tx, { label }))?.status ?? 'unknown')
  })

/** Production at its own domain is for everybody. */
const serveProduction = async (parts: ResolveParts, place: HostPlace): Promise<PreviewTarget> => {
  const label = await parts.database.reading(place.workspaceId, (tx) => productionLabel(tx, place.projectId))
  return label === undefined ? pageFor('unknown') : serveLabel(parts, place, label)
}

// Bounds the memory of the process; forgotten answers are asked for again.
const entriesMost = 10_000

/** Remembers answers for a time; questions that come at once ask once, and an error is not remembered. */
const openMemory = <Value>(knownMs: number) => {
  const known = new Map<string, { readonly value: Promise<Value>; readonly until: number }>()
  return {
    get: (key: string, ask: () => Promise<Value>): Promise<Value> => {
      const now = performance.now()
      const found = known.get(key)
      if (found && found.until > now) return found.value
      if (known.size >= entriesMost) known.clear()
      const value = ask()
      known.set(key, { value, until: now + knownMs })
      value.catch(() => known.delete(key))
      return value
    },
  }
}

/** The path of a preview’s host for the links of `openDeployment` and `createPreviewShare`; its program never gets it. */
export const entrancePath = '/.atelier/enter'
