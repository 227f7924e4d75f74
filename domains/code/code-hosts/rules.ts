/** As `execution/code-hosts` speaks to them. */
export const codeHostKinds = ['github', 'gitea'] as const

export const codeHostsMost = 20

/** How long after a failed push the next one waits: half a minute, doubled each time, an hour at most. */
export const pauseMs = (attempts: number): number => Math.min(30_000 * 2 ** (attempts - 1), 3_600_000)

export interface ConnectContext {
  readonly isConnected: boolean
  /** Its primary repository lies on Atelier's own host. */
  readonly hasOwnHistory: boolean
  readonly findings: number
  readonly isActive: boolean
}

export type ConnectObstacle = 'connected' | 'noHistory' | 'findings' | 'active'

/** What keeps a project from being connected, the first reason that holds. */
export const connectObstacle = ({
  isConnected,
  hasOwnHistory,
  findings,
  isActive,
}: ConnectContext): ConnectObstacle | undefined => {
  if (isConnected) return 'connected'
  if (!hasOwnHistory) return 'noHistory'
  if (findings > 0) return 'findings'
  return isActive ? 'active' : undefined
}

/** How the pushes to a code host stand. */
export const pushState = ({
  error,
  seenRevisionId,
  headRevisionId,
}: {
  readonly error: string | null
  readonly seenRevisionId: string | null
  readonly headRevisionId: string | undefined
}) => {
  if (error !== null) return 'failing' as const
  return seenRevisionId === headRevisionId ? ('pushed' as const) : ('waiting' as const)
}
