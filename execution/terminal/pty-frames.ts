/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

const input = 0
const resize = 1
const headBytes = 5
const sizeMost = 1_000

/**
 * A frame of standard input for `pty-program.cjs`: its type in one byte, the length of the rest in four bytes, big
 * endian, and the bytes that a person typed.
 */
export const inputFrame = (typed: Buffer): Buffer => frame(input, typed)

/** A frame that resizes the terminal; columns and rows in two bytes each, big endian, 1 to 1,000. */
export const resizeFrame = (size: TerminalSize): Buffer => {
  const { columns, rows } = boundedSize(size)
  const payload = Buffer.alloc(4)
  payload.writeUInt16BE(columns, 0)
  payload.writeUInt16BE(rows, 2)
  return frame(resize, payload)
}

/** A size that a terminal can have, for any request of a client. */
export const boundedSize = ({ columns, rows }: TerminalSize): TerminalSize => ({
  columns: bounded(columns, 80),
  rows: bounded(rows, 24),
})

const bounded = (size: number, fallback: number) =>
  Number.isInteger(size) && size > 0 ? Math.min(size, sizeMost) : fallback

const frame = (type: number, payload: Buffer): Buffer => {
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(type, 0)
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}
