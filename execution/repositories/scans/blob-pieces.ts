import { entriesAt, type PieceSizes } from '../reads/blobs.ts'
import { streamGit } from '../git.ts'
import { bytesOf, type TreePath } from '../paths.ts'

export interface PiecesOptions extends PieceSizes {
  readonly commit: string
  readonly path: TreePath
  readonly signal?: AbortSignal | undefined
}

/** The content of a file in a commit, of any size, a piece at a time; empty if there is no such file. */
export async function* readPieces(
  gitDir: string,
  { commit, path, pieceBytes, overlapBytes, signal }: PiecesOptions,
): AsyncGenerator<Buffer> {
  const entry = (await entriesAt(gitDir, commit, [path], signal)).get(bytesOf(path).toString('latin1'))
  if (entry?.sizeBytes === undefined) return
  const running = streamGit(['cat-file', 'blob', entry.sha], { gitDir, signal })
  running.stdin.end()
  try {
    yield* piecesOf(running.stdout as AsyncIterable<Buffer>, pieceBytes, overlapBytes)
    await running.ended
  } finally {
    running.stop()
  }
}

/** Bytes as they come, in pieces of equal size; the last may be shorter. */
export async function* piecesOf(
  chunks: AsyncIterable<Buffer>,
  pieceBytes: number,
  overlapBytes: number,
): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let heldBytes = 0
  let isNew = false
  for await (const chunk of chunks) {
    held.push(chunk)
    heldBytes += chunk.length
    isNew ||= chunk.length > 0
    while (heldBytes >= pieceBytes) {
      const whole = Buffer.concat(held)
      yield whole.subarray(0, pieceBytes)
      held = [whole.subarray(pieceBytes - overlapBytes)]
      heldBytes = held[0]!.length
      isNew = heldBytes > overlapBytes
    }
  }
  if (isNew) yield Buffer.concat(held)
}
