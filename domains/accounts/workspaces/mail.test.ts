import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { inviteMember, listMemberInvitations, resendMemberInvitation } from './contract/members.ts'

const taken: string[] = []
const gate = { open: true }
const taker = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  onMailFrom: (_address, _session, done) => done(gate.open ? undefined : new Error('Not today')),
  onData: (stream, { envelope: { rcptTo } }, done) => {
    text(stream).then(() => done(undefined, void taken.push(...rcptTo.map(({ address }) => address)) as never), done)
  },
})
taker.listen(0, '127.0.0.1')
await once(taker.server, 'listening')
const { port } = taker.server.address() as { readonly port: number }
const server = await testServer({
  ATELIER_SMTP_URL: `smtp://127.0.0.1:${port}`,
  ATELIER_MAIL_FROM: 'mail@example.com',
})
afterAll(() => new Promise<void>((resolve) => taker.close(resolve)))

test('emailSent is true after the mail server accepted the mail', async () => {
  const { owner } = await scene(server)
  const { status, body } = await owner.call(inviteMember, { body: { email: 'ada@example.com' } })
  expect([status, body.emailSent]).toEqual([201, true])
  expect(taken).toEqual(['ada@example.com'])
})

test('emailSent is false when the mail server did not accept it, and the invitation stays valid', async () => {
  const { owner } = await scene(server)
  gate.open = false
  const { status, body } = await owner.call(inviteMember, { body: { email: 'eve@example.com' } })
  expect([status, body.emailSent]).toEqual([201, false])
  expect((await owner.call(listMemberInvitations)).body).toMatchObject([{ id: body.id as string, status: 'pending' }])
  gate.open = true
  const again = await owner.call(resendMemberInvitation, { id: body.id as string })
  expect([again.status, again.body.emailSent]).toEqual([200, true])
})
