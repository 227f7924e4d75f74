import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import imapServer from 'hoodiecrow-imap'
import { SMTPServer } from 'smtp-server'
import { afterTest } from '../after-test.ts'

export interface TakenMail {
  readonly from: string
  readonly to: string
  readonly raw: string
}

/** Where a hand-over can be held up: when the recipient was named, and when the content was taken and is not answered. */
export type HandOverPoint = 'recipient' | 'content'

interface Gate {
  /** SMTP waits for it before it answers. */
  pass?: (point: HandOverPoint, to: string) => Promise<void>
}

export type MailWorld = Awaited<ReturnType<typeof mailWorld>>

const refusal = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode })
const portOf = (server: Server) => (server.address() as AddressInfo).port

/**
 * SMTP and IMAP servers on loopback, for the user `testuser` with the password `testpass`. The text before the @ of a
 * recipient decides the answer of SMTP: `refused` (550), `later` (451), `cut` (ends the connection after the content).
 * The password `busy` is answered with 454.
 */
export const mailWorld = async () => {
  const taken: TakenMail[] = []
  const gate: Gate = {}
  const smtp = await startSmtp(taken, gate)
  const imap = imapServer({
    plugins: ['AUTH-PLAIN', 'ID', 'ENABLE', 'LITERALPLUS', 'NAMESPACE', 'UIDPLUS', 'XOAUTH2', 'SASL-IR'],
    storage: { INBOX: { messages: [{ raw: 'Subject: Old\r\n\r\nRead before' }] } },
  })
  imap.listen(0, '127.0.0.1')
  await once(imap.server, 'listening')
  const sockets = new Set<Socket>()
  imap.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  afterTest(
    () =>
      new Promise<void>((resolve) => {
        imap.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  )
  const ports = { smtp: smtp.port, imap: portOf(imap.server) }
  return {
    taken,
    gate,
    /** Puts a mail into the inbox. */
    deliver: (raw: string) => imap.appendMessage('INBOX', [], '14-Sep-2026 21:22:28 +0000', raw),
    privateHosts: `127.0.0.1:${ports.smtp}, 127.0.0.1:${ports.imap}`,
    /** The body that connects it. */
    account: {
      address: 'ada@example.com',
      user: 'testuser',
      password: 'testpass',
      smtp: { host: '127.0.0.1', port: ports.smtp, tls: 'off' },
      imap: { host: '127.0.0.1', port: ports.imap, tls: 'off' },
    } as const,
  }
}

const startSmtp = async (taken: TakenMail[], gate: Gate) => {
  const open = new Map<string, Socket>()
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN'],
    closeTimeout: 1,
    onAuth: ({ username, password }, _session, done) =>
      username === 'testuser' && password === 'testpass'
        ? done(null, { user: username })
        : done(password === 'busy' ? refusal('Too many sign-ins', 454) : refusal('Wrong password', 535)),
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('refused')) done(refusal('No such mailbox', 550))
      else if (address.startsWith('later')) done(refusal('Try again later', 451))
      else if (gate.pass) gate.pass('recipient', address).then(() => done(), done)
      else done()
    },
    onData: (stream, { envelope, remotePort }, done) => {
      const keep = async () => {
        const raw = await text(stream)
        const to = envelope.rcptTo[0]!.address
        taken.push({ from: envelope.mailFrom ? envelope.mailFrom.address : '', to, raw })
        await gate.pass?.('content', to)
        if (to.startsWith('cut')) open.get(String(remotePort))?.destroy()
        else done()
      }
      keep().catch(done)
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => open.set(String(socket.remotePort), socket))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  afterTest(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: portOf(server.server) }
}
