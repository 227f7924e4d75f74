import { once } from 'node:events'
import { createServer as createPlain, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createSecure, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFetcher } from '../../platform/fetch/index.ts'
import { afterTest } from '../../testing/after-test.ts'
import { certificateFor } from '../../testing/network/certificate.ts'
import { checkImap } from './read-by-imap.ts'
import { checkSmtp, sendBySmtp } from './send-by-smtp.ts'
import type { MailServer } from './servers.ts'

const identity = certificateFor('mail.test')
const trusted = getCACertificates('default')
afterAll(() => setDefaultCACertificates(trusted))

const password = 'correct-horse-battery'
const signIn = { user: 'ada', password }
const listening = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A server of SMTP that keeps each password that it got. */
const smtpServer = async (options: { readonly secure: boolean; readonly disabledCommands?: string[] }) => {
  const signIns: string[] = []
  const server = new SMTPServer({
    ...options,
    ...identity,
    allowInsecureAuth: true,
    authMethods: ['PLAIN'],
    closeTimeout: 1,
    onAuth: (auth, _session, done) => {
      signIns.push(auth.password ?? '')
      done(null, { user: 'ada' })
    },
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  })
  server.on('error', () => undefined)
  afterTest(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: await listening(server.server), signIns }
}

/** An IMAP server that offers the given extensions, and keeps each line that it got. */
const imapServer = async ({
  isSecure,
  capabilities,
}: {
  readonly isSecure: boolean
  readonly capabilities: string
}) => {
  const lines: string[] = []
  const speak = (socket: Socket) => {
    socket.on('error', () => undefined)
    socket.write(`* OK [CAPABILITY ${capabilities}] ready\r\n`)
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        lines.push(line)
        const [tag, word = ''] = line.split(' ')
        if (word.toUpperCase() === 'CAPABILITY') socket.write(`* CAPABILITY ${capabilities}\r\n`)
        if (word.toUpperCase() === 'LOGOUT') socket.end('* BYE\r\n')
        socket.write(`${tag} OK done\r\n`)
      }
    })
  }
  const server = isSecure ? createSecure({ ...identity }, speak) : createPlain(speak)
  server.on('tlsClientError', () => undefined)
  const port = await listening(server)
  afterTest(() => void server.close())
  return { port, lines }
}

const fetcherOf = (port: number, host = 'mail.test') =>
  openFetcher({ privateHosts: [`${host}:${port}`], resolve: async () => ['127.0.0.1'] })
const at = (port: number, tls: MailServer['tls'], host = 'mail.test'): MailServer => ({ host, port, tls })
const within = () => AbortSignal.timeout(15_000)
const smtp = (server: MailServer) => checkSmtp(fetcherOf(server.port, server.host), server, signIn, within())
const imap = (server: MailServer) => checkImap(fetcherOf(server.port, server.host), server, signIn, within())

describe.skipIf(!identity)('mail servers over TLS (openssl makes the certificate)', () => {
  describe('with a certificate that is trusted', () => {
    beforeAll(() => setDefaultCACertificates([...trusted, identity!.cert]))
    afterAll(() => setDefaultCACertificates(trusted))

    test.each(['implicit', 'required'] as const)('SMTP signs in over TLS (%s)', async (tls) => {
      const { port, signIns } = await smtpServer({ secure: tls === 'implicit' })
      await smtp(at(port, tls))
      expect(signIns).toEqual([password])
    })

    test('IMAP signs in over TLS', async () => {
      const { port, lines } = await imapServer({ isSecure: true, capabilities: 'IMAP4rev1' })
      await imap(at(port, 'implicit'))
      expect(lines.join(' ')).toContain(password)
    })

    test('a certificate of another name is refused', async () => {
      const outgoing = await smtpServer({ secure: true })
      await expect(smtp(at(outgoing.port, 'implicit', 'other.test'))).rejects.toThrow(
        'The certificate of other.test is for another name.',
      )
      const incoming = await imapServer({ isSecure: true, capabilities: 'IMAP4rev1' })
      await expect(imap(at(incoming.port, 'implicit', 'other.test'))).rejects.toThrow(
        'The certificate of other.test is for another name.',
      )
      expect([...outgoing.signIns, ...incoming.lines]).toEqual([])
    })
  })

  test.each(['implicit', 'required'] as const)('SMTP refuses a certificate that is not trusted (%s)', async (tls) => {
    const { port, signIns } = await smtpServer({ secure: tls === 'implicit' })
    await expect(smtp(at(port, tls))).rejects.toMatchObject({
      reason: 'unavailable',
      message: expect.stringMatching(/certificate of mail\.test is not trusted/) as unknown,
    })
    const mail = { envelope: { from: 'ada@example.com', to: 'lead@example.org' }, content: Buffer.from('A: B\r\n\r\n') }
    const sent = await sendBySmtp(fetcherOf(port), { server: at(port, tls), signIn, ...mail }, within())
    expect(sent).toMatchObject({ kind: 'unavailable', reason: expect.stringMatching(/not trusted/) as unknown })
    expect(signIns).toEqual([])
  })

  test('IMAP refuses a certificate that is not trusted', async () => {
    const { port, lines } = await imapServer({ isSecure: true, capabilities: 'IMAP4rev1' })
    await expect(imap(at(port, 'implicit'))).rejects.toMatchObject({
      reason: 'unavailable',
      message: expect.stringMatching(/certificate of mail\.test is not trusted/) as unknown,
    })
    expect(lines).toEqual([])
  })
})

test('no password goes to an SMTP server whose STARTTLS was removed on the way', async () => {
  const { port, signIns } = await smtpServer({ secure: false, disabledCommands: ['STARTTLS'] })
  await expect(smtp(at(port, 'required'))).rejects.toMatchObject({
    reason: 'unavailable',
    message: 'mail.test does not offer TLS, and without it no password is sent.',
  })
  expect(signIns).toEqual([])
})

test('no password goes to an IMAP server whose STARTTLS was removed on the way', async () => {
  const { port, lines } = await imapServer({ isSecure: false, capabilities: 'IMAP4rev1 AUTH=PLAIN' })
  await expect(imap(at(port, 'required'))).rejects.toMatchObject({
    reason: 'unavailable',
    message: 'mail.test does not offer TLS, and without it no password is sent.',
  })
  expect(lines.join(' ')).not.toMatch(/LOGIN|AUTHENTICATE|correct-horse/i)
})

test('a server of the public internet without TLS is not even reached', async () => {
  const fetcher = openFetcher({ resolve: async () => ['93.184.216.34'] })
  const server: MailServer = { host: 'mail.example.com', port: 587, tls: 'off' }
  await expect(checkSmtp(fetcher, server, signIn, within())).rejects.toThrow(
    'mail.example.com is spoken to with TLS alone.',
  )
})
