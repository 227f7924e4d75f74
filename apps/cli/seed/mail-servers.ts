import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type openImapServer from 'hoodiecrow-imap'
import type { SMTPServer } from 'smtp-server'
import type { Seeding } from './seeding.ts'

type MailPorts = Seeding['mailPorts']

export const usualMailPorts: MailPorts = { smtp: 4325, imap: 4343 }
export const mailHost = '127.0.0.1'

/** The hosts that a server needs in ATELIER_FETCH_PRIVATE_HOSTS to reach the mail servers. */
export const privateMailHosts = ({ smtp, imap }: MailPorts): string => `${mailHost}:${smtp},${mailHost}:${imap}`

export interface TakenMail {
  readonly to: string
  readonly raw: string
}

export interface MailServers {
  /** The mails that were handed over, in their order. */
  readonly taken: readonly TakenMail[]
  /** How many connections to the inbox have ended. */
  readonly visits: () => number
  /** Puts a mail into the inbox. */
  deliver(raw: string): void
  close(): Promise<void>
}

interface MailPackages {
  readonly openSmtp: typeof SMTPServer
  readonly openImap: typeof openImapServer
}

/** The packages of the mail servers, which only a checkout has: they are development dependencies. */
const findPackages = async (): Promise<MailPackages | undefined> => {
  try {
    const [smtp, imap] = await Promise.all([import('smtp-server'), import('hoodiecrow-imap')])
    return { openSmtp: smtp.SMTPServer, openImap: imap.default }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/**
 * SMTP and IMAP on loopback, for one mailbox and as long as the seed runs. Returns a sentence if they cannot be opened.
 */
export const openMailServers = async (password: string, ports: MailPorts): Promise<MailServers | string> => {
  const packages = await findPackages()
  if (packages === undefined) return 'the packages of its mail servers are in a checkout alone.'
  const taken: TakenMail[] = []
  const smtp = openSmtp(packages, password, taken)
  const imap = packages.openImap({
    plugins: ['AUTH-PLAIN', 'ID', 'ENABLE', 'LITERALPLUS', 'NAMESPACE', 'UIDPLUS', 'SASL-IR'],
    storage: { INBOX: { messages: [] } },
    users: { [mailUser]: { password } },
  })
  const close = closing(smtp.server, imap.server)
  smtp.listen(ports.smtp, mailHost)
  imap.listen(ports.imap, mailHost)
  try {
    await Promise.all([once(smtp.server, 'listening'), once(imap.server, 'listening')])
  } catch (error) {
    await close()
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return `another program listens at port ${ports.smtp} or ${ports.imap}.`
  }
  let visits = 0
  imap.server.on('connection', (socket: Socket) => socket.once('close', () => (visits += 1)))
  return {
    taken,
    visits: () => visits,
    deliver: (raw) => imap.appendMessage('INBOX', [], imapTime(new Date()), raw),
    close,
  }
}

/** Accepts every mail for the only user. */
const openSmtp = ({ openSmtp: Smtp }: MailPackages, password: string, taken: TakenMail[]) => {
  const smtp = new Smtp({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN'],
    closeTimeout: 1,
    onAuth: (given, _session, done) =>
      given.password === password ? done(null, { user: given.username }) : done(new Error('Wrong password')),
    onData: (stream, { envelope }, done) => {
      const keep = async () => {
        taken.push({ to: envelope.rcptTo[0]!.address, raw: await text(stream) })
      }
      keep().then(() => done(), done)
    },
  })
  // A client that breaks off does not end the servers.
  smtp.on('error', () => undefined)
  return smtp
}

export const mailUser = 'ada@northwind.example'

/** Ends servers with the connections that are open. */
const closing = (...servers: readonly Server[]) => {
  const sockets = new Set<Socket>()
  for (const server of servers) {
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => sockets.delete(socket))
    })
  }
  return async (): Promise<void> => {
    const ended = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())))
    for (const socket of sockets) socket.destroy()
    await Promise.all(ended)
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A moment as IMAP writes it: `04-Mar-2026 10:15:00 +0000`. Source: RFC 3501, date-time. */
const imapTime = (at: Date): string => {
  const [day, time] = at.toISOString().slice(0, 19).split('T') as [string, string]
  return `${day.slice(8)}-${months[at.getUTCMonth()]}-${at.getUTCFullYear()} ${time} +0000`
}
