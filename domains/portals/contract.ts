import type { Contract } from '../../platform/contract/index.ts'
import * as account from './contract/account.ts'
import {
  acceptPortalInvitation,
  createPortalProject,
  enterPortal,
  getPortalIdentity,
  listMyPortals,
  listPortalAccounts,
} from './contract/entrance.ts'
import * as invite from './contract/invite.ts'
import * as workspace from './contract/workspace.ts'

export * from './contract/account.ts'
export * from './contract/entrance.ts'
export * from './contract/invite.ts'
export * from './contract/records.ts'
export * from './contract/workspace.ts'

export const portals = {
  ...account,
  ...invite,
  ...workspace,
  listMyPortals,
  acceptPortalInvitation,
  createPortalProject,
  listPortalAccounts,
  getPortalIdentity,
  enterPortal,
} as const satisfies Contract
