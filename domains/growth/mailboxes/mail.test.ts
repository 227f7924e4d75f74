import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { beginningOf } from '../../../execution/mail/read-by-imap.ts'
import { openMail } from '../../../execution/mail/index.ts'
import { openVault, parseRootKeys } from '../../../platform/crypto/index.ts'
import { NoTurn } from '../../../platform/waiting/index.ts'
import { openFetcher } from '../../../platform/fetch/index.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { mailWorld, oauthWorld } from '../../../testing/mail-world/index.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { type Credentials, openMailbox } from './sign-in.ts'
import { registerMailbox } from './handlers.ts'
import { readNewMail } from './read-new-mail.ts'
import { sendMail } from './send-mail.ts'
import { isLong } from '../../../testing/soak.ts'

const world = await mailWorld()
const oauth = await oauthWorld()
const server = await testServer({ ATELIER_ROLE: 'server' })
const vault = openVault(parseRootKeys('keys', randomBytes(32).toString('hex')))
const mail = openMail({
  fetcher: openFetcher({ privateHosts: [...world.privateHosts.split(', '), oauth.host] }),
  clients: { google: { id: 'client-1', secret: 'secret-1' } },
  addresses: { google: oauth.url },
})
const parts = { database: server.database, vault, mail }

const keep = async ({ workspace }: Scene, credentials: Credentials, provider: 'google' | 'imap' = 'imap') => {
  const mailbox = { provider, address: 'ada@example.com', displayName: 'Ada', credentials, userId: uuidv7() }
  const kept = await server.database.within(workspace, async (tx) =>
    registerMailbox(tx, vault, { ...mailbox, now: await tx.now() }),
  )
  return kept!.id
}
const { user, smtp, imap } = world.account
const credentialsWith = (password: string): Credentials => ({
  kind: 'password',
  servers: { smtp, imap },
  user,
  password,
})
const letter = (to: string) => ({
  messageId: `<${uuidv7()}@example.com>`,
  to,
  subject: 'Hello\r\nBcc: eve@example.org',
  text: 'A question',
  unsubscribeUrl: 'https://atelier.example.com/unsubscribe/token',
})

const filing = (file: (raw: Buffer) => unknown = () => undefined) => ({
  read: (raw: Buffer) => Promise.resolve({ value: raw }),
  file: async (_tx: unknown, raw: Buffer) => void (await file(raw)),
})

