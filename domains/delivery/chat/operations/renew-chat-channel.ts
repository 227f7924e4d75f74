import { handle } from '../../../../platform/handler/index.ts'
import { addressProblem, channelAddress } from '../channel-address.ts'
import { renewChatChannel } from '../contract.ts'
import type { ChatParts } from '../parts.ts'
import { chatAuditSubject, presentChatChannel } from '../present.ts'
import { advanceChannel, findChatChannel, renewChatChannel as renew } from '../store.ts'

export default ({ vault, fetcher }: Pick<ChatParts, 'vault' | 'fetcher'>) =>
  handle(renewChatChannel, async ({ tx, params, body: { webhookUrl }, fail, invalid, absent, ok }) => {
    const before = (await findChatChannel(tx, params.id)) ?? absent()
    const problem = addressProblem(before.kind, webhookUrl, fetcher)
    if (problem) return invalid([problem])
    if (!vault.available) return fail.noVault()
    const sealed = await channelAddress.seal(tx, vault, before.id, webhookUrl)
    const row = (await renew(tx, { id: before.id, ...sealed })) ?? absent()
    // Messages that the old address did not take are due at the new one.
    await advanceChannel(tx, row.id, row.position)
    return ok(presentChatChannel({ ...row, error: null }), chatAuditSubject(row))
  })
