import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { revokeApiKey } from '../contract/keys.ts'
import { revokeKey } from '../store-keys.ts'

export default handle(revokeApiKey, async ({ tx, params, caller, workspace, now, ok }) => {
  const revoked = await revokeKey(tx, params.id, now, caller.userId)
  const resource = ['api_key', params.id] as const
  if (!revoked) return ok({ message: 'The key had been revoked before.' }, { resource, repeated: true })
  revoke(tx, { userIds: [revoked.userId], workspaceId: workspace })
  return ok(
    { message: `The key “${revoked.name}” is revoked.` },
    { resource, parent: ['member', revoked.userId], metadata: { name: revoked.name } },
  )
})
