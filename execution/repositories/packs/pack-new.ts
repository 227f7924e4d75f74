import { join } from 'node:path'
import { git } from '../git.ts'
import { packFolder } from './pack-store.ts'

const packingMs = 15 * 60_000

/**
 * Packs what these objects reach, and those behind a `^` do not, beside the packs of a repository, each whole in
 * itself. Returns the names of the packs: empty if nothing is new.
 */
export const packNew = async (gitDir: string, revisions: readonly string[]): Promise<string[]> => {
  const argv = ['pack-objects', '--revs', '--quiet', '--non-empty', '--delta-base-offset', '--threads=1']
  const input = revisions.map((one) => `${one}\n`).join('')
  const { stdout } = await git([...argv, join(packFolder(gitDir), 'pack')], { gitDir, input, timeoutMs: packingMs })
  return packNames(stdout)
}

/** The names of the packs that git reports as written. */
export const packNames = (stdout: Buffer): string[] =>
  stdout
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((hash) => `pack-${hash}`)
