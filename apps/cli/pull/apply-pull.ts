import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { atelier } from '../program/command.ts'
import { git, streamGit } from '../../../execution/repositories/index.ts'
import { failed } from '../failure.ts'
import type { FoundRepository } from '../repository/find-repository.ts'
import { readRefs, type View } from '../repository/view.ts'
import type { Head } from './receive.ts'

interface PullTarget {
  readonly found: FoundRepository
  readonly view: View
  readonly head: Head
  readonly signal: AbortSignal
}

/** Brings the objects that a repository lacks from our view into it, and leaves them under `refs/remotes/atelier`. */
export const bringIn = async ({ found, view, head, signal }: PullTarget): Promise<void> => {
  const presentRefs = await readRefs(found, signal, ['refs/'])
  const { gitDir } = view
  const packArgv = ['-c', 'pack.threads=1', 'pack-objects', '--revs', '--stdout', '--quiet']
  const packing = streamGit(packArgv, { gitDir, signal })
  const environment = { GIT_OBJECT_DIRECTORY: join(found.commonDir, 'objects') }
  const indexing = streamGit(['index-pack', '--stdin'], { gitDir, environment, signal })
  packing.stdin.end([head.commitSha, '--not', ...presentRefs.map(({ sha }) => sha), ''].join('\n'))
  indexing.stdout.resume()
  // The reader of the pack ends with its last byte, perhaps before its writer has: both exit codes decide whether it
  // came over.
  pipeline(packing.stdout, indexing.stdin).catch(() => undefined)
  try {
    await Promise.all([packing.ended, indexing.ended])
    await moveRef(found, `refs/remotes/atelier/${head.branch}`, head.commitSha, undefined, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw failed(
      'not_written',
      `The new commits could not be written into ${found.commonDir}: ${(error as Error).message}\nCheck the space on the disk and the rights of its folders, and run ${atelier} pull again.`,
    )
  } finally {
    packing.stop()
    indexing.stop()
  }
}

const committer = { GIT_COMMITTER_NAME: 'Atelier', GIT_COMMITTER_EMAIL: 'cli@atelier.invalid' }

/** Sets a ref, with an entry for `git reflog`; with `from`, only if the ref still has that commit. */
export const moveRef = async (
  { gitDir }: Pick<FoundRepository, 'gitDir'>,
  name: string,
  to: string,
  from: string | undefined,
  signal: AbortSignal,
): Promise<void> => {
  const logged = ['-c', 'core.logAllRefUpdates=true', 'update-ref', '-m', 'atelier pull']
  await git([...logged, name, to, ...(from ? [from] : [])], { gitDir, environment: committer, signal })
}
