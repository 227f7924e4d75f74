import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends these bytes and gives all that comes back until the server ends the connection, or until it is enough. */
export const sendRaw = async (
  baseUrl: string,
  bytes: string | Buffer,
  isEnough: (answer: Buffer) => boolean = () => false,
): Promise<string> => {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  let answer = Buffer.alloc(0)
  socket.on('data', (part: Buffer) => {
    answer = Buffer.concat([answer, part])
    if (isEnough(answer)) socket.destroy()
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  socket.write(bytes)
  await closed
  return answer.toString()
}

/** The same, and closes as soon as the first answer is whole by its content-length, as clients do. */
export const sendRawOnce = (baseUrl: string, bytes: string | Buffer): Promise<string> =>
  sendRaw(baseUrl, bytes, isWhole)

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
