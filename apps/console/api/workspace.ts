import type { Reply } from '../../../platform/client/index.ts'
import type { getMe } from '../../../domains/accounts/people/contract/me.ts'

export type Me = Reply<typeof getMe>
export type Workspace = Me['workspaces'][number]

/** Workspaces in which a person works; in the others they are a client. */
export const workplaces = ({ workspaces }: Me): Workspace[] => workspaces.filter(({ role }) => role !== 'client')

/** The workspace that the session means, else the first in which the person works. */
export const chosenWorkspace = (me: Me): Workspace | undefined =>
  workplaces(me).find(({ id }) => id === me.activeWorkspaceId) ?? workplaces(me)[0]

/** Whether a person may read the audit log and manage webhooks there. */
export const readsAudit = ({ role }: Workspace): boolean => role === 'owner' || role === 'admin'
