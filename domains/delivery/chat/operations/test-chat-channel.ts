import { ChatFailure, postToChat } from '../../../../execution/chat/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { testConnection } from '../../../code/connections/index.ts'
import { channelAddress } from '../channel-address.ts'
import { testChatChannel } from '../contract.ts'
import type { ChatParts } from '../parts.ts'
import { chatAuditSubject } from '../present.ts'
import { findChatChannel } from '../store.ts'

export default ({ vault, fetcher, linkTo }: Pick<ChatParts, 'vault' | 'fetcher' | 'linkTo'>) =>
  handle(testChatChannel, async ({ params, signal, read, commit, fail, absent }) => {
    const row = (await read((tx) => findChatChannel(tx, params.id))) ?? absent()
    if (!vault.available) return fail.noVault()
    const url = await read((tx) => channelAddress.open(tx, vault, row.id, row))
    const link = { label: 'Open Atelier', url: linkTo('/') }
    const text = 'This is a test: Atelier tells this channel what waits for people.'
    const { works, problem } = await testConnection(
      postToChat(fetcher, { kind: row.kind, url }, { text, link }, signal),
      ChatFailure,
    )
    return commit(async ({ ok }) => ok({ works, problem }, chatAuditSubject(row, { works })))
  })
