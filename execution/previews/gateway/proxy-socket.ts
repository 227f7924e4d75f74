import { request as send, STATUS_CODES, type ClientRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { refuseUpgrade } from './preview-page.ts'
import type { Program } from '../programs/program.ts'
import { answerHeaders, requestHeaders, type ProxyRules } from './proxy-headers.ts'
import type { ProxyLimits } from './proxy-limits.ts'
import { proxyPages } from './proxy-pages.ts'

/** Passes a WebSocket to a program. Settles when it has ended, and never rejects. */
export const proxySocket = async (
  program: Program,
  rules: ProxyRules & { readonly limits: ProxyLimits },
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> => {
  const { limits } = rules
  const near = await program.connect(AbortSignal.timeout(limits.connectMs), 'socket').catch(() => undefined)
  if (!near) {
    refuseUpgrade(socket, program.isFar ? proxyPages.moving : proxyPages.notListening)
    return
  }
  try {
    // The visitor may have left while the program started.
    if (socket.destroyed) return
    const outgoing = send({
      createConnection: () => near,
      method: request.method,
      path: request.url,
      headers: { ...requestHeaders(request, rules), connection: 'Upgrade', upgrade: 'websocket' },
      setHost: false,
    })
    outgoing.setTimeout(limits.idleMs, () => outgoing.destroy())
    socket.once('close', () => outgoing.destroy())
    outgoing.end()
    const { answer, far } = await answerOf(outgoing)
    outgoing.setTimeout(0)
    const headers = answerHeaders(answer.rawHeaders, { ...rules, port: program.port })
    if (far) {
      socket.write(headText(101, [...headers, 'connection', 'Upgrade', 'upgrade', 'websocket']))
      if (head.length > 0) far.write(head)
      await carry(socket, far, limits)
    } else {
      socket.write(headText(answer.statusCode ?? 502, [...headers, 'connection', 'close']))
      await carry(socket, answer, limits)
    }
  } catch {
    refuseUpgrade(socket, proxyPages.endedEarly)
  } finally {
    near.destroy()
  }
}

const answerOf = (outgoing: ClientRequest) =>
  new Promise<{ readonly answer: IncomingMessage; readonly far?: Socket }>((resolve, reject) => {
    outgoing.once('upgrade', (answer, far, head) => {
      if (head.length > 0) far.unshift(head)
      resolve({ answer, far })
    })
    outgoing.once('response', (answer) => resolve({ answer }))
    outgoing.on('error', reject)
    outgoing.once('close', () => reject(new Error('The program closed the connection')))
  })

/** `headers` are names and values by turns, as a parser of HTTP has taken them: no value has a line break. */
const headText = (status: number, headers: readonly string[]) => {
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []))
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}`, ...lines, '', ''].join('\r\n')
}

/** Carries bytes until one side has closed, nothing has passed for a while, or the longest time is over. */
const carry = (socket: Duplex, far: Socket | IncomingMessage, { socketIdleMs, lifeMs }: ProxyLimits): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(life)
      clearTimeout(idle)
      socket.destroy()
      far.destroy()
      resolve()
    }
    const life = setTimeout(end, lifeMs)
    const idle = setTimeout(end, socketIdleMs)
    for (const side of [socket, far]) {
      side.on('data', () => idle.refresh())
      side.on('error', end)
      side.on('close', end)
    }
    far.pipe(socket)
    if ('write' in far) socket.pipe(far)
  })
