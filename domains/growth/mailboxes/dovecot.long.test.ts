import { randomBytes } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { mailMostBytes } from '../../../execution/mail/read-by-imap.ts'
import { MailFailure, openMail } from '../../../execution/mail/index.ts'
import { openVault, parseRootKeys } from '../../../platform/crypto/index.ts'
import { openFetcher } from '../../../platform/fetch/index.ts'
import { certificateFor } from '../../../testing/network/certificate.ts'
import { hasDovecot, startDovecot } from '../../../testing/mail-world/dovecot.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { registerMailbox } from './handlers.ts'
import { readNewMail } from './read-new-mail.ts'

// Install it with: apt-get install -y --no-install-recommends dovecot-imapd
const identity = certificateFor('mail.test')
const isInstalled = hasDovecot && identity !== undefined
const trusted = getCACertificates('default')
if (identity) setDefaultCACertificates([...trusted, identity.cert])
afterAll(() => setDefaultCACertificates(trusted))

const server = await testServer({ ATELIER_ROLE: 'server' })
const vault = openVault(parseRootKeys('keys', randomBytes(32).toString('hex')))

/** Dovecot with an inbox of its own, and a mailbox of a workspace that reads it. */
const world = async ({
  tls = 'required',
  password = 'testpass',
  host = 'mail.test',
}: {
  readonly tls?: 'required' | 'implicit'
  readonly password?: string
  readonly host?: string
} = {}) => {
  const dovecot = await startDovecot(identity!)
  const port = tls === 'implicit' ? dovecot.ports.secure : dovecot.ports.plain
  const fetcher = openFetcher({ privateHosts: [`${host}:${port}`], resolve: async () => ['127.0.0.1'] })
  const parts = { database: server.database, vault, mail: openMail({ fetcher, clients: {} }) }
  const at = await scene(server)
  const servers = { smtp: { host, port: 1, tls: 'off' }, imap: { host, port, tls } } as const
  const credentials = { kind: 'password', servers, user: 'ada', password } as const
  const mailbox = { provider: 'imap', address: 'ada@example.com', displayName: 'Ada', credentials } as const
  const kept = await server.database.within(at.workspace, async (tx) =>
    registerMailbox(tx, vault, { ...mailbox, userId: uuidv7(), now: await tx.now() }),
  )
  const read = async (handle: (raw: Buffer) => Promise<void> = async () => undefined) => {
    const got: string[] = []
    await readNewMail(parts, at.workspace, kept!.id, {
      read: (raw) => Promise.resolve({ value: raw }),
      file: async (_tx, raw) => {
        await handle(raw)
        got.push(/^Subject: (.*?)\r?$/m.exec(raw.toString())?.[1] ?? '')
      },
    })
    return got
  }
  return { dovecot, at, read }
}
const mail = (subject: string, text = 'Text') =>
  `From: Lead <lead@example.org>\r\nTo: ada@example.com\r\nSubject: ${subject}\r\nMessage-ID: <${uuidv7()}@example.org>\r\n\r\n${text}\r\n`

beforeEach((context) => {
  context.skip(
    !isInstalled,
    'Dovecot (dovecot-imapd) or openssl is not installed here, or this is not root, who alone starts it.',
  )
})

test.each(['required', 'implicit'] as const)(
  'earlier mail in the inbox is not touched; new mail comes once, in its order, over new connections (TLS %s)',
  async (tls) => {
    const { dovecot, read } = await world({ tls })
    dovecot.deliver(mail('Old'))
    expect(await read()).toEqual([])
    expect(await read()).toEqual([])
    dovecot.deliver(mail('One'), mail('Two'))
    expect(await read()).toEqual(['One', 'Two'])
    expect(await read()).toEqual([])
    dovecot.deliver(mail('Three'))
    await dovecot.restart()
    expect(await read()).toEqual(['Three'])
    // Not one was marked as seen.
    expect(dovecot.files().filter((name) => /:2,.*S/.test(name))).toEqual([])
    expect(dovecot.files()).toHaveLength(4)
  },
)

