import type { StoredRow } from './row.ts'
import type { ChainItem, ChainHead } from './verify.ts'

/** The first line of an export: the chain's workspace, its end, and the keys that its server trusts. */
interface ExportHead {
  readonly format: 'atelier-audit'
  readonly version: 1
  readonly workspaceId: string
  readonly origin: string
  readonly verifiers: readonly string[]
  readonly head: { readonly position: number; readonly hash: string }
  readonly exportedAt: string
}

export const exportHead = (
  head: Omit<ExportHead, 'format' | 'version' | 'head'> & { readonly head: ChainHead },
): string =>
  line({
    format: 'atelier-audit',
    version: 1,
    ...head,
    head: { position: head.head.position, hash: head.head.hash.toString('hex') },
  })

/** One row or checkpoint as a line of JSON; hashes and salts in hexadecimal. */
export const chainLine = (item: ChainItem): string => {
  if ('note' in item) return line({ note: item.note })
  const { row, hash, salt, details, erasedAt } = item
  return line({ row, hash: hash.toString('hex'), salt: salt?.toString('hex') ?? null, details, erasedAt })
}

const line = (value: object) => `${JSON.stringify(value)}\n`

/** Thrown at a line that no export has, with its number, counted from 1. */
export class ExportUnreadable extends Error {
  readonly line: number

  constructor(line: number) {
    super(`Line ${line} is none of an audit export of version 1`)
    this.name = 'ExportUnreadable'
    this.line = line
  }
}

/** Reads an export line by line: its head, then rows and checkpoints. Throws ExportUnreadable for a wrong line. */
export const openExport = async (lines: AsyncIterable<string>) => {
  const iterator = lines[Symbol.asyncIterator]()
  const first = await iterator.next()
  const head = first.done ? undefined : valueOf(first.value)
  if (!isHead(head)) throw new ExportUnreadable(1)
  return { head, items: itemsOf(iterator) }
}

async function* itemsOf(iterator: AsyncIterator<string>): AsyncGenerator<ChainItem> {
  let number = 1
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    number += 1
    if (next.value === '') continue
    const item = itemOf(valueOf(next.value))
    if (!item) throw new ExportUnreadable(number)
    yield item
  }
}

/** As it was written: evidence is judged by its own characters. */
const valueOf = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

const isHead = (value: unknown): value is ExportHead =>
  isObject(value) &&
  value.format === 'atelier-audit' &&
  value.version === 1 &&
  typeof value.origin === 'string' &&
  typeof value.workspaceId === 'string' &&
  isObject(value.head) &&
  Number.isSafeInteger(value.head.position) &&
  isHash(value.head.hash)

const itemOf = (value: unknown): ChainItem | undefined => {
  if (!isObject(value)) return undefined
  if (typeof value.note === 'string') return { note: value.note }
  const { row, hash, salt, details, erasedAt } = value
  if (!isObject(row) || !Number.isSafeInteger(row.position) || !isHash(hash)) return undefined
  if (Object.values(row).some((field) => field !== null && !['string', 'number'].includes(typeof field)))
    return undefined
  if (typeof salt !== 'string' && salt !== null) return undefined
  if (!isObject(details) && details !== null) return undefined
  if (typeof erasedAt !== 'string' && erasedAt !== null) return undefined
  return {
    row: row as unknown as StoredRow['row'],
    hash: Buffer.from(hash, 'hex'),
    salt: salt === null ? null : Buffer.from(salt, 'hex'),
    details,
    erasedAt,
  }
}
