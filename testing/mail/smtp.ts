import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly secure: boolean
  readonly user: unknown
  readonly raw: string
  readonly mail: Email
}

export interface MailTaker {
  readonly port: number
  /** The mails that it has taken, in the order of arrival. */
  readonly taken: ReceivedMail[]
  /** Resolves when it has taken `count` messages in all. */
  whenTaken(count: number): Promise<void>
  close(): Promise<void>
}

/** An SMTP server on loopback, until the test ends. `options` are those of the package smtp-server. */
export const mailTaker = async (options: SMTPServerOptions = {}): Promise<MailTaker> => {
  const taken: ReceivedMail[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: !options.key,
    closeTimeout: 1,
    onData: (stream, session, done) => {
      const keep = async () => {
        const raw = await text(stream)
        const { mailFrom, rcptTo } = session.envelope
        taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: session.user,
          raw,
          mail: await PostalMime.parse(raw),
        })
        for (const { count, resolve } of waiting) if (taken.length >= count) resolve()
      }
      keep().then(() => done(), done)
    },
    ...options,
  })
  server.on('error', () => undefined)
  const closed = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  let closing = false
  const close = () => {
    if (!closing) server.close(() => closed.resolve())
    closing = true
    return closed.promise
  }
  onTestFinished(close)
  const whenTaken = (count: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (taken.length >= count) resolve()
    else waiting.push({ count, resolve })
    return promise
  }
  return { port: (server.server.address() as { port: number }).port, taken, whenTaken, close }
}

/** A server on loopback that answers each line of a client as `answer` says; nothing if it gives undefined. */
export const rawTaker = async (
  greeting: string | undefined,
  answer: (line: string, socket: Socket) => string | undefined,
): Promise<{ readonly port: number }> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (greeting) socket.write(`${greeting}\r\n`)
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      for (const line of chunk.split('\r\n').filter((one) => one !== '')) {
        const said = answer(line, socket)
        if (said && socket.writable) socket.write(`${said}\r\n`)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return { port: (server.address() as { port: number }).port }
}
