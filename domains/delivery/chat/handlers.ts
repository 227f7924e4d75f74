import { v7 as uuidv7 } from 'uuid'
import type { Static } from '../../../platform/contract/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { publicAddressOf, type Fetcher } from '../../../platform/fetch/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import { ChatFailure, postToChat, type ChatKind } from '../../../execution/chat/post.ts'
import { testConnection } from '../../code/connections/index.ts'
import { sealedCredentials } from '../../code/secrets/index.ts'
import * as contract from './contract.ts'
import type { ChatChannel } from './contract.ts'
import { otherService } from './rules.ts'
import {
  insertChatChannel,
  refusalOfChannel,
  removeChatChannel,
  chatChannels,
  advanceChannel,
  findChatChannel,
  renewChatChannel as renew,
} from './store.ts'
import type { ChatChannelRow } from './tables.ts'

const presentChatChannel = (row: ChatChannelRow): Static<typeof ChatChannel> => {
  const { id, kind, name, error, createdAt } = row
  return { id, kind, name, error, createdAt }
}

const chatAuditSubject = ({ id, kind, name }: ChatChannelRow, more: object = {}) => ({
  resource: ['chat_channel', id] as const,
  metadata: { kind, name, ...more },
})

const createChatChannel = ({ vault, fetcher }: Pick<ChatParts, 'vault' | 'fetcher'>) =>
  handle(contract.createChatChannel, async ({ tx, body, caller, now, fail, invalid, created }) => {
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

const deleteChatChannel = handle(contract.deleteChatChannel, async ({ tx, params, absent, ok }) => {
  const row = (await removeChatChannel(tx, params.id)) ?? absent()
  return ok({ deleted: true }, chatAuditSubject(row))
})

const listChatChannels = handle(contract.listChatChannels, async ({ tx, ok }) =>
  ok((await chatChannels(tx)).map(presentChatChannel)),
)

const renewChatChannel = ({ vault, fetcher }: Pick<ChatParts, 'vault' | 'fetcher'>) =>
  handle(contract.renewChatChannel, async ({ tx, params, body: { webhookUrl }, fail, invalid, absent, ok }) => {
    const before = (await findChatChannel(tx, params.id)) ?? absent()
    const problem = addressProblem(before.kind, webhookUrl, fetcher)
    if (problem) return invalid([problem])
    if (!vault.available) return fail.noVault()
    const sealed = await channelAddress.seal(tx, vault, before.id, webhookUrl)
    const row = (await renew(tx, { id: before.id, ...sealed })) ?? absent()
    // Messages that the old address did not take are due at the new one.
    await advanceChannel(tx, { id: row.id, position: row.position })
    return ok(presentChatChannel({ ...row, error: null }), chatAuditSubject(row))
  })

const testChatChannel = ({ vault, fetcher, linkTo }: Pick<ChatParts, 'vault' | 'fetcher' | 'linkTo'>) =>
  handle(contract.testChatChannel, async ({ params, signal, read, commit, fail, absent }) => {
    const row = (await read((tx) => findChatChannel(tx, params.id))) ?? absent()
    if (!vault.available) return fail.noVault()
    const url = await read((tx) => channelAddress.open(tx, vault, row.id, row))
    const link = { label: 'Open Atelier', url: linkTo('/') }
    const text = 'This is a test: Atelier tells this channel what waits for people.'
    const posting = postToChat(fetcher, { kind: row.kind, url }, { text, link }, signal)
    const { works, problem } = await testConnection(posting, ChatFailure)
    return commit(async ({ ok }) => ok({ works, problem }, chatAuditSubject(row, { works })))
  })

export default (parts: ChatParts) => ({
  listChatChannels,
  createChatChannel: createChatChannel(parts),
  renewChatChannel: renewChatChannel(parts),
  testChatChannel: testChatChannel(parts),
  deleteChatChannel,
})

/** The addresses of channels; each caller that has one can write there. */
export const channelAddress = sealedCredentials('chat-channel')

const wrongAddress = (message: string) => ({ path: 'webhookUrl', message, rule: 'address' })

/** The fault of an address that a channel is to have; undefined if it may be stored. */
const addressProblem = (kind: ChatKind, webhookUrl: string, fetcher: Fetcher) => {
  const address = publicAddressOf(webhookUrl, fetcher, 'query')
  if (!address) return wrongAddress('has to be a public https address, such as https://hooks.slack.com/services/…')
  const problem = otherService(kind, address.hostname)
  return problem === undefined ? undefined : wrongAddress(problem)
}

export interface ChatParts {
  readonly database: Database
  readonly vault: Vault
  readonly fetcher: Fetcher
  /** The whole address of a path of this server. */
  readonly linkTo: (path: string) => string
}
