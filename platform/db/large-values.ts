import type pg from 'pg'

/** Smaller ones are copied into the driver's message faster than they are sent by themselves. */
export const largeValueBytes = 256 * 1024

interface Bind {
  readonly portal?: string
  readonly statement?: string
  readonly values?: readonly unknown[]
  readonly valueMapper: (value: unknown) => string | Buffer | null
}

interface Connection {
  bind(config: Bind): void
  readonly stream: { write(bytes: Uint8Array): unknown }
}

/**
 * Makes a client send large values of bytes from where they are: the driver copies them into one message, which held up the
 * event loop for as long as the system took to find as much memory again. They may not change before the answer is there.
 */
export const sendLargeValues = (client: pg.ClientBase): void => {
  const { connection } = client as unknown as { connection: Connection }
  const bind = connection.bind.bind(connection)
  connection.bind = (config) => {
    if (config.values?.some(isLarge)) for (const piece of bindMessage(config)) connection.stream.write(piece)
    else bind(config)
  }
}

const isLarge = (value: unknown) => value instanceof Uint8Array && value.byteLength >= largeValueBytes

/** `Bind` of PostgreSQL's protocol, with text in every column of the answer. */
const bindMessage = ({ portal = '', statement = '', values = [], valueMapper }: Bind): Uint8Array[] => {
  const given = values.map((value) => valueMapper(value))
  const formats = given.map((value) => (typeof value === 'object' && value !== null ? 1 : 0))
  const pieces = [
    Buffer.from(`${portal}\0${statement}\0`),
    int16(given.length, ...formats, given.length),
    ...given.flatMap(lengthAndBytes),
    int16(1, 0),
  ]
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 4)
  return [Buffer.from('B'), int32(bytes), ...pieces]
}

const lengthAndBytes = (value: string | Buffer | null) => {
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
