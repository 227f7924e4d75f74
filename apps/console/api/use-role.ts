import { getMe } from '../../../domains/accounts/people/contract/me.ts'
import { useReply } from './use-operation.ts'
import { chosenWorkspace } from './workspace.ts'

/**
 * The person's role in the workspace, and whether they may change its settings. The server decides; this spares a
 * refusal.
 */
export const useRole = () => {
  const me = useReply(getMe)
  const workspace = chosenWorkspace(me)!
  return {
    me,
    workspace,
    isOwner: workspace.role === 'owner',
    isAdministrator: workspace.role === 'owner' || workspace.role === 'admin',
  }
}
