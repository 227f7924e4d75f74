import { wellFormedJson } from '../../packages/foreign-json/index.ts'
import { Transform } from 'node:stream'

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A message of a tool server, or a batch of them, as the protocol's library takes it: without null fields that stand
 * for absent fields, with a name of the server, and with texts that are Unicode. A message without such faults stays
 * the same text.
 */
export const mendedMessage = (message: string): string => {
  const text = wellFormedJson(message)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  const mended = Array.isArray(value) ? sameOr(value, value.map(mendedEnvelope)) : mendedEnvelope(value)
  return mended === value ? text : JSON.stringify(mended)
}

const sameOr = (list: readonly unknown[], mended: readonly unknown[]) =>
  mended.every((one, at) => one === list[at]) ? list : mended

const mendedEnvelope = (message: unknown): unknown => {
  if (!isObject(message)) return message
  const { result, params, ...head } = withoutNulls(message, ['error', 'result', 'params', 'method'])
  const whole = withParts(head, { result: isObject(result) ? mendedResult(result) : result, params: inParams(params) })
  return JSON.stringify(whole) === JSON.stringify(message) ? message : whole
}

const inParams = (params: unknown) => (isObject(params) ? withoutNulls(params, ['_meta']) : params)

const mendedResult = (original: Json): Json => {
  const result = withoutNulls(original, ['_meta', 'instructions', 'nextCursor'])
  if (typeof result.protocolVersion !== 'string') return result
  const { capabilities, serverInfo } = result
  const { name, version, ...rest } = isObject(serverInfo) ? serverInfo : ({} as Json)
  return {
    ...result,
    capabilities: isObject(capabilities) ? withoutNulls(capabilities, Object.keys(capabilities)) : {},
    serverInfo: {
      ...withoutNulls(rest, Object.keys(rest)),
      name: typeof name === 'string' ? name : 'unnamed',
      version: typeof version === 'string' ? version : '0',
    },
  }
}

const withoutNulls = (value: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([name, field]) => field !== null || !names.includes(name)))

const withParts = (head: Json, parts: Json): Json => ({
  ...head,
  ...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
})

/** Mends lines with a message each, which begin with `prefix`. Throws for a line above `lineBytesMost`. */
export const lineMender = (prefix: string, lineBytesMost: number) => {
  let pending: Buffer[] = []
  let pendingBytes = 0
  const keep = (bytes: Buffer) => {
    pending.push(bytes)
    pendingBytes += bytes.length
    if (pendingBytes > lineBytesMost) throw new Error('A message of the server is too large.')
  }
  const end = () => {
    const line = Buffer.concat(pending).toString('utf8').replace(/\r$/, '')
    pending = []
    pendingBytes = 0
    return line.startsWith(prefix) ? `${prefix}${mendedMessage(line.slice(prefix.length))}` : line
  }
  return {
    /** The lines that `chunk` completes. */
    push: (chunk: Buffer): string => {
      let lines = ''
      let from = 0
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        keep(chunk.subarray(from, at))
        lines += `${end()}\n`
        from = at + 1
      }
      keep(chunk.subarray(from))
      return lines
    },
    end,
  }
}

/** Mends a stream of events, whose source bounds its bytes. */
export const mendedEvents = (): Transform => {
  const mender = lineMender('data:', Infinity)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      done(null, mender.push(chunk))
    },
    flush(done) {
      done(null, mender.end())
    },
  })
}

/** Mends a body with a single message. */
export const mendedBody = (): Transform => {
  const chunks: Buffer[] = []
  return new Transform({
    transform(chunk: Buffer, _, done) {
      chunks.push(chunk)
      done()
    },
    flush(done) {
      done(null, mendedMessage(Buffer.concat(chunks).toString('utf8')))
    },
  })
}
