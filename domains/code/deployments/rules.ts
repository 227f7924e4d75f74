import type { Level } from '../../../platform/contract/index.ts'

export const deploymentKinds = ['project', 'cycle-preview', 'production'] as const
export type DeploymentKind = (typeof deploymentKinds)[number]
/** The sides of a difference about which a person decides. */
export type Undecided = 'change' | 'base'

export const deploymentStatuses = ['building', 'deploying', 'live', 'failed', 'expired'] as const
export type DeploymentStatus = (typeof deploymentStatuses)[number]

/** Why a deployment is no longer served: a newer one, its time, or the end of its project or cycle. */
export const expiryReasons = ['replaced', 'time', 'project', 'cycle'] as const
export type ExpiryReason = (typeof expiryReasons)[number]

/** The state of a deployment's pictures. */
export const picturesStates = ['waiting', 'taken', 'no_browser', 'browser_failed', 'removed'] as const
export type PicturesState = (typeof picturesStates)[number]

export const pictureForms = ['desktop', 'phone'] as const
export type PictureForm = (typeof pictureForms)[number]

/** Extensions of pages, styles and templates, and folders of translations. */
const ofPages =
  /\.(?:html?|css|scss|sass|less|jsx|tsx|vue|svelte|astro|hbs|handlebars|twig|liquid|ejs|erb|njk)$|(?:^|\/)(?:locales?|i18n|translations?)\//i

/** True if a change touches pages, styles or texts, so that a person wants to see it. */
export const changesPages = (paths: readonly string[]): boolean => paths.some((path) => ofPages.test(path))

interface Move {
  readonly from: readonly DeploymentStatus[]
  readonly to: DeploymentStatus
}

export const openStatuses = ['building', 'deploying', 'live'] as const satisfies readonly DeploymentStatus[]
/** Deployments that are not served yet. */
export const pendingStatuses = ['building', 'deploying'] as const satisfies readonly DeploymentStatus[]

export const deploymentMoves = {
  deploy: { from: ['building'], to: 'deploying' },
  serve: { from: ['deploying'], to: 'live' },
  fail: { from: pendingStatuses, to: 'failed' },
  expire: { from: openStatuses, to: 'expired' },
} as const satisfies Readonly<Record<string, Move>>

export const statusAfter = (status: DeploymentStatus, { from, to }: Move): DeploymentStatus | undefined =>
  from.includes(status) ? to : undefined

const dayMs = 86_400_000

/** How long a cycle preview is served after it went live or was touched. */
export const previewLifetimeMs = 7 * dayMs

/** The end of a deployment's service that went live or was touched now; null for no end. */
export const expiryOf = (kind: DeploymentKind, now: Date): Date | null =>
  kind === 'cycle-preview' ? new Date(now.getTime() + previewLifetimeMs) : null

/** The level that a caller needs to deploy: only the agency decides about production and the number of instances. */
export const levelFor = (request: {
  readonly kind?: 'project' | 'production' | undefined
  readonly minInstances?: number | undefined
}): Level => (request.kind === 'production' || request.minInstances !== undefined ? 'manage' : 'steer')

/** How long a share link works. */
export const shareDays = { least: 1, most: 90, byDefault: 7 } as const

/** How many share links one address has at a time. */
export const sharesMost = 50

export const shareExpiry = (now: Date, days: number = shareDays.byDefault): Date =>
  new Date(now.getTime() + days * dayMs)

/** Why a build cannot be served again; undefined if it can. */
export const rollbackFault = (row: {
  readonly status: DeploymentStatus
  readonly hasBuild: boolean
  readonly undecided: boolean
}): 'not_served_before' | 'serves_already' | 'build_removed' | undefined => {
  if (row.status === 'live') return 'serves_already'
  if (row.status !== 'expired' || row.undecided) return 'not_served_before'
  return row.hasBuild ? undefined : 'build_removed'
}

/** The repository of a request without `repoId`; `own`, the project's first history, is on no list. */
export const repositoryMeant = <Row extends { readonly primarySince: Date | null }>(
  listed: readonly Row[],
  own: Row | undefined,
): Row | 'ambiguous' | undefined => {
  const primary = listed.find(({ primarySince }) => primarySince !== null)
  return primary ?? (listed.length > 1 ? 'ambiguous' : (own ?? listed[0]))
}

/** The environment that a deployment of a kind gets; a cycle preview never gets that of production. */
export const environmentFor = (
  kind: DeploymentKind,
  chosen: { readonly environmentId?: string; readonly productionEnvironmentId?: string },
): string | undefined => {
  const { environmentId, productionEnvironmentId } = chosen
  if (kind === 'production') return productionEnvironmentId
  return kind === 'cycle-preview' && environmentId === productionEnvironmentId ? undefined : environmentId
}
