import canonicalize from 'canonicalize'
import { base64OfBytes } from '../../../parts/files/base64.ts'

// The exact bytes are in docs/audit-format.md.
const encoder = new TextEncoder()
const prefix = { leaf: Uint8Array.of(0), node: Uint8Array.of(1) }

type Bytes = Uint8Array<ArrayBuffer>

const sha256 = async (...parts: readonly Uint8Array[]): Promise<Bytes> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const canonical = (value: unknown) => encoder.encode(canonicalize(value))

/** A saved checkpoint: the number of its rows, and the root of their tree. */
export interface SavedCheckpoint {
  readonly workspaceId: string
  readonly size: number
  readonly root: string
}

const noteText = /^atelier\/(tree|audit)\/([0-9a-f-]{36})\n(\d{1,15})\n([A-Za-z0-9+/]{43}=)\n\n/

/** Reads a signed note. A checkpoint from before the tree has the hash of the chain instead of a root. */
export const readCheckpoint = (text: string): (SavedCheckpoint & { readonly isOfTree: boolean }) | undefined => {
  const [, kind, workspaceId, size, root] = noteText.exec(text.replaceAll('\r\n', '\n')) ?? []
  if (workspaceId === undefined || root === undefined) return undefined
  return { workspaceId, size: Number(size), root, isOfTree: kind === 'tree' }
}

interface LogLine {
  readonly row?: { readonly position: number; readonly detailsHash: string; readonly action: string }
  readonly hash?: string
  readonly salt?: string | null
  readonly details?: { readonly positions?: readonly number[] } | null
  readonly erasedAt?: string | null
  readonly note?: string
}

export type BreakReason = 'unreadable' | 'order' | 'details' | 'erased' | 'checkpoint' | 'kept' | 'missing' | 'head'

/** A row as it is drawn: its position, the first digit of its hash, and whether its details were erased. */
interface RowBar {
  readonly position: number
  readonly digit: number
  readonly isErased: boolean
}

export interface Outcome {
  readonly rows: number
  readonly erased: number
  /** Checkpoints of the export that are of exactly these rows. */
  readonly checkpoints: readonly number[]
  readonly bars: readonly RowBar[]
  /** Where the log first does not hold. */
  readonly broken?: { readonly position: number; readonly reason: BreakReason }
}

/** The whole subtrees that cover the leaves, largest first. Source: RFC 6962, section 2.1. */
const treeOf = () => {
  const cover: { readonly node: Bytes; readonly size: number }[] = []
  return {
    push: async (entry: Uint8Array) => {
      let node = await sha256(prefix.leaf, entry)
      let size = 1
      while (cover.at(-1)?.size === size) {
        node = await sha256(prefix.node, cover.pop()!.node, node)
        size *= 2
      }
      cover.push({ node, size })
    },
    root: async (): Promise<Bytes> => {
      let root = cover.at(-1)?.node ?? new Uint8Array(32)
      for (const { node } of cover.slice(0, -1).reverse()) root = await sha256(prefix.node, node, root)
      return root
    },
  }
}

class ChainError extends Error {
  readonly position: number
  readonly reason: BreakReason
  constructor(position: number, reason: BreakReason) {
    super(reason)
    this.position = position
    this.reason = reason
  }
}

/** A log of more rows is drawn by every second, fourth or eighth row and so on, in fewer than twice as many bars. */
const barsMost = 96

