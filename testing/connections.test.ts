import { expect, test } from 'vitest'
import { importProjectMcp } from '../domains/agents/project-resources/contract.ts'
import { createModelEndpoint, deleteModelEndpoint, updateModelEndpoint } from '../domains/agents/models/contract.ts'
import { removeWebProviderKey, saveWebProviderKey } from '../domains/agents/web-search/contract.ts'
import { connectPaymentProvider, disconnectPaymentProvider } from '../domains/billing/payments/contract.ts'
import { connectAccessPoint, disconnectAccessPoint } from '../domains/billing/transmissions/contract.ts'
import { createCodeHost, deleteCodeHost, renewCodeHost } from '../domains/code/code-hosts/contract.ts'
import { createProject } from '../domains/code/projects/contract.ts'
import { createChatChannel, deleteChatChannel, renewChatChannel } from '../domains/delivery/chat/contract.ts'
import { createTracker, deleteTracker, renewTracker } from '../domains/delivery/trackers/contract.ts'
import { addGrowthMailbox, disconnectGrowthMailbox } from '../domains/growth/mailboxes/contract.ts'
import { removeGrowthProviderKey, saveGrowthProviderKey } from '../domains/growth/providers/contract.ts'
import { createWebhook, deleteWebhook } from '../domains/record/webhooks/contract.ts'
import { SealBroken } from '../platform/crypto/index.ts'
import { sealedCredentials, sealedParts } from '../domains/code/secrets/index.ts'
import { columnsWith } from './texts/full-text.ts'
import { mailWorld } from './mail-world/index.ts'
import { expectError, unchanged } from './refusals.ts'
import { scene, type Scene } from './scene.ts'
import { testServer } from './server.ts'
import type { Reply } from './caller.ts'

const mails = await mailWorld()
const settings = { ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: mails.privateHosts }
const server = await testServer(settings)

interface Kind {
  readonly name: string
  /** Connects one with these fields; a server without a root key refuses it. */
  readonly connect: (at: Scene, change?: object) => Promise<Reply>
  /** Removes it; undefined for what only a project has. */
  readonly remove?: (at: Scene, id: string) => Promise<Reply>
  /** Puts another secret in the place of the old one; connecting again does, unless the kind has its own operation. */
  readonly renew?: (at: Scene, id: string) => Promise<Reply>
  /** A change of the address, of a kind that takes one. */
  readonly at?: (address: string) => object
  readonly addressRefusal?: readonly [status: number, code: string]
  /** The code of the refusal of a name that is taken, with the name in other letters. */
  readonly taken?: readonly [code: string, name: string]
  readonly hasSecret: boolean
  readonly emptyAfterRemoval?: string
}

const secret = 'canary7f3a91c5Zq0vOfAConnection'
const another = 'canary88b1d2e4Xw3rPOfAnotherOne'
const listed = { model: 'gpt-5', inputUsdPerMillion: 1.25, outputUsdPerMillion: 10, pricedOn: '2026-11-21' }
const at = (field: string) => (address: string) => ({ [field]: address })

