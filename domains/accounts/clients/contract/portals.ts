import { contract } from '../../../../platform/contract/index.ts'
import * as account from './portals/account.ts'
import {
  acceptPortalInvitation,
  createPortalProject,
  enterPortal,
  getPortalIdentity,
  listMyPortals,
  listPortalAccounts,
  signUpByPortalInvitation,
} from './portals/entrance.ts'
import * as invite from './portals/invite.ts'
import * as workspace from './portals/workspace.ts'

export * from './portals/account.ts'
export * from './portals/entrance.ts'
export * from './portals/invite.ts'
export * from './portals/records.ts'
export * from './portals/workspace.ts'

export const portals = contract({
  ...account,
  ...invite,
  ...workspace,
  listMyPortals,
  acceptPortalInvitation,
  signUpByPortalInvitation,
  createPortalProject,
  listPortalAccounts,
  getPortalIdentity,
  enterPortal,
})
