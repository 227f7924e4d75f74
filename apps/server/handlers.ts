import audit from '../../domains/audit/routes.ts'
import { workspaceOfSlug } from '../../domains/brand/index.ts'
import brand from '../../domains/brand/routes.ts'
import { clientAccountKind } from '../../domains/clients/index.ts'
import clients from '../../domains/clients/routes.ts'
import { cycleKind, endWorkOf } from '../../domains/cycles/index.ts'
import cycles from '../../domains/cycles/routes.ts'
import events from '../../domains/events/routes.ts'
import { importKind } from '../../domains/imports/index.ts'
import imports from '../../domains/imports/routes.ts'
import { apiKeyKind } from '../../domains/keys/index.ts'
import keys from '../../domains/keys/routes.ts'
import { memberInvitationKind, memberKind, workspaceOfMemberInvitation } from '../../domains/members/index.ts'
import members from '../../domains/members/routes.ts'
import {
  endInvitations,
  portalClientKind,
  portalInvitationKind,
  workspaceOfPortalInvitation,
} from '../../domains/portals/index.ts'
import portals from '../../domains/portals/routes.ts'
import people from '../../domains/people/routes.ts'
import { projectKind } from '../../domains/projects/index.ts'
import projects from '../../domains/projects/routes.ts'
import revisions from '../../domains/revisions/routes.ts'
import identity from '../../domains/identity/routes.ts'
import signIn from '../../domains/sign-in/routes.ts'
import { taskKind } from '../../domains/tasks/index.ts'
import tasks from '../../domains/tasks/routes.ts'
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
    ...identity({ database: parts.database, log: parts.signIn.log }),
    ...clients(endInvitations),
    ...portals(parts),
    ...people(parts),
  ]
  return [...handlers, ...audit(handlers, parts)]
}
