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

/** The same, and closes as soon as the first answer is whole by its content-length, as clients do. */
export const sendRawOnce = async (baseUrl: string, bytes: string | Buffer): Promise<string> => {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  let answer = Buffer.alloc(0)
  socket.on('data', (part: Buffer) => {
    answer = Buffer.concat([answer, part])
    if (isWhole(answer)) socket.destroy()
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  socket.write(bytes)
  await closed
  return answer.toString()
}

const isWhole = (answer: Buffer): boolean => {
  const end = answer.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.subarray(0, Math.max(end, 0)).toString('latin1'))?.[1]
  return length !== undefined && answer.length >= end + 4 + Number(length)
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
