// Source of these shapes: gitformat-pack(5).

const offsetDelta = 6
const referenceDelta = 7
const shaBytes = 20

/** The head of the entry that begins at `at`, with the inflated size of its data; undefined without a whole head. */
export const entryHead = (pack: Buffer, at: number) => {
  const first = pack[at]
  if (first === undefined) return undefined
  const type = (first >> 4) & 7
  const rest = (first & 128) === 0 ? { value: 0, end: at + 1 } : readSize(pack, at + 1)
  if (!rest) return undefined
  const sizeBytes = (first & 15) + rest.value * 16
  const base =
    type === offsetDelta ? readSize(pack, rest.end)?.end : rest.end + (type === referenceDelta ? shaBytes : 0)
  if (base === undefined || base >= pack.length) return undefined
  return { isDelta: type === offsetDelta || type === referenceDelta, sizeBytes, dataAt: base }
}

/** The size that a delta makes of its base, in bytes: the second number in it; 0 if it has none. */
export const resultSize = (delta: Buffer): number => {
  const base = readSize(delta, 0)
  return (base && readSize(delta, base.end)?.value) ?? 0
}

const sizeMostBytes = 8

/** A number in groups of seven bits, lowest first; undefined if it does not end. */
const readSize = (bytes: Buffer, at: number) => {
  let value = 0
  for (let read = 0; read < sizeMostBytes; read += 1) {
    const byte = bytes[at + read]
    if (byte === undefined) return undefined
    value += (byte & 127) * 128 ** read
    if ((byte & 128) === 0) return { value, end: at + read + 1 }
  }
  return undefined
}
