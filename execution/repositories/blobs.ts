import { git, nextPart, streamGit } from './git.ts'
import { bytesOf, forbiddenPath, type TreePath } from './paths.ts'
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
  if (shas.length === 0) return
  const running = streamGit(['cat-file', '--batch', '--buffer'], { gitDir, signal })
  running.stdin.end(shas.map((sha) => `${sha}\n`).join(''))
  const reader = new ByteReader(running.stdout)
  try {
    for (const sha of shas) {
      const header = (await reader.line()).split(' ')
      if (header[0] !== sha || header[2] === undefined) throw new Error(`git has no object ${sha}: ${header.join(' ')}`)
      const content = await reader.bytes(Number(header[2]))
      await reader.bytes(1)
      yield { sha, content }
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

/** One file of a commit; undefined when there is none, `content` undefined when it has more than `maxBytes`. */
export const readFileAt = async (
  gitDir: string,
  { commit, path, maxBytes }: { readonly commit: string; readonly path: TreePath; readonly maxBytes: number },
) => {
  const entry = await entryAt(gitDir, commit, path)
  if (entry?.sizeBytes === undefined) return undefined
  const { mode, sizeBytes, sha } = entry
  if (sizeBytes > maxBytes) return { sizeBytes, mode, content: undefined }
  const { stdout } = await git(['cat-file', 'blob', sha], { gitDir, maxOutputBytes: maxBytes })
  return { sizeBytes, mode, content: stdout }
}

// An argument is text; a path that is none is looked for among all of them.
const entryAt = async (gitDir: string, commit: string, path: TreePath): Promise<TreeEntry | undefined> => {
  const wanted = bytesOf(path)
  if (forbiddenPath(wanted) !== undefined) return undefined
  return (await filesOf(gitDir, commit, { path: path.path })).find((entry) => entry.path.equals(wanted))
}
