/** The kinds of code hosts that `execution/code-hosts` has clients for. */
export const codeHostKinds = ['github', 'gitea', 'gitlab'] as const

export const codeHostsMost = 20

const nameMost = 199
// A part of a repository's name; `.` and `..` would lead to another path of the host.
const segment = /^(?!\.{1,2}$)[\w.-]{1,99}$/

/** Why a code host of this kind has no repository of this name; undefined if it may have one. */
export const repositoryNameProblem = (kind: (typeof codeHostKinds)[number], fullName: string): string | undefined => {
  const segments = fullName.split('/')
  if (segments.length < 2 || fullName.length > nameMost || !segments.every((one) => segment.test(one)))
    return 'has to be owner/name'
  return kind === 'gitlab' || segments.length === 2
    ? undefined
    : 'has to be owner/name, because this code host has no groups within groups; GitLab has'
}

interface ConnectContext {
  readonly isConnected: boolean
  /** Its primary repository is on Atelier's own host. */
  readonly hasOwnHistory: boolean
  readonly findings: number
  readonly isActive: boolean
}

type ConnectObstacle = 'connected' | 'noHistory' | 'findings' | 'active'

/** The first obstacle to connecting a project; undefined without one. */
export const connectObstacle = (context: ConnectContext): ConnectObstacle | undefined => {
  if (context.isConnected) return 'connected'
  if (!context.hasOwnHistory) return 'noHistory'
  if (context.findings > 0) return 'findings'
  return context.isActive ? 'active' : undefined
}

interface Credentials {
  readonly kind: (typeof codeHostKinds)[number]
  readonly token?: string | undefined
  readonly app?: { readonly privateKey: string } | undefined
}

/** The fault of a new connection's token or app; undefined if one of them may be stored. */
export const credentialProblem = (
  { kind, token, app }: Credentials,
  isKey: (pem: string) => boolean,
): { readonly path: string; readonly message: string; readonly rule: string } | undefined => {
  if (token !== undefined && app !== undefined)
    return { path: 'app', message: 'takes the place of a token: send one of them', rule: 'either' }
  if (app === undefined)
    return token === undefined ? { path: 'token', message: 'is required without an app', rule: 'required' } : undefined
  if (kind !== 'github') return { path: 'app', message: 'is possible only for GitHub', rule: 'kind' }
  if (isKey(app.privateKey)) return undefined
  const message = 'has to be an RSA key of 2048 bits or more as PEM, without a password, as GitHub gives it'
  return { path: 'app.privateKey', message, rule: 'app_key' }
}

interface PushedLink {
  readonly error: string | null
  readonly seenRevisionId: string | null
  readonly headRevisionId: string | undefined
}

/** The state of pushes to a code host: whether it has the newest revision, gets it soon, or failed to take it. */
export const pushState = ({ error, seenRevisionId, headRevisionId }: PushedLink) => {
  if (error !== null) return 'failing' as const
  return seenRevisionId === headRevisionId ? ('pushed' as const) : ('waiting' as const)
}

/** State of a pull request: `taken` once the project has the changes that were merged at the host. */
export const pullRequestStates = ['waiting', 'open', 'merged', 'taken', 'closed'] as const
export type PullRequestState = (typeof pullRequestStates)[number]

/** True if a pull request is looked at no more. One that the host opens again after it was closed is not followed. */
export const isEnded = (state: PullRequestState): boolean => state === 'taken' || state === 'closed'

/** An open pull request is looked at after this time, in case a webhook is lost. */
export const lookEveryMs = 60_000

/** A pull request whose merge was not found waits for a person, and is looked at after this time. */
export const lookAtDoubtMs = 600_000

/** Right after a merge the host may still show the old branch: it is looked at again after this time. */
export const mergeSettlesMs = 2_000

/** The branch at the host of a cycle's run; a part of its id, since other workspaces have the same handles. */
export const pullRequestBranch = (handle: string, runNumber: number, runId: string): string =>
  `atelier-${handle.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')}-${runNumber}-${runId.slice(-8)}`

/** The heading of a host's comment in the conversation of the cycle. */
export const commentHeading = (comment: HostedComment, number: number): string => {
  const { author, line } = comment
  return `${author} commented on pull request #${number}${line ? ` at ${line.path}:${line.line}` : ''}:`
}

interface HostedComment {
  readonly author: string
  readonly line: { readonly path: string; readonly line: number } | undefined
}

/** The mark by which a comment is found again at the host, so that it is not written twice. */
export const commentMarker = (id: string): string => `<!-- atelier ${id} -->`
