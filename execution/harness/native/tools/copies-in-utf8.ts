import { isUtf8 } from 'node:buffer'
import { lstat, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { decodeLines, isBinary } from '../../../../packages/charsets/index.ts'

const filesMost = 500
const allMostBytes = 32 * 2 ** 20
// As git does. Source: git's xdiff-interface.c, buffer_is_binary.
const headBytes = 8_000

interface Copies extends AsyncDisposable {
  readonly folder: string
  /** The copied files, by their paths in both folders. */
  readonly files: readonly string[]
  /** The number of texts beyond the limits. */
  readonly unsearched: number
}

/** Copies texts that are not UTF-8 into a temporary folder, as UTF-8, so that a search finds their words. */
export const copiesInUtf8 = async (root: string, paths: readonly string[]): Promise<Copies> => {
  const folder = paths.length === 0 ? '' : await mkdtemp(join(tmpdir(), 'search-'))
  const files: string[] = []
  let unsearched = 0
  let left = allMostBytes
  for (const path of paths) {
    const found = await textOf(join(root, path), files.length < filesMost ? left : 0)
    if (found === 'too_large') unsearched += 1
    if (found === undefined || found === 'too_large') continue
    left -= found.length
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), decodeLines(found))
    files.push(path)
  }
  return {
    folder,
    files,
    unsearched,
    [Symbol.asyncDispose]: async () => {
      if (folder !== '') await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The bytes of a text that is not UTF-8; undefined for any other file, and for a missing file. */
const textOf = async (path: string, bytesMost: number): Promise<Buffer | 'too_large' | undefined> => {
  const entry = await lstat(path).catch(() => undefined)
  if (!entry?.isFile()) return undefined
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  try {
    const head = Buffer.alloc(Math.min(headBytes, entry.size))
    await file.read(head, 0, head.length, 0)
    if (isBinary(head)) return undefined
    if (entry.size > bytesMost) return 'too_large'
    const bytes = Buffer.alloc(entry.size)
    await file.read(bytes, 0, bytes.length, 0)
    return isUtf8(bytes) && !bytes.includes(0) ? undefined : bytes
  } finally {
    await file.close()
  }
}
