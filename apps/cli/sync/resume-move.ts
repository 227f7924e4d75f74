import { copyFile } from 'node:fs/promises'
import { git } from '../../../execution/repositories/index.ts'
import { unsynced } from '../failure.ts'
import { moveRef } from '../pull/apply-pull.ts'
import type { FoundRepository } from '../repository/find-repository.ts'
import { openView, type View } from '../repository/view.ts'
import type { Session } from '../session.ts'
import { inTemporaryFolder } from '../files/temporary-folder.ts'
import { listed, printable } from '../terminal/text.ts'
import { findMove, forgetMove } from './fast-forward.ts'
import { dropOwnLock, withIndexLock } from './index-lock.ts'
import { settleMove, type InterruptedMove } from './settle-move.ts'

/** Finishes, or takes back, a fast-forward that an earlier command began here and a crash cut off. */
export const resumeMove = async (session: Session, found: FoundRepository): Promise<void> => {
  const move = await findMove(found)
  if (!move) return
  await dropOwnLock(found)
  await inTemporaryFolder(async (folder) => {
    const view = await openView(found, folder, session.signal)
    const stands = view.branches.get(move.branch)
    if (stands === move.from && view.headBranch === move.branch) await settleHere(session, { found, view, move })
    else if (stands !== move.to)
      session.output.say(
        `An earlier pull was cut off here, and ${move.branch} was moved since. git status shows its files.`,
      )
  })
  await forgetMove(found)
}

const settleHere = ({ output, signal }: Session, { found, view, move }: InterruptedMove) =>
  withIndexLock(found, async (indexFile, keep) => {
    const isAt = (commitSha: string) => isIndexAt(view, indexFile, commitSha)
    if (!(await isAt(move.from)) && !(await isAt(move.to)))
      throw unsynced(
        'interrupted',
        'An earlier pull was cut off here, and changes were staged since. Take them out of the index (git restore --staged .), then run this again.',
      )
    const settled = await settleMove({ found, view, move })
    await copyFile(settled.indexFile, indexFile)
    await keep()
    const commit = move.to.slice(0, 12)
    if (settled.way === 'undo') {
      const changedFiles = listed(settled.kept.map(printable), 10)
      output.say(
        `An earlier pull to commit ${commit} was cut off, and is taken back. Changed since, and left as it is: ${changedFiles}`,
      )
      return
    }
    await moveRef(found, `refs/heads/${move.branch}`, move.to, move.from, signal)
    output.say(`An earlier pull was cut off; it is finished now, at commit ${commit}.`)
  })

const isIndexAt = async ({ gitDir }: View, indexFile: string, commitSha: string) => {
  const argv = ['diff-index', '--cached', '--quiet', commitSha]
  return (await git(argv, { gitDir, indexFile, exitCodes: [0, 1] })).exitCode === 0
}
