import { openThread } from '../../../platform/threads/index.ts'
import type { TreeEntry } from '../reads/tree.ts'
import { prefixesOf } from '../paths.ts'

export interface ExactFilesRequest {
  readonly root: string
  /** Mode and sha of each file by its path as latin1. */
  readonly files: ReadonlyMap<string, { readonly mode: string; readonly sha: string }>
  readonly folders: ReadonlySet<string>
  /** The permissions of a folder; a file has the permissions in it that its mode in git allows. */
  readonly mask: number
  /** Path of the git index over these files. */
  readonly index: string
}

/** A folder that holds exactly the files asked for. */
export interface ExactFiles {
  /** The disk space that they take. */
  readonly sizeBytes: number
  /** The index, if it names these files and matches them; without data that git takes on trust. */
  readonly index?: Uint8Array
}

const thread = openThread<ExactFilesRequest, ExactFiles | undefined>({
  module: new URL('./exact-files-worker.ts', import.meta.url),
  answerMs: 15 * 60_000,
})

/**
 * Whether a folder holds exactly these files: names, kinds, modes, single links and, hashed, contents; and whether the
 * index names them too. Undefined when anything differs but the index.
 */
export const holdsExactly = (
  root: string,
  entries: readonly TreeEntry[],
  { mask, index }: Pick<ExactFilesRequest, 'mask' | 'index'>,
): Promise<ExactFiles | undefined> => {
  const files = new Map<string, { mode: string; sha: string }>()
  const folders = new Set<string>([''])
  for (const { path, mode, sha } of entries) {
    files.set(path.toString('latin1'), { mode, sha })
    for (const prefix of prefixesOf(path)) if (prefix.length < path.length) folders.add(prefix.toString('latin1'))
  }
  return thread.ask({ root, files, folders, mask, index })
}
