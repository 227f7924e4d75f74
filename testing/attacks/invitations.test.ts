import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../apps/server/start.ts'
import { createClientAccount } from '../../domains/accounts/clients/contract/accounts.ts'
import {
  acceptMemberInvitation,
  inviteMember,
  listMembers,
  removeMember,
  updateMember,
} from '../../domains/accounts/workspaces/contract/members.ts'
import { acceptPortalInvitation, inviteWorkspacePortalClient } from '../../domains/accounts/clients/contract/portals.ts'
import { changeEmail, verifyEmail } from '../../domains/accounts/people/contract/sign-in.ts'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { freshEmail, mailTo, accountScene, signedInAccount, tokenIn } from '../people/account.ts'
import { callerOf } from '../caller.ts'
import { openPortalOf, tokenOf } from '../clients/portals.ts'
import { expectError } from '../refusals.ts'
import { scene, type Scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { newPerson, signIn, testRootKey } from '../people/sessions.ts'
import { asOwner } from '../database-state.ts'
import { afterTest } from '../after-test.ts'

const server = await testServer()

const inviteTo = async ({ owner }: Scene, email: string) =>
  tokenOf(await owner.call(inviteMember, { body: { email, role: 'admin' } }))

describe('an invitation to an address', () => {
  test('404 for a person who requested the address without proving it', async () => {
    const at = await scene(server)
    const invited = freshEmail()
    const token = await inviteTo(at, invited)
    const { browser, userId } = await signedInAccount(server)
    expect((await browser.call(changeEmail, { body: { newEmail: invited } })).status).toBe(200)
    expectError(await browser.call(acceptMemberInvitation, { token }), 404, 'not_found')
    expect((await at.rows('membership')).filter((row) => row.user_id === userId)).toEqual([])
  })

  test('404 for a person who no longer has the address', async () => {
    const at = await scene(server)
    const { browser, email } = await signedInAccount(server)
    const token = await inviteTo(at, email)
    const newEmail = freshEmail()
    await browser.call(changeEmail, { body: { newEmail } })
    const link = tokenIn(await mailTo(server, newEmail, 'Confirm your address'))
    expect((await browser.call(verifyEmail, { body: { token: link } })).status).toBe(200)
    expectError(await browser.call(acceptMemberInvitation, { token }), 404, 'not_found')
  })

  test('404 for a similar-looking address, 200 for an equivalent one', async () => {
    const at = await scene(server)
    const name = `fina-${process.pid}`
    const token = await inviteTo(at, `${name}@example.com`)
    const alike = await newPerson(server, { email: `${name.replace('a', 'а')}@example.com` })
    expectError(await alike.caller.call(acceptMemberInvitation, { token }), 404, 'not_found')
    const same = await newPerson(server, { email: `${name.toUpperCase()}@example.com` })
    expect((await same.caller.call(acceptMemberInvitation, { token })).status).toBe(200)
  })
})

describe('a response stored for a repeat', () => {
  test.each([
    ['demoted', updateMember, { body: { role: 'member' } }],
    ['removed', removeMember, {}],
  ] as const)('403 for its caller after being %s', async (_how, operation, input) => {
    const at = await scene(server)
    const { caller, userId } = await at.join('admin')
    const browser = await signIn(server, userId, { workspace: at.workspace })
    const made = {
      body: { name: 'Globex' },
      headers: { 'idempotency-key': 'again', 'x-organization-id': at.workspace },
    }
    for (const one of [caller, browser]) {
      const body = { name: one === caller ? 'Globex' : 'Initech' }
      expect((await one.call(createClientAccount, { ...made, body })).status).toBe(201)
    }
    expect((await at.owner.call(operation, { userId, ...input })).status).toBe(200)
    expect((await caller.call(createClientAccount, made)).status).toBeOneOf([401, 403])
    expect((await browser.call(createClientAccount, { ...made, body: { name: 'Initech' } })).status).toBeOneOf([
      401, 403,
    ])
  })

  test('201 with a new effect for another person with the same key', async () => {
    const at = await scene(server)
    const other = await at.join('admin')
    const first = await at.owner.call(createClientAccount, {
      body: { name: 'One' },
      headers: { 'idempotency-key': 'same' },
    })
    const second = await other.caller.call(createClientAccount, {
      body: { name: 'Two' },
      headers: { 'idempotency-key': 'same' },
    })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).not.toBe(first.body.id)
  })
})

describe('the token of a link', () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })

  test('is in no log line, table or refusal', async () => {
    const configuration = readConfiguration({
      DATABASE_URL: server.databaseUrl,
      ATELIER_DATA: server.dataFolder,
      ATELIER_PORT: '0',
      SECRETS_ENCRYPTION_KEY: testRootKey,
      ATELIER_ROLE: 'server',
      ATELIER_SLOW_REQUEST_MS: '1',
    })
    const talking = await startServer(configuration, pino({ level: 'trace' }, sink))
    afterTest(() => talking.close())
    const at = await scene({ baseUrl: talking.baseUrl, database: server.database })
    await openPortalOf(at)
    const person = await newPerson({ baseUrl: talking.baseUrl, database: server.database })
    const tokens = [
      await inviteTo(at, freshEmail()),
      await inviteTo(at, person.email),
      tokenOf(await at.owner.call(inviteWorkspacePortalClient, { body: { email: freshEmail(), role: 'client' } })),
    ]
    const nobody = callerOf(talking.baseUrl, undefined)
    for (const token of tokens) {
      for (const operation of [acceptMemberInvitation, acceptPortalInvitation]) {
        for (const caller of [nobody, at.owner, person.caller]) {
          const reply = await caller.call(operation, { token })
          if (reply.status >= 400) expect(JSON.stringify(reply.body)).not.toContain(token)
        }
      }
      await nobody.call(verifyEmail, { body: { token } })
    }
    expect((await at.owner.call(listMembers)).status).toBe(200)
    expect(lines.length).toBeGreaterThan(5)
    const tables = await asOwner(
      server,
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const cookie = person.caller.cookie.split('=')[1]!.split('.')[0]!
    for (const secret of [...tokens, cookie, at.owner.key!]) {
      expect(lines.join('')).not.toContain(secret)
      for (const { name } of tables) {
        const found = await asOwner(server, `select 1 from "${String(name)}" t where strpos(t::text, $1) > 0`, [secret])
        expect([name, found]).toEqual([name, []])
      }
    }
  })
})

test('a new membership does not restore keys and sessions of an earlier one', async () => {
  const { browser, userId, email } = await signedInAccount(server)
  const at = await accountScene(server, userId)
  const { keyId } = await at.join('member')
  await asOwner(server, 'update api_key set user_id = $1 where id = $2', [userId, keyId])
  expect((await at.owner.call(removeMember, { userId })).status).toBe(200)
  const token = await inviteTo(at, email)
  expect((await browser.call(acceptMemberInvitation, { token })).status).toBe(200)
  const keys = await asOwner(server, 'select id from api_key where id = $1 and revoked_at is null', [keyId])
  expect(keys).toEqual([])
})
