import { operation, toAgencyWho } from '../../../../platform/contract/index.ts'
import { MessageAck } from '../../../../platform/contract/schema.ts'

export const dropProjectSetups = operation({
  method: 'DELETE',
  path: '/v1/api/projects/{id}/setups',
  summary: 'Clear the cached packages and installations of a project',
  reach: { page: '/projects/{id}/settings' },
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: MessageAck },
  audit: { action: 'project.drop_setups', category: 'delete', event: 'project.setups_dropped' },
})