const kinds: readonly Kind[] = [
  {
    name: 'model endpoint',
    connect: ({ owner }, change) =>
      owner.call(createModelEndpoint, {
        body: { name: 'acme', baseUrl: 'https://api.example.com/v1', apiKey: secret, models: [listed], ...change },
      }),
    remove: ({ owner }, id) => owner.call(deleteModelEndpoint, { id }),
    renew: ({ owner }, id) => owner.call(updateModelEndpoint, { id, body: { apiKey: another } }),
    at: at('baseUrl'),
    taken: ['model_endpoint_name_taken', 'acme'],
    hasSecret: true,
    emptyAfterRemoval: 'model_endpoint',
  },
  {
    name: 'code host',
    connect: ({ owner }, change) =>
      owner.call(createCodeHost, {
        body: { kind: 'gitea', name: 'Acme', baseUrl: 'https://git.example.com', token: secret, ...change },
      }),
    remove: ({ owner }, id) => owner.call(deleteCodeHost, { id }),
    renew: ({ owner }, id) => owner.call(renewCodeHost, { id, body: { token: another } }),
    at: at('baseUrl'),
    taken: ['code_host_name_taken', 'aCME'],
    hasSecret: true,
    emptyAfterRemoval: 'code_host',
  },
  {
    name: 'tracker',
    connect: ({ owner }, change) =>
      owner.call(createTracker, { body: { kind: 'linear', name: 'Linear', token: secret, ...change } }),
    remove: ({ owner }, id) => owner.call(deleteTracker, { id }),
    renew: ({ owner }, id) => owner.call(renewTracker, { id, body: { token: another } }),
    at: at('baseUrl'),
    taken: ['tracker_name_taken', 'LINEAR'],
    hasSecret: true,
    emptyAfterRemoval: 'tracker',
  },
  {
    name: 'chat channel',
    connect: ({ owner }, change) =>
      owner.call(createChatChannel, {
        body: { kind: 'slack', name: '#delivery', webhookUrl: `https://hooks.slack.com/services/${secret}`, ...change },
      }),
    remove: ({ owner }, id) => owner.call(deleteChatChannel, { id }),
    renew: ({ owner }, id) =>
      owner.call(renewChatChannel, { id, body: { webhookUrl: `https://hooks.slack.com/services/${another}` } }),
    at: at('webhookUrl'),
    taken: ['chat_channel_name_taken', '#DELIVERY'],
    hasSecret: true,
    emptyAfterRemoval: 'chat_channel',
  },
  {
    name: 'mailbox',
    connect: ({ owner }, change) => owner.call(addGrowthMailbox, { body: { ...mails.account, ...change } }),
    remove: ({ owner }, mailboxId) => owner.call(disconnectGrowthMailbox, { mailboxId }),
    at: (address) => ({ smtp: { ...mails.account.smtp, host: new URL(address).hostname, port: 465 } }),
    addressRefusal: [400, 'growth_mailbox_server_not_allowed'],
    hasSecret: false,
  },
  {
    name: 'data provider',
    connect: ({ owner }, change) =>
      owner.call(saveGrowthProviderKey, { provider: 'hunter', body: { apiKey: secret, ...change } }),
    remove: ({ owner }) => owner.call(removeGrowthProviderKey, { provider: 'hunter' }),
    hasSecret: true,
  },
  {
    name: 'web provider',
    connect: ({ owner }, change) =>
      owner.call(saveWebProviderKey, { provider: 'tavily', body: { apiKey: secret, ...change } }),
    remove: ({ owner }) => owner.call(removeWebProviderKey, { provider: 'tavily' }),
    hasSecret: true,
    emptyAfterRemoval: 'web_provider',
  },
  {
    name: 'webhook',
    connect: ({ owner }, change) =>
      owner.call(createWebhook, { body: { url: 'https://hooks.example.com/atelier', ...change } }),
    remove: ({ owner }, id) => owner.call(deleteWebhook, { id }),
    at: at('url'),
    hasSecret: false,
    emptyAfterRemoval: 'webhook',
  },
  {
    name: 'tool server',
    connect: async ({ owner }, change) => {
      const { body } = await owner.call(createProject, { body: {} })
      const tools = { name: 'docs', transport: 'http', url: 'https://mcp.example.com/mcp', ...change } as const
      return owner.call(importProjectMcp, { id: body.id as string, body: tools })
    },
    at: at('url'),
    hasSecret: false,
  },
  {
    name: 'access point',
    connect: ({ owner }, change) =>
      owner.call(connectAccessPoint, {
        body: { driver: 'e-invoice-be', environment: 'test', apiKey: secret, ...change },
      }),
    remove: ({ owner }) => owner.call(disconnectAccessPoint),
    hasSecret: true,
  },
  {
    name: 'payment provider',
    connect: ({ owner }, change) =>
      owner.call(connectPaymentProvider, { body: { provider: 'stripe', apiKey: `sk_test_${secret}`, ...change } }),
    remove: ({ owner }) => owner.call(disconnectPaymentProvider),
    hasSecret: true,
  },
]
const withAddress = kinds.filter((kind) => kind.at !== undefined)
const withName = kinds.filter(({ taken }) => taken !== undefined)

