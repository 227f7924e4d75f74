import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { addressProblem, channelAddress } from '../channel-address.ts'
import { createChatChannel } from '../contract.ts'
import type { ChatParts } from '../parts.ts'
import { chatAuditSubject, presentChatChannel } from '../present.ts'
import { insertChatChannel, refusalOfChannel } from '../store.ts'

export default ({ vault, fetcher }: Pick<ChatParts, 'vault' | 'fetcher'>) =>
  handle(createChatChannel, async ({ tx, body, caller, now, fail, invalid, created }) => {
    const { kind, name, webhookUrl } = body
    const problem = addressProblem(kind, webhookUrl, fetcher)
    if (problem) return invalid([problem])
    if (!vault.available) return fail.noVault()
    const refusal = await refusalOfChannel(tx, name)
    if (refusal) return fail[refusal]()
    const id = uuidv7()
    const sealed = await channelAddress.seal(tx, vault, id, webhookUrl)
    const row = await insertChatChannel(tx, { id, kind, name, ...sealed, now, userId: caller.userId })
    return created(presentChatChannel(row), chatAuditSubject(row))
  })
