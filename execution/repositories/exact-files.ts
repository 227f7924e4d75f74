import { openThread } from '../../platform/threads/index.ts'
import type { TreeEntry } from './tree.ts'
import { prefixesOf } from './paths.ts'

export interface ExactAsked {
  readonly root: string
  /** Mode and sha of each file by its path as latin1. */
  readonly files: ReadonlyMap<string, { readonly mode: string; readonly sha: string }>
  readonly folders: ReadonlySet<string>
  /** The permissions of a folder; a file has those of them that its mode in git allows. */
  readonly mask: number
}

const thread = openThread<ExactAsked, number | undefined>({
  module: new URL('./exact-files-worker.ts', import.meta.url),
  answerMs: 15 * 60_000,
})

/**
 * Whether a folder holds exactly these files: names, kinds, modes, single links and, hashed, contents. Answers with the
 * bytes of the disk that they take; undefined when anything differs.
 */
export const holdsExactly = (
  root: string,
  entries: readonly TreeEntry[],
  mask: number,
): Promise<number | undefined> => {
  const files = new Map<string, { mode: string; sha: string }>()
  const folders = new Set<string>([''])
  for (const { path, mode, sha } of entries) {
    files.set(path.toString('latin1'), { mode, sha })
    for (const prefix of prefixesOf(path)) if (prefix.length < path.length) folders.add(prefix.toString('latin1'))
  }
  return thread.ask({ root, files, folders, mask })
}