test.each(kinds.filter((kind) => kind.remove))(
  'a $name is connected and removed; nothing of it is left, and its secret was in no answer',
  async ({ connect, remove, emptyAfterRemoval }) => {
    const here = await scene(server)
    const made = await connect(here)
    expect([200, 201]).toContain(made.status)
    expect(JSON.stringify(made.body)).not.toContain(secret)
    const id = made.body.id as string
    expect((await remove!(here, id)).status).toBe(200)
    if (emptyAfterRemoval === undefined) return
    expect(await here.rows(emptyAfterRemoval)).toEqual([])
    if (id) expectError(await remove!(here, id), 404, 'not_found')
  },
)

test.each(kinds.filter(({ hasSecret }) => hasSecret))(
  'a $name gets another secret without being disconnected, and neither is shown',
  async ({ connect, renew = connect }) => {
    const here = await scene(server)
    const { body: before } = await connect(here)
    const after = await renew(here, before.id as never)
    expect([after.status, after.body.id]).toEqual([200, before.id])
    expect(JSON.stringify([after.body, await here.rows('audit_row')])).not.toMatch(/canary/)
  },
)

test('secrets of connections of every kind are sealed: no column of the database has one in any form', async () => {
  const here = await scene(server)
  for (const { connect, hasSecret } of kinds) if (hasSecret) expect((await connect(here)).status).toBeLessThan(300)
  const forms = (['utf8', 'base64', 'hex'] as const).map((form) => Buffer.from(secret).toString(form))
  expect(await columnsWith(server, ['api.example.com'])).toContain('model_endpoint.base_url')
  expect(await columnsWith(server, [...forms, mails.account.password])).toEqual([])
  expect(await here.rows('workspace_data_key')).toHaveLength(1)
})

test('sealed credentials open only under their own kind and id', async () => {
  const { workspace } = await scene(server)
  const { vault } = server.parts
  await server.database.within(workspace, async (tx) => {
    const texts = sealedCredentials('one-kind')
    const sealed = await texts.seal(tx, vault, 'a', secret)
    expect(await texts.open(tx, vault, 'a', sealed)).toBe(secret)
    await expect(texts.open(tx, vault, 'b', sealed)).rejects.toThrow(SealBroken)
    await expect(sealedCredentials('another-kind').open(tx, vault, 'a', sealed)).rejects.toThrow(SealBroken)
    expect(await texts.open(tx, vault, 'a', { keyVersion: null, ciphertext: null })).toBeUndefined()
    const parts = sealedParts<{ user: string }>('one-kind')
    expect(await parts.open(tx, vault, 'a', await parts.seal(tx, vault, 'a', { user: 'ada' }))).toEqual({ user: 'ada' })
  })
})

test.each(withAddress)('400 for a $name at an address to which no request may go', async (kind) => {
  const here = await scene(server)
  const [status, code] = kind.addressRefusal ?? [400, 'invalid_request']
  for (const address of ['https://10.0.0.7/a', 'https://127.0.0.1/a', 'https://localhost/a'])
    expectError(await unchangedBy(kind, here, address), status, code)
  if (kind.addressRefusal) return
  for (const address of ['http://a.example/', 'https://user:pass@a.example/', 'https://a.example:22/', 'no address'])
    expectError(await unchangedBy(kind, here, address), status, code)
})
const unchangedBy = async ({ name, connect, at: change }: Kind, here: Scene, address: string) => {
  // A tool server is within a project, which is made first.
  const call = () => connect(here, change!(address))
  return name === 'tool server' ? call() : unchanged(server, call)
}

test.each(withName)('409 for the name of another $name, in any capitals, also at once', async ({ connect, taken }) => {
  const here = await scene(server)
  const [code, name] = taken!
  const twice = await Promise.all([connect(here), connect(here)])
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
  expectError(await unchanged(server, () => connect(here, { name })), 409, code)
})

test('503 for a secret of any kind on a server without a root key, which stores none', async () => {
  const keyless = await testServer({ ...settings, SECRETS_ENCRYPTION_KEY: '' })
  const here = await scene(keyless)
  for (const { name, connect } of kinds) {
    if (name === 'tool server') continue
    const refused = await unchanged(keyless, () => connect(here))
    expectError(refused, 503, 'secrets_encryption_unavailable')
  }
})
