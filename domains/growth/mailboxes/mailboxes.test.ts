import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { dnsServer } from '../../../testing/network/dns-server.ts'
import { mailWorld, oauthWorld } from '../../../testing/mail-world/index.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import {
  addGrowthMailbox,
  checkGrowthMailboxDns,
  connectGrowthMailbox,
  disconnectGrowthMailbox,
  finishGrowthMailboxConnect,
  listGrowthMailboxes,
  updateGrowthMailbox,
} from './contract.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import mailboxes, { sweepRevocations } from './domain.ts'
import { claimSend } from './store.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'

const world = await mailWorld()
const oauth = await oauthWorld()
const dns = await dnsServer({
  'example.com': { txt: ['v=spf1 include:mail.example.com ~all'] },
  'mail.example.com': { txt: ['v=spf1 include:_spf.google.com -all'] },
  'google._domainkey.example.com': { txt: ['v=DKIM1; k=rsa; p=MIIB'] },
  '_dmarc.example.com': { txt: ['v=DMARC1; p=maybe'] },
})
const server = await testServer({
  ATELIER_ROLE: 'server',
  ATELIER_FETCH_PRIVATE_HOSTS: `${world.privateHosts}, ${oauth.host}, 127.0.0.1:1`,
  ATELIER_MAILBOX_PROVIDERS: `google=${oauth.url}`,
  ATELIER_MAILBOX_CLIENT_IDS: 'google=client-1',
  ATELIER_MAILBOX_CLIENT_SECRETS: 'google=secret-1',
  ATELIER_GROWTH_DNS: dns,
})

interface MailboxReply {
  readonly id: string
  readonly address: string
  readonly status: string
  readonly today: { readonly sent: number; readonly limit: number }
}
const list = async ({ member }: Scene, query = {}) =>
  ((await member.call(listGrowthMailboxes, { query })).body as { mailboxes: MailboxReply[] }).mailboxes
const add = ({ owner }: Scene, change: object = {}) =>
  owner.call(addGrowthMailbox, { body: { ...world.account, ...change } })
const added = async (at: Scene, change: object = {}) => (await add(at, change)).body as MailboxReply
const start = async ({ owner }: Pick<Scene, 'owner'>, provider = 'google') =>
  owner.call(connectGrowthMailbox, { body: { provider } })
const startedState = async (at: Pick<Scene, 'owner'>) =>
  new URL(((await start(at)).body as { authorizationUrl: string }).authorizationUrl).searchParams.get('state')!
const finish = ({ owner }: Pick<Scene, 'owner'>, state: string, code = 'grace') =>
  owner.call(finishGrowthMailboxConnect, { body: { state, code } })
const update = ({ owner }: Scene, mailboxId: string, body: object) =>
  owner.call(updateGrowthMailbox, { mailboxId, body })
const disconnect = ({ owner }: Scene, mailboxId: string) => owner.call(disconnectGrowthMailbox, { mailboxId })

test('201 connects by password after a sign-in at both servers', async () => {
  const at = await scene(server)
  expect(await add(at, { displayName: 'Ada' })).toMatchObject({
    status: 201,
    body: { provider: 'imap', status: 'connected', dailyLimit: 50, today: { sent: 0, limit: 10 } },
  })
  expect((await list(at)).map(({ address }) => address)).toEqual(['ada@example.com'])
  const [{ id }] = (await list(at)) as [MailboxReply]
  expect(await at.auditActions(id)).toEqual(['growth_mailbox.add'])
  expect(await at.eventNames(id)).toEqual(['growth_mailbox.connected'])
})

test('a mailbox that does not sign in or is not reached is not stored', async () => {
  const at = await scene(server)
  expectError(await add(at, { password: 'wrong' }), 422, 'growth_mailbox_sign_in_refused')
  expectError(await add(at, { imap: { ...world.account.imap, port: 1 } }), 502, 'growth_mailbox_not_reached')
  expect(await at.rows('growth_mailbox')).toEqual([])
})

test('the list has the sendable mailboxes, all with includeDisconnected, and refuses other parameters', async () => {
  const at = await scene(server)
  const { id } = await added(at)
  await update(at, id, { paused: true })
  expect(await list(at)).toEqual([])
  expect(await list(at, { includeDisconnected: 'true' })).toMatchObject([{ id, status: 'paused' }])
  for (const query of [{ includeDisconnected: 'maybe' }, { other: '1' }])
    expect(await at.member.call(listGrowthMailboxes, { query })).toMatchObject({ status: 400 })
})

