import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBrowser } from '../../../../testing/console/browser.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { getMe } from '../contract/me.ts'
import { changePassword, signInWithStartLink } from '../contract/sign-in.ts'
import { issueStartLink } from '../owner-file.ts'
import { openStartLink, startLinkMinutes } from './start-link.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const file = join(server.dataFolder, 'owner.json')
const owner = JSON.parse(await readFile(file, 'utf8')) as { workspaceId: string; email: string; password: string }
const fresh = () => openBrowser(server.baseUrl)
const issue = () => issueStartLink(server.parts.signIn, file, new Date())
const tokenOf = (link: string | undefined) => ({ body: { token: new URL(link!).hash.slice(1) } })
const signIns = async () =>
  (await asOwner(server, `select details from audit_row where action = 'auth.sign_in' order by position`, [])).length

test('200 signs the first owner in once, as their password does, and its token is stored nowhere', async () => {
  const link = await issue()
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/start#[\w-]{43}$/)
  const browser = fresh()
  const reply = await browser.call(signInWithStartLink, tokenOf(link))
  expect(reply).toMatchObject({ status: 200, body: { user: { email: owner.email } } })
  expect((await browser.call(getMe)).body).toMatchObject({ workspaces: [{ id: owner.workspaceId, role: 'owner' }] })
  expect(await signIns()).toBe(1)
  expectError(await fresh().call(signInWithStartLink, tokenOf(link)), 401, 'start_link_refused')
  expect(await signIns()).toBe(1)
  const rows = await asOwner(server, 'select * from audit_row', [])
  expect(JSON.stringify([reply.body, rows])).not.toContain(tokenOf(link).body.token)
})

test('one of twenty at once signs in, and a wrong guess uses nothing up', async () => {
  const link = await issue()
  expectError(await fresh().call(signInWithStartLink, { body: { token: 'x'.repeat(43) } }), 401, 'start_link_refused')
  const replies = await Promise.all(Array.from({ length: 20 }, () => fresh().call(signInWithStartLink, tokenOf(link))))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(401)])
})

test('400 or 415 for a form on a page of another origin, which uses nothing up', async () => {
  const link = await issue()
  const reply = await fetch(new URL(signInWithStartLink.path, server.baseUrl), {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
    body: JSON.stringify(tokenOf(link).body),
  })
  expect([400, 415]).toContain(reply.status)
  expect((await fresh().call(signInWithStartLink, tokenOf(link))).status).toBe(200)
})

test('a token works for a quarter of an hour, and only until the next one', () => {
  const credentials = { email: 'owner@atelier.invalid', password: 'x' }
  const now = new Date('2026-11-22T00:00:00Z')
  const links = openStartLink()
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const first = links.issue(credentials, now)
  const second = links.issue(credentials, now)
  expect(links.take(first, now)).toBeUndefined()
  expect(links.take(second, later(startLinkMinutes - 1))).toEqual(credentials)
  expect(links.take(second, now)).toBeUndefined()
  expect(links.take(links.issue(credentials, now), later(startLinkMinutes))).toBeUndefined()
})

test('no link if the file was deleted or replaced, or its password no longer signs in', async () => {
  const browser = fresh()
  const issued = await issue()
  await browser.call(signInWithStartLink, tokenOf(await issue()))
  expectError(await fresh().call(signInWithStartLink, tokenOf(issued)), 401, 'start_link_refused')
  const before = await issue()
  const body = { currentPassword: owner.password, newPassword: 'another horse battery' }
  expect((await browser.call(changePassword, { body })).status).toBe(200)
  expectError(await fresh().call(signInWithStartLink, tokenOf(before)), 401, 'start_link_refused')
  expect(await issue()).toBeUndefined()
  await writeFile(file, '{"baseUrl":"http://127.0.0.1"}')
  expect(await issue()).toBeUndefined()
  await rm(file)
  expect(await issue()).toBeUndefined()
})
