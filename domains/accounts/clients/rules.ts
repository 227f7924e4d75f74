import type { InvalidField } from '../../../platform/contract/index.ts'

export const invitationDays = 14

/** A client's permission: its own override, else the workspace's default as it is now. */
export const effectivePermission = (override: boolean | null, byDefault: boolean): boolean => override ?? byDefault

interface Permission {
  readonly override: boolean | null
  readonly isPortalClient: boolean
  readonly seatAllows: boolean
}

/** True if a client may create projects anywhere: by override, else by a seat, or by the default for agency clients. */
export const mayCreate = ({ override, isPortalClient, seatAllows }: Permission, byDefault: boolean): boolean =>
  override ?? (seatAllows || (isPortalClient && byDefault))

export interface ProjectGrant {
  readonly projectId: string
  readonly canSteer: boolean
}

export const levelOf = (canSteer: boolean): 'view' | 'steer' => (canSteer ? 'steer' : 'view')

/** The faults of an invitation's grants: a project that is named twice. */
export const grantFaults = (grants: readonly ProjectGrant[]): InvalidField[] =>
  grants.flatMap(({ projectId }, at) =>
    grants.findIndex((other) => other.projectId === projectId) < at
      ? [{ path: `projectGrants.${at}.projectId`, message: 'is named twice', rule: 'unique' }]
      : [],
  )

interface Seat {
  readonly clientAccountId: string
  readonly canCreateProjects: boolean
  readonly name: string
}

interface ProposalContext {
  /** The account that the request names. */
  readonly named: string | undefined
  readonly seats: readonly Seat[]
  /** Undefined for a person without a relationship of its own with the agency. */
  readonly override: boolean | null | undefined
  readonly byDefault: boolean
}

/**
 * Where a client's new project belongs: to the account that it names, else to the whole agency if the client's own
 * permission reaches that far, else to the only account whose seat allows it. An override replaces the permission of
 * seats.
 */
export const proposalOf = ({ named, seats, override, byDefault }: ProposalContext) => {
  if (named !== undefined) {
    const seat = seats.find(({ clientAccountId }) => clientAccountId === named.toLowerCase())
    if (!seat) return 'absent'
    return (override ?? seat.canCreateProjects) ? seat : 'notGranted'
  }
  if (override === false) return 'notGranted'
  if (override !== undefined && effectivePermission(override, byDefault)) return 'agency'
  const allowed = seats.filter(({ canCreateProjects }) => canCreateProjects)
  if (allowed.length > 1) return 'ambiguous'
  return allowed[0] ?? 'notGranted'
}

/** True if there is anywhere that this person may create a project. */
export const mayPropose = (proposing: Omit<ProposalContext, 'named'>): boolean => {
  const proposal = proposalOf({ ...proposing, named: undefined })
  return proposal !== 'notGranted' && proposal !== 'absent'
}

export const acceptRefusals = {
  accepted: 'invitationAccepted',
  revoked: 'invitationRevoked',
  expired: 'invitationExpired',
} as const
