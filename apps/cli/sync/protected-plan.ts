/** One protected file by the SHA-256 of its content: here, in the project, and as both sides had it last. */
export interface ProtectedSides {
  readonly path: string
  readonly synced: string | undefined
  readonly here: string | undefined
  readonly there: string | undefined
  /** Another entry is at the path: tracked by git, or no file. */
  readonly isOccupied: boolean
  /** The project keeps it as secrets with keys, which a file would replace. */
  readonly isSecrets: boolean
}

type ProtectedMove = 'none' | 'pull' | 'push' | 'offer' | 'both_changed' | 'gone_there' | 'occupied' | 'secrets'

/**
 * The move of a protected file. A file that is new here is an offer, which a person takes up; a file that vanished on
 * one side is never removed from the other.
 */
export const moveOfProtected = (sides: Omit<ProtectedSides, 'path'>): ProtectedMove => {
  const { synced, here, there, isOccupied, isSecrets } = sides
  if (isOccupied) return there === undefined ? 'none' : 'occupied'
  if (here === there) return 'none'
  if (here === undefined) return 'pull'
  if (there === undefined) return here === synced ? 'gone_there' : 'offer'
  if (here === synced) return 'pull'
  if (there !== synced) return 'both_changed'
  return isSecrets ? 'secrets' : 'push'
}

export type ProtectedPlan = Readonly<Record<ProtectedMove, readonly ProtectedSides[]>>

/** All files by their moves. */
export const planProtected = (all: readonly ProtectedSides[]): ProtectedPlan => {
  const plan: Record<ProtectedMove, ProtectedSides[]> = {
    none: [],
    pull: [],
    push: [],
    offer: [],
    both_changed: [],
    gone_there: [],
    occupied: [],
    secrets: [],
  }
  for (const sides of all) plan[moveOfProtected(sides)].push(sides)
  return plan
}

type SyncedHashes = Readonly<Record<string, string>>

/** The state of both sides after these moves; without a move, the state before. */
export const syncedAfter = (
  plan: ProtectedPlan,
  moved: { readonly pulled: boolean; readonly pushed: SyncedHashes },
): SyncedHashes => {
  const entries = Object.values(plan).flatMap((all) =>
    all.flatMap(({ path, synced, here, there }) => {
      const isPulled = moved.pulled && plan.pull.some((one) => one.path === path)
      const now = moved.pushed[path] ?? (here === there || isPulled ? there : synced)
      return now === undefined ? [] : [[path, now] as const]
    }),
  )
  return Object.fromEntries(entries)
}
