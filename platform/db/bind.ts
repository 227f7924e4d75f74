import type { Socket } from 'node:net'

/** Smaller ones are copied into the driver's message faster than they are sent by themselves. */
export const largeValueBytes = 256 * 1024

/** What a statement's parameter is on the wire: text, or bytes as they are. */
export type Parameter = string | Buffer | null

/** The driver's connection, which writes messages of PostgreSQL's protocol. Its types do not show it. */
export interface Connection {
  readonly stream: Socket
  parse(message: { readonly name: string; readonly text: string }): void
  bind(message: { readonly statement: string; readonly values: readonly Parameter[] }): void
  describe(message: { readonly type: 'P' }): void
  execute(): void
  close(message: { readonly type: 'S'; readonly name: string }): void
  sync(): void
}

/**
 * Gives a statement its parameters. Large ones are sent from where they are: the driver copies them into one message,
 * which held up the event loop for as long as the system took to find as much memory again. They may not change before
 * the answer is there.
 */
export const bindTo = (connection: Connection, statement: string, values: readonly Parameter[]): void => {
  if (!values.some(isLarge)) connection.bind({ statement, values })
  else for (const piece of bindMessage(statement, values)) connection.stream.write(piece)
}

const isLarge = (value: Parameter) => typeof value === 'object' && value !== null && value.byteLength >= largeValueBytes

/** `Bind` of PostgreSQL's protocol, without a portal's name and with text in every column of the answer. */
const bindMessage = (statement: string, values: readonly Parameter[]): Uint8Array[] => {
  const formats = values.map((value) => (typeof value === 'object' && value !== null ? 1 : 0))
  const pieces = [
    Buffer.from(`\0${statement}\0`),
    int16(values.length, ...formats, values.length),
    ...values.flatMap(lengthAndBytes),
    int16(1, 0),
  ]
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 4)
  return [Buffer.from('B'), int32(bytes), ...pieces]
}

const lengthAndBytes = (value: Parameter) => {
  if (value === null) return [int32(-1)]
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  return [int32(bytes.length), bytes]
}

const int16 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [at, value] of values.entries()) bytes.writeInt16BE(value, 2 * at)
  return bytes
}

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