test('200 changes limit and warm-up, pauses and resumes; 400 and 409 leave it as it is', async () => {
  const at = await scene(server)
  const { id } = await added(at)
  expect(await update(at, id, { dailyLimit: 3, warmUpStartedOn: null, timeZone: 'Europe/Vienna' })).toMatchObject({
    status: 200,
    body: {
      dailyLimit: 3,
      warmUp: { startedOn: null, isWarmingUp: false },
      today: { limit: 3 },
      timeZone: 'Europe/Vienna',
    },
  })
  expect(await update(at, id, { paused: true })).toMatchObject({ body: { status: 'paused', dailyLimit: 3 } })
  expect(await update(at, id, { paused: false })).toMatchObject({ body: { status: 'connected' } })
  for (const body of [
    { timeZone: 'Mars/Base' },
    { dailyLimit: 0 },
    { dailyLimit: 2_001 },
    { warmUpStartedOn: '2026-02-30' },
    {},
  ])
    expect(await update(at, id, body)).toMatchObject({ status: 400 })
  await disconnect(at, id)
  expectError(await update(at, id, { paused: false }), 409, 'growth_mailbox_disconnected')
})

test('no more is taken of a day than its limit, for any number of callers at once', async () => {
  const at = await scene(server)
  const { id } = await added(at)
  await update(at, id, { dailyLimit: 5, warmUpStartedOn: null })
  const taken = await Promise.all(
    Array.from({ length: 12 }, () =>
      server.database.within(at.workspace, async (tx) => claimSend(tx, id, await tx.now())),
    ),
  )
  expect(taken.filter(Boolean)).toHaveLength(5)
  expect(await list(at)).toMatchObject([{ today: { sent: 5, limit: 5 } }])
})

test('a caller that finds a mailbox used up does not lock it: two that ask both in another order do not wait for each other', async () => {
  const at = await scene(server)
  const ids = [(await added(at)).id, (await added(at, { address: 'bea@example.com' })).id] as const
  const take = (tx: Transaction, place: 0 | 1, now: Date) => claimSend(tx, ids[place], now)
  for (const [place, id] of ids.entries()) {
    await update(at, id, { dailyLimit: 1, warmUpStartedOn: null })
    await server.database.within(at.workspace, async (tx) => {
      expect(await take(tx, place as 0 | 1, await tx.now())).toBe(true)
    })
  }
  const one = Promise.withResolvers<void>()
  const other = Promise.withResolvers<void>()
  const askBoth = (first: 0 | 1, mine: PromiseWithResolvers<void>, theirs: PromiseWithResolvers<void>) =>
    server.database.within(at.workspace, async (tx) => {
      const now = await tx.now()
      const before = await take(tx, first, now)
      mine.resolve()
      await theirs.promise
      return [before, await take(tx, first === 0 ? 1 : 0, now)]
    })
  expect(await Promise.all([askBoth(0, one, other), askBoth(1, other, one)])).toEqual([
    [false, false],
    [false, false],
  ])
})

test('disconnecting deletes the credentials, and again changes nothing', async () => {
  const at = await scene(server)
  const { id } = await added(at)
  expect(await disconnect(at, id)).toMatchObject({ status: 200, body: { id, disconnected: true, revoked: false } })
  expect(await disconnect(at, id)).toMatchObject({ status: 200, body: { id, disconnected: true } })
  expect(await at.rows('growth_mailbox')).toMatchObject([{ ciphertext: null, status: 'disconnected' }])
  expect(await at.auditActions(id)).toEqual(['growth_mailbox.add', 'growth_mailbox.disconnect'])
  expect((await added(at)).id).toBe(id)
})

test('connecting at a provider asks with PKCE, and stores the granted rights', async () => {
  const at = await scene(server)
  const started = await start(at)
  expect(started.status).toBe(200)
  const { authorizationUrl } = started.body as { authorizationUrl: string }
  const asked = Object.fromEntries(new URL(authorizationUrl).searchParams)
  expect(asked).toMatchObject({ client_id: 'client-1', code_challenge_method: 'S256', response_type: 'code' })
  expect(asked.redirect_uri).toMatch(/\/console\/growth\/mailboxes\/connected$/)
  const done = await finish(at, asked.state!)
  expect(done).toMatchObject({
    status: 201,
    body: { provider: 'google', address: 'grace@example.com', displayName: 'Ada Lovelace', status: 'connected' },
  })
  const form = oauth.forms.at(-1)!
  expect(form.get('redirect_uri')).toBe(asked.redirect_uri)
  expect(form.get('code_verifier')).toMatch(/^[\w-]{43,128}$/)
  const { id } = done.body as MailboxReply
  expect(await disconnect(at, id)).toMatchObject({ body: { revoked: true } })
  expect(oauth.forms.at(-1)!.get('token')).toBe('refresh-canary-1')
})

