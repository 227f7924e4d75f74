import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends these bytes and gives everything that comes back until the server ends the connection. */
export const sendRaw = async (baseUrl: string, bytes: string | Buffer): Promise<string> => {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => parts.push(part))
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  socket.write(bytes)
  await closed
  return Buffer.concat(parts).toString()
}

/** The status and the JSON body of a raw answer. */
export const parseRaw = (answer: string): { status: number; body: Record<string, unknown>; head: string } => {
  const [head, ...rest] = answer.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  return {
    status: Number(head!.split(' ')[1]),
    body: body ? (JSON.parse(body) as Record<string, unknown>) : {},
    head: head!,
  }
}
