import { v7 as uuidv7 } from 'uuid'
import { publicAddressOf } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { channelAddress } from '../channel-address.ts'
import { createChatChannel } from '../contract.ts'
import type { ChatParts } from '../parts.ts'
import { chatAuditSubject, presentChatChannel } from '../present.ts'
import { otherService } from '../rules.ts'
import { insertChatChannel, refusalOfChannel } from '../store.ts'

const wrongAddress = (message: string) => ({ path: 'webhookUrl', message, rule: 'address' })
const notPublic = wrongAddress('has to be a public https address, such as https://hooks.slack.com/services/…')

export default ({ vault, fetcher }: Pick<ChatParts, 'vault' | 'fetcher'>) =>
  handle(createChatChannel, async ({ tx, body, caller, now, fail, invalid, created }) => {
    const { kind, name, webhookUrl } = body
    const address = publicAddressOf(webhookUrl, fetcher, 'query')
    if (!address) return invalid([notPublic])
    const problem = otherService(kind, address.hostname)
    if (problem !== undefined) return invalid([wrongAddress(problem)])
    if (!vault.available) return fail.noVault()
    const refusal = await refusalOfChannel(tx, name)
    if (refusal) return fail[refusal]()
    const id = uuidv7()
    const sealed = await channelAddress.seal(tx, vault, id, webhookUrl)
    const row = await insertChatChannel(tx, { id, kind, name, ...sealed, now, userId: caller.userId })
    return created(presentChatChannel(row), chatAuditSubject(row))
  })
