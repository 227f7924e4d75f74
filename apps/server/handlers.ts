import audit from '../../domains/record/audit/routes.ts'
import { workspaceOfSlug } from '../../domains/accounts/brand/index.ts'
import brand from '../../domains/accounts/brand/routes.ts'
import { clientAccountKind } from '../../domains/accounts/clients/index.ts'
import { cycleKind, endWorkOf } from '../../domains/delivery/cycles/index.ts'
import cycles from '../../domains/delivery/cycles/routes.ts'
import events from '../../domains/record/events/routes.ts'
import { importKind } from '../../domains/code/imports/index.ts'
import imports from '../../domains/code/imports/routes.ts'
import {
  apiKeyKind,
  memberInvitationKind,
  memberKind,
  workspaceOfMemberInvitation,
} from '../../domains/accounts/workspaces/index.ts'
import { keys, members } from '../../domains/accounts/workspaces/routes.ts'
import {
  endInvitations,
  portalClientKind,
  portalInvitationKind,
  workspaceOfPortalInvitation,
} from '../../domains/accounts/clients/index.ts'
import { accounts, portals } from '../../domains/accounts/clients/routes.ts'
import { projectKind } from '../../domains/code/projects/index.ts'
import projects from '../../domains/code/projects/routes.ts'
import revisions from '../../domains/code/revisions/routes.ts'
import { me, ownData, signIn } from '../../domains/accounts/people/routes.ts'
import { taskKind } from '../../domains/delivery/tasks/index.ts'
import tasks from '../../domains/delivery/tasks/routes.ts'
import type { ResourceKinds } from '../../platform/access/index.ts'
import type { Handler } from '../../platform/contract/index.ts'
import type { FindWorkspace } from '../../platform/http/index.ts'
import type { Parts } from './parts.ts'

/** How an id of each kind leads to its project. */
export const resourceKinds: ResourceKinds = {
  project: projectKind,
  import: importKind,
  cycle: cycleKind,
  task: taskKind,
  member: memberKind,
  member_invitation: memberInvitationKind,
  api_key: apiKeyKind,
  client_account: clientAccountKind,
  portal_client: portalClientKind,
  portal_invitation: portalInvitationKind,
}

/** How a token or a slug of each kind leads to its workspace. */
export const workspaceFinders: Readonly<Record<string, FindWorkspace>> = {
  member_invitation: workspaceOfMemberInvitation,
  portal: workspaceOfSlug,
  portal_invitation: workspaceOfPortalInvitation,
}

/** Every operation that is served, with what it works with. */
export const handlersOf = (parts: Parts): readonly Handler[] => {
  const handlers = [
    ...projects(endWorkOf(parts.engine)),
    ...imports(parts),
    ...revisions(parts.repositories),
    ...events,
    ...brand(parts),
    ...cycles(parts.engine),
    ...tasks(parts.repositories),
    ...members(parts),
    ...keys,
    ...signIn(parts),
    ...me({ database: parts.database, log: parts.signIn.log }),
    ...accounts(endInvitations),
    ...portals(parts),
    ...ownData(parts),
  ]
  return [...handlers, ...audit(handlers, parts)]
}