/** Computes a log again, row by row. Throws ChainError if it does not hold. */
const reader = (workspaceId: string, kept: SavedCheckpoint | undefined) => {
  const tree = treeOf()
  const blank = new Set<number>()
  const checkpoints: number[] = []
  let bars: RowBar[] = []
  let every = 1
  let hash: Bytes = new Uint8Array(32)
  let size = 0
  let erased = 0

  const draw = (isErased: boolean) => {
    if (size % every === 0) bars.push({ position: size, digit: hash[0]! >> 4, isErased })
    else if (isErased) bars.push({ ...bars.pop()!, isErased })
    if (bars.length < 2 * barsMost) return
    every *= 2
    bars = bars.filter(({ position }) => position % every === 0)
  }

  const takeRow = async ({ row, ...rest }: LogLine & { readonly row: NonNullable<LogLine['row']> }) => {
    const position = size + 1
    hash = await sha256(hash, canonical(row))
    if (row.position !== position || hexOf(hash) !== rest.hash) throw new ChainError(position, 'order')
    await tree.push(hash)
    size = position
    const isErased = rest.details === null || rest.details === undefined
    draw(isErased)
    if (kept?.size === size && base64OfBytes(await tree.root()) !== kept.root) throw new ChainError(size, 'kept')
    if (isErased) {
      if (!rest.erasedAt) throw new ChainError(position, 'erased')
      blank.add(position)
      erased += 1
      return
    }
    const details = hexOf(await sha256(bytesOf(rest.salt ?? ''), canonical(rest.details)))
    if (details !== row.detailsHash) throw new ChainError(position, 'details')
    if (row.action === 'audit.erase') for (const one of rest.details?.positions ?? []) blank.delete(one)
  }

  const takeNote = async (note: string) => {
    const checkpoint = readCheckpoint(note)
    const root = base64OfBytes(checkpoint?.isOfTree ? await tree.root() : hash)
    const isOurs = checkpoint?.workspaceId === workspaceId && checkpoint.size === size && checkpoint.root === root
    if (!isOurs) throw new ChainError(size, 'checkpoint')
    checkpoints.push(size)
  }

  const end = (head: { readonly position: number; readonly hash: string }) => {
    if (kept && kept.size > size) throw new ChainError(size, 'missing')
    if (head.position !== size || head.hash !== hexOf(hash)) throw new ChainError(size, 'head')
    // Every row without details has to be named by a later row about the erasure.
    if (blank.size > 0) throw new ChainError(Math.min(...blank), 'erased')
  }
  const outcome = (): Outcome => ({ rows: size, erased, checkpoints, bars })
  return { takeRow, takeNote, end, outcome, at: () => size + 1 }
}

const parsed = (line: string, position: number): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    throw new ChainError(position, 'unreadable')
  }
}

interface LogHeader {
  readonly format?: string
  readonly version?: number
  readonly workspaceId?: string
  readonly head?: { readonly position: number; readonly hash: string }
}

/**
 * Checks an export of the audit log line by line, as in docs/audit-format.md, with the saved checkpoint if one exists.
 * Signatures are not looked at: who holds a checkpoint needs none, and a server could make others.
 */
export const checkLog = async (
  lines: AsyncIterable<string>,
  kept: SavedCheckpoint | undefined,
  onRow: (rows: number) => void = () => undefined,
): Promise<Outcome> => {
  let reading: ReturnType<typeof reader> | undefined
  let head: LogHeader['head']
  try {
    for await (const line of lines) {
      if (!reading) {
        const first = parsed(line, 0) as LogHeader
        head = first.head
        const isOurs = first.format === 'atelier-audit' && first.version === 1 && first.workspaceId !== undefined
        if (!isOurs || !head || (kept && kept.workspaceId !== first.workspaceId)) throw new ChainError(0, 'unreadable')
        reading = reader(first.workspaceId, kept)
        continue
      }
      const item = parsed(line, reading.at()) as LogLine
      if (item.row) await reading.takeRow({ ...item, row: item.row })
      else await reading.takeNote(item.note ?? '')
      onRow(reading.at() - 1)
    }
    if (!reading || !head) throw new ChainError(0, 'unreadable')
    reading.end(head)
    return reading.outcome()
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    const { position, reason } = error
    const empty: Outcome = { rows: 0, erased: 0, checkpoints: [], bars: [] }
    return { ...(reading?.outcome() ?? empty), broken: { position, reason } }
  }
}

/** The lines of a stream of UTF-8 text, as they come. */
export const linesIn = async function* (stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reading = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (let next = await reading.read(); !next.done; next = await reading.read()) {
    const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