test('the access of an erased person is withdrawn; if the provider does not answer, it is tried for a day', async () => {
  const at = await scene(server)
  const { id } = (await finish(at, await startedState(at), 'erased')).body as MailboxReply
  const person = { userId: uuidv7(), name: 'Grace', email: 'Erased@example.com' }
  await server.database.within(at.workspace, (tx) => mailboxes.person.eraseIn!(tx, person, server.parts))
  expect(await at.rows('growth_mailbox')).toMatchObject([{ status: 'disconnected', ciphertext: null }])
  const sweep = () => sweepRevocations(server.parts, { ...scheduledContext, log: server.parts.log })
  const setTimes = (tried: string) =>
    asOwner(
      server,
      `update growth_mailbox_revocation set due_at = now(), tried_until = now() + $2::interval where workspace_id = $1`,
      [at.workspace, tried],
    )
  oauth.revoking.isDown = true
  await sweep()
  expect(await at.rows('growth_mailbox_revocation')).toHaveLength(1)
  expect(await at.auditActions(id)).not.toContain('growth_mailbox.revoke')
  oauth.revoking.isDown = false
  const before = oauth.forms.length
  await sweep()
  expect(oauth.forms).toHaveLength(before)
  await setTimes('1 hour')
  await sweep()
  expect(oauth.forms.at(-1)!.get('token')).toBe('refresh-canary-1')
  expect(await at.rows('growth_mailbox_revocation')).toEqual([])
  expect(await at.auditActions(id)).toContain('growth_mailbox.revoke')

  const late = await scene(server)
  await finish(late, await startedState(late), 'late')
  await server.database.within(late.workspace, (tx) =>
    mailboxes.person.eraseIn!(tx, { ...person, email: 'late@example.com' }, server.parts),
  )
  await asOwner(server, `update growth_mailbox_revocation set tried_until = now() where workspace_id = $1`, [
    late.workspace,
  ])
  oauth.revoking.isDown = true
  await sweep()
  oauth.revoking.isDown = false
  expect(await late.rows('growth_mailbox_revocation')).toEqual([])
})

test('a state is taken once, from the person who began, in their workspace, and in time', async () => {
  const at = await scene(server)
  const other = await scene(server)
  const colleague = (await at.join('admin')).caller
  const state = await startedState(at)
  expectError(await finish(other, state), 409, 'growth_mailbox_connect_expired')
  expectError(await finish({ owner: colleague }, state), 409, 'growth_mailbox_connect_expired')
  const both = await Promise.all([finish(at, state), finish(at, state)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  const late = await startedState(at)
  await asOwner(
    server,
    `update growth_mailbox_connection set expires_at = now() - interval '1 second' where workspace_id = $1`,
    [at.workspace],
  )
  expectError(await finish(at, late), 409, 'growth_mailbox_connect_expired')
  expectError(await finish(at, await startedState(at), 'refused'), 502, 'growth_mailbox_access_refused')
  expect(await at.rows('growth_mailbox')).toHaveLength(1)
})

test('503 if the operator did not register the instance at the provider', async () => {
  const at = await scene(server)
  expectError(await start(at, 'microsoft'), 503, 'growth_mailbox_provider_not_set_up')
})

test('the records of the domain are checked, with the missing ones', async () => {
  const at = await scene(server)
  const { id } = (await finish(at, await startedState(at))).body as MailboxReply
  expect(await at.member.call(checkGrowthMailboxDns, { mailboxId: id })).toMatchObject({
    status: 200,
    body: {
      domain: 'example.com',
      records: [
        { kind: 'spf', state: 'ok', toAdd: null },
        { kind: 'dkim', state: 'ok', name: 'google._domainkey.example.com' },
        {
          kind: 'dmarc',
          state: 'wrong',
          toAdd: { type: 'TXT', name: '_dmarc.example.com', value: 'v=DMARC1; p=none' },
        },
      ],
    },
  })
  expect(await at.member.call(checkGrowthMailboxDns, { mailboxId: id, query: { selector: 'other' } })).toMatchObject({
    body: { records: [{}, { kind: 'dkim', state: 'missing', toAdd: { name: 'other._domainkey.example.com' } }, {}] },
  })
  const body = { dkimSelector: 'own2026' }
  expect(await at.owner.call(updateGrowthMailbox, { mailboxId: id, body })).toMatchObject({ body })
  expect(await at.member.call(checkGrowthMailboxDns, { mailboxId: id })).toMatchObject({
    body: { records: [{}, { kind: 'dkim', state: 'missing', name: 'own2026._domainkey.example.com' }, {}] },
  })
})

test('audit rows of a connection name no address', async () => {
  const at = await scene(server)
  await finish(at, await startedState(at))
  expect(JSON.stringify(await auditOf(server, at.workspace, at.workspace))).not.toContain('grace@')
})
