import type { Reads } from '../../../../platform/contract/index.ts'

/** Changes that affect the answers about clients' people: their accounts, seats, invitations and projects. */
export const portalPeople = {
  client_account: 'all',
  seat: 'all',
  portal_client: 'all',
  portal_invitation: 'all',
  project_grant: 'all',
} as const satisfies Reads
