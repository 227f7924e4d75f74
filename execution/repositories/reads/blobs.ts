import { nextPart, streamGit } from '../git.ts'
import { bytesOf, forbiddenPath, type TreePath } from '../paths.ts'
import { filesOf, type TreeEntry } from './tree.ts'

export interface Blob {
  readonly sha: string
  readonly content: Buffer
}

/**
 * The contents of many blobs through one git process, in the order asked for. Each is held whole in memory, so that the
 * caller leaves large ones out. A sha that is no object of the repository throws.
 */
export async function* readBlobs(gitDir: string, shas: readonly string[], signal?: AbortSignal): AsyncGenerator<Blob> {
  for await (const { sha, sizeBytes, read } of eachBlob(gitDir, shas, signal))
    yield { sha, content: await read(sizeBytes) }
}

/** A part of a blob. The next one begins with the last `repeatedBytes` of it. */
export interface BlobPiece {
  readonly sha: string
  readonly content: Buffer
  readonly isFirst: boolean
  readonly repeatedBytes: number
}

export interface PieceSizes {
  readonly pieceBytes: number
  /** How much of a piece the next one begins with, so that text at their border is whole in one of them. */
  readonly overlapBytes: number
}

/** As `readBlobs`, of any size: a piece of at most `pieceBytes` at a time, and at least one of each blob. */
export async function* readBlobPieces(
  gitDir: string,
  shas: readonly string[],
  { pieceBytes, overlapBytes }: PieceSizes,
  signal?: AbortSignal,
): AsyncGenerator<BlobPiece> {
  for await (const { sha, sizeBytes, read } of eachBlob(gitDir, shas, signal)) {
    let left = sizeBytes
    let repeated: Buffer = Buffer.alloc(0)
    for (let isFirst = true; isFirst || left > 0; isFirst = false) {
      const own = await read(Math.min(left, pieceBytes - repeated.length))
      const content = Buffer.concat([repeated, own])
      left -= own.length
      const repeatedBytes = left > 0 ? overlapBytes : 0
      yield { sha, content, isFirst, repeatedBytes }
      repeated = content.subarray(content.length - repeatedBytes)
    }
  }
}

interface OpenBlob {
  readonly sha: string
  readonly sizeBytes: number
  /** Returns the next bytes; all of them have to be read before the next blob. */
  read(sizeBytes: number): Promise<Buffer>
}

async function* eachBlob(gitDir: string, shas: readonly string[], signal?: AbortSignal): AsyncGenerator<OpenBlob> {
  if (shas.length === 0) return
  const running = streamGit(['cat-file', '--batch', '--buffer'], { gitDir, signal })
  running.stdin.end(shas.map((sha) => `${sha}\n`).join(''))
  const reader = new ByteReader(running.stdout)
  try {
    for (const sha of shas) {
      const header = (await reader.line()).split(' ')
      if (header[0] !== sha || header[2] === undefined) throw new Error(`git has no object ${sha}: ${header.join(' ')}`)
      yield { sha, sizeBytes: Number(header[2]), read: (sizeBytes) => reader.bytes(sizeBytes) }
      await reader.bytes(1)
    }
    await running.ended
  } finally {
    running.stop()
  }
}

class ByteReader {
  readonly #chunks: AsyncIterator<Buffer, void>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer, void>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  async line(): Promise<string> {
    let end = this.#rest.indexOf(0x0a)
    while (end === -1) {
      this.#rest = Buffer.concat([this.#rest, await this.#chunk()])
      end = this.#rest.indexOf(0x0a)
    }
    const line = this.#rest.subarray(0, end).toString('latin1')
    this.#rest = this.#rest.subarray(end + 1)
    return line
  }

  async bytes(sizeBytes: number): Promise<Buffer> {
    const parts = [this.#rest]
    let found = this.#rest.length
    while (found < sizeBytes) {
      const chunk = await this.#chunk()
      parts.push(chunk)
      found += chunk.length
    }
    const whole = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = whole.subarray(sizeBytes)
    return whole.subarray(0, sizeBytes)
  }

  async #chunk(): Promise<Buffer> {
    return nextPart(this.#chunks)
  }
}

/** The question for a file of a commit. */
export interface FileRequest {
  readonly commit: string
  readonly path: TreePath
  /** The content of a larger file is left out. */
  readonly maxBytes: number
}

/** Like `FileRequest`, for several files. */
export interface FilesRequest extends Omit<FileRequest, 'path'> {
  readonly paths: readonly TreePath[]
}

/** A file of a commit; `content` is undefined if it has more bytes than were asked for. */
export interface FileAt {
  readonly sizeBytes: number
  readonly mode: string
  /** The object that holds its bytes. */
  readonly sha: string
  readonly content: Buffer | undefined
}

/** Files of a commit in the order of `paths`, held in memory, by two git processes; undefined for missing ones. */
export const readFilesAt = async (gitDir: string, { commit, paths, maxBytes }: FilesRequest) => {
  const entries = await entriesAt(gitDir, commit, paths)
  const found = paths.map((path) => entries.get(bytesOf(path).toString('latin1')))
  const small = found.flatMap((entry) => (entry && (entry.sizeBytes ?? Infinity) <= maxBytes ? [entry.sha] : []))
  const contents = new Map<string, Buffer>()
  for await (const { sha, content } of readBlobs(gitDir, [...new Set(small)])) contents.set(sha, content)
  return found.map((entry) => {
    if (entry?.sizeBytes === undefined) return undefined
    const { sizeBytes, mode, sha } = entry
    return { sizeBytes, mode, sha, content: sizeBytes <= maxBytes ? contents.get(sha) : undefined }
  })
}

// More are faster found in a list of all files than on a command line, which is bounded.
const namedMost = 200

/**
 * Entries of a commit by their paths as latin1. An argument is text; a path that is not text is looked for among all.
 */
export const entriesAt = async (gitDir: string, commit: string, paths: readonly TreePath[], signal?: AbortSignal) => {
  const allowed = paths.filter((path) => forbiddenPath(bytesOf(path)) === undefined)
  if (allowed.length === 0) return new Map<string, TreeEntry>()
  const texts = allowed.flatMap(({ path }) => path ?? [])
  const isNamed = texts.length === allowed.length && texts.length <= namedMost
  const wanted = new Set(allowed.map((path) => bytesOf(path).toString('latin1')))
  const entries = (await filesOf(gitDir, commit, { paths: isNamed ? texts : undefined, signal })).map(
    (entry) => [entry.path.toString('latin1'), entry] as const,
  )
  return new Map(entries.filter(([key]) => wanted.has(key)))
}
