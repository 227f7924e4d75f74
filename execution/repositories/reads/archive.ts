import { readBlobs } from './blobs.ts'
import { treePathOf } from '../paths.ts'
import type { ArchivedFile, ArchiveOptions } from '../repositories.ts'
import { filesOf } from './tree.ts'

/**
 * A commit's files, ordered by path, with the contents of the files that fit: `maxFiles` of them, and `maxBytes`
 * together. `content` is undefined for a file that is left out of that, and for a submodule.
 */
export const archive = async (gitDir: string, { commit, maxFiles, maxBytes, signal }: ArchiveOptions) => {
  const entries = await filesOf(gitDir, commit, { signal })
  const shown = entries.slice(0, maxFiles)
  let leftBytes = maxBytes
  const read = shown.filter(({ sizeBytes }) => {
    const fits = sizeBytes !== undefined && sizeBytes <= leftBytes
    if (fits) leftBytes -= sizeBytes
    return fits
  })
  const contents = new Map<string, Buffer>()
  for await (const { sha, content } of readBlobs(gitDir, [...new Set(read.map(({ sha }) => sha))], signal)) {
    contents.set(sha, Buffer.from(content))
  }
  const files = shown.map(({ path, mode, sizeBytes, sha }): ArchivedFile => ({
    ...treePathOf(path),
    mode,
    sizeBytes,
    content: contents.get(sha),
  }))
  return { files, truncated: shown.length < entries.length || read.length < shown.length }
}