test('a server that renumbers its mails lists the present ones again, and after that only new ones', async () => {
  const { dovecot, read } = await world()
  expect(await read()).toEqual([])
  dovecot.deliver(mail('One'), mail('Two'), mail('Three'))
  expect(await read()).toEqual(['One', 'Two', 'Three'])
  dovecot.renumber()
  dovecot.deliver(mail('Four'))
  expect(await read()).toEqual(['One', 'Two', 'Three', 'Four'])
  expect(await read()).toEqual([])
  dovecot.deliver(mail('Five'))
  expect(await read()).toEqual(['Five'])
})

test('mails that another program removed leave no gap in which one is lost', async () => {
  const { dovecot, read } = await world()
  expect(await read()).toEqual([])
  dovecot.deliver(mail('One'), mail('Two'), mail('Three'))
  dovecot.expunge('.M2P1.')
  expect(await read()).toEqual(['One', 'Three'])
  dovecot.expunge('.M3P1.')
  dovecot.deliver(mail('Four'))
  expect(await read()).toEqual(['Four'])
})

test('more mails than one turn takes come in the next ones, and two readers share them', async () => {
  const { dovecot, read } = await world()
  expect(await read()).toEqual([])
  const subjects = Array.from({ length: 230 }, (_, at) => `Mail ${at}`)
  dovecot.deliver(...subjects.map((one) => mail(one)))
  expect(await read()).toEqual(subjects.slice(0, 100))
  const [one, other] = await Promise.all([read(), read()])
  const shared = new Set([...one, ...other])
  expect(shared.size).toBe(one.length + other.length)
  const rest = await read()
  expect([...shared, ...rest].toSorted()).toEqual(subjects.slice(100).toSorted())
})

test('a mail whose handling fails is read again, and what came before it is not', async () => {
  const { dovecot, read } = await world()
  expect(await read()).toEqual([])
  dovecot.deliver(mail('One'), mail('Two'))
  let handled = 0
  const breaking = read(async () => {
    handled += 1
    if (handled === 2) throw new Error('broken')
  })
  await expect(breaking).rejects.toThrow('broken')
  expect(await read()).toEqual(['Two'])
})

test('a server that dies while it is read is reached again, and no mail comes twice', async () => {
  const { dovecot, read } = await world()
  expect(await read()).toEqual([])
  const subjects = Array.from({ length: 20 }, (_, at) => `Mail ${at}`)
  dovecot.deliver(...subjects.map((one) => mail(one)))
  const first: string[] = []
  const dying = read(async (raw) => {
    first.push(/^Subject: (.*?)\r?$/m.exec(raw.toString())![1]!)
    if (first.length === 5) await dovecot.restart()
  })
  await dying.catch((error: unknown) => expect(error).toBeInstanceOf(MailFailure))
  const rest = await read()
  expect([...first, ...rest]).toEqual(subjects)
})

test('large, broken and odd mails are read up to their bound', async () => {
  const { dovecot, read } = await world()
  expect(await read()).toEqual([])
  const large = mail(
    'Large',
    'x'
      .repeat(75)
      .concat('\r\n')
      .repeat(Math.ceil((mailMostBytes + 100_000) / 77)),
  )
  const odd = [
    Buffer.from('no header at all'),
    Buffer.from([0x53, 0x00, 0xff, 0xfe, 0x0a, 0x0a, 0x00]),
    Buffer.from('\n'),
  ]
  dovecot.deliver(large, ...odd, mail('After'))
  const sizes: number[] = []
  const got = await read(async (raw) => void sizes.push(raw.length))
  expect(got).toEqual(['Large', '', '', '', 'After'])
  expect(sizes[0]).toBe(mailMostBytes)
})

test('a wrong password marks the mailbox as failing, and no password goes to a server with the certificate of another', async () => {
  const wrong = await world({ password: 'wrong' })
  await expect(wrong.read()).rejects.toMatchObject({ reason: 'sign_in' })
  expect(await wrong.at.rows('growth_mailbox')).toMatchObject([{ status: 'failing' }])
  const other = await world({ host: 'other.test' })
  await expect(other.read()).rejects.toThrow('The certificate of other.test is for another name.')
})