test('a mail is handed over once with its headers, and a line break begins no header', async () => {
  const at = await scene(server)
  const id = await keep(at, credentialsWith('testpass'))
  expect(await sendMail(parts, at.workspace, id, letter('lead@example.org'))).toEqual({ kind: 'sent' })
  const taken = world.taken.at(-1)!
  expect(taken).toMatchObject({ from: 'ada@example.com', to: 'lead@example.org' })
  expect(taken.raw).toContain('Subject: Hello Bcc: eve@example.org')
  expect(taken.raw).toContain('List-Unsubscribe: <https://atelier.example.com/unsubscribe/token>')
  expect(taken.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(taken.raw).not.toMatch(/^Bcc:/m)
})

test.each([
  ['refused@example.org', { kind: 'refused', permanent: true }],
  ['later@example.org', { kind: 'refused', permanent: false }],
  ['cut@example.org', { kind: 'unknown' }],
])('a mail to %s ends as its server answers', async (to, outcome) => {
  const at = await scene(server)
  const id = await keep(at, credentialsWith('testpass'))
  expect(await sendMail(parts, at.workspace, id, letter(to))).toMatchObject(outcome)
})

test('a refused sign-in hands nothing over and marks the mailbox as failing', async () => {
  const at = await scene(server)
  const id = await keep(at, credentialsWith('wrong'))
  const before = world.taken.length
  expect(await sendMail(parts, at.workspace, id, letter('lead@example.org'))).toMatchObject({ kind: 'unavailable' })
  expect(world.taken).toHaveLength(before)
  expect(await at.rows('growth_mailbox')).toMatchObject([{ status: 'failing' }])
  expect(await at.eventNames(id)).toEqual(['growth_mailbox.failing'])
})

test('a sign-in that the server cannot judge now leaves the mailbox as it is', async () => {
  const at = await scene(server)
  const id = await keep(at, credentialsWith('busy'))
  expect(await sendMail(parts, at.workspace, id, letter('lead@example.org'))).toMatchObject({ kind: 'unavailable' })
  expect(await at.rows('growth_mailbox')).toMatchObject([{ status: 'connected' }])
})

test('a paused mailbox hands nothing over, even if a send of it was taken before', async () => {
  const at = await scene(server)
  const id = await keep(at, credentialsWith('testpass'))
  await asOwner(server, `update growth_mailbox set status = 'paused' where id = $1`, [id])
  const before = world.taken.length
  expect(await sendMail(parts, at.workspace, id, letter('lead@example.org'))).toEqual({
    kind: 'unavailable',
    reason: 'The mailbox is paused.',
  })
  expect(world.taken).toHaveLength(before)
})

test('a server of several addresses is reached by any address that answers', async () => {
  const at = await scene(server)
  const id = await keep(at, credentialsWith('testpass'))
  const hostOf = () => Promise.resolve({ addresses: ['::1', '127.0.0.1'], isPrivate: true })
  const dual = openMail({ fetcher: { ...openFetcher(), hostOf }, clients: {} })
  const named = { ...smtp, host: 'mail.example.com' }
  await keep(at, { kind: 'password', servers: { smtp: named, imap }, user, password: 'testpass' })
  expect(await sendMail({ ...parts, mail: dual }, at.workspace, id, letter('lead@example.org'))).toEqual({
    kind: 'sent',
  })
})

test('earlier mail in an inbox is not touched, and each new mail is handled once, in its order', async () => {
  const at = await scene(server)
  const id = await keep(at, credentialsWith('testpass'))
  const handled: string[] = []
  const read = () =>
    readNewMail(
      parts,
      at.workspace,
      id,
      filing((raw) => void handled.push(/Subject: (.*)/.exec(raw.toString())![1]!)),
    )
  expect(await read()).toBe(0)
  world.deliver('Subject: One\r\n\r\nText')
  world.deliver('Subject: Two\r\n\r\nText')
  expect(await read()).toBe(2)
  expect(await read()).toBe(0)
  expect(handled.map((subject) => subject.trim())).toEqual(['One', 'Two'])
})

test('a mail that cannot be filed is tried twice and set aside, and the next one is filed', async () => {
  const at = await scene(server)
  const id = await keep(at, credentialsWith('testpass'))
  await readNewMail(parts, at.workspace, id, filing())
  world.deliver('Subject: Three\r\n\r\nText')
  world.deliver('Subject: Four\r\n\r\nText')
  const filed: string[] = []
  const broken = filing((raw) => {
    if (raw.includes('Three')) throw new Error('broken')
    filed.push(raw.toString().trim())
  })
  expect(await readNewMail(parts, at.workspace, id, broken)).toBe(2)
  expect(filed).toHaveLength(1)
  expect(await at.eventNames(id)).toEqual(['growth_mailbox.mail_set_aside'])
  expect(await at.rows('growth_mailbox')).toMatchObject([{ set_aside_mails: 1, set_aside_reason: 'not_filed' }])
})

test('a mail that met an outage is filed afterwards', async () => {
  const at = await scene(server)
  const id = await keep(at, credentialsWith('testpass'))
  await readNewMail(parts, at.workspace, id, filing())
  world.deliver('Subject: Three\r\n\r\nText')
  const outage = filing(() => Promise.reject(new NoTurn('workspace', false)))
  const read = () => readNewMail(parts, at.workspace, id, outage)
  await expect(read()).rejects.toThrow('No turn')
  await expect(read()).rejects.toThrow('No turn')
  expect(await readNewMail(parts, at.workspace, id, filing())).toBe(1)
})

test.runIf(isLong)('mail that came before a mailbox was connected again is read', async () => {
  const at = await scene(server)
  const id = await keep(at, credentialsWith('testpass'))
  await readNewMail(parts, at.workspace, id, filing())
  world.deliver('Subject: Four\r\n\r\nText')
  expect(await keep(at, credentialsWith('testpass'))).toBe(id)
  expect(await readNewMail(parts, at.workspace, id, filing())).toBe(1)
})

test('a wrong registration of this server at a provider fails no mailbox', async () => {
  const at = await scene(server)
  const tokens = { refreshToken: 'of-another-client', accessToken: 'old', accessUntil: new Date(0).toISOString() }
  const id = await keep(at, { kind: 'oauth', ...tokens }, 'google')
  expect(await sendMail(parts, at.workspace, id, letter('lead@example.org'))).toMatchObject({ kind: 'unavailable' })
  expect(await at.rows('growth_mailbox')).toMatchObject([{ status: 'connected' }])
})

test('a renumbered inbox is read from its last mails on', () => {
  const cursor = { uidValidity: 7, lastUid: 40 }
  expect(beginningOf(cursor, 7, 41)).toBe(cursor)
  expect(beginningOf(cursor, 8, 1_000)).toEqual({ uidValidity: 8, lastUid: 799 })
  expect(beginningOf(cursor, 7, 12)).toEqual({ uidValidity: 7, lastUid: 0 })
  expect(beginningOf(null, 7, 12)).toEqual({ uidValidity: 7, lastUid: 11 })
})

test('one of two callers that need a new token fetches it', async () => {
  const at = await scene(server)
  const tokens = { refreshToken: 'refresh-canary-1', accessToken: 'access-1', accessUntil: new Date().toISOString() }
  const id = await keep(at, { kind: 'oauth', ...tokens }, 'google')
  const before = oauth.forms.length
  const { signal } = new AbortController()
  const both = await Promise.all([1, 2].map(() => openMailbox(parts, at.workspace, id, signal)))
  expect(both.map(({ signIn }) => signIn.accessToken)).toEqual(['access-2', 'access-2'])
  expect(oauth.forms.length - before).toBe(1)
})
