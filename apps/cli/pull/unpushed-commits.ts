import { atelier } from '../program/command.ts'
import { revisions } from '../../../domains/code/revisions/contract.ts'
import { git } from '../../../execution/repositories/index.ts'
import type { FoundRepository } from '../repository/find-repository.ts'
import { openView } from '../repository/view.ts'
import type { Session } from '../session.ts'
import { inTemporaryFolder } from '../files/temporary-folder.ts'
import { counted } from '../terminal/text.ts'

/** Reports the commits of a repository that its project does not have: a change begins without them. */
export const reportUnpushedCommits = (session: Session, found: FoundRepository, projectId: string): Promise<void> =>
  inTemporaryFolder(async (folder) => {
    const { output, signal } = session
    const client = await session.client()
    const head = await client.call(revisions.getProjectRevisionHead, { params: { id: projectId } })
    const view = await openView(found, folder, signal)
    const local = view.branches.get(head.branch)
    if (local === undefined || local === head.commitSha) return
    const argv = ['rev-list', '--count', `${head.commitSha}..${local}`]
    // 128: the project's commit is not here yet, so that the answer is unknown.
    const { stdout } = await git(argv, { gitDir: view.gitDir, signal, exitCodes: [0, 128] })
    const ahead = Number(stdout.toString())
    if (ahead === 0) return
    const [is, them] = ahead === 1 ? ['is', 'it'] : ['are', 'them']
    output.say(
      `${counted(ahead, 'commit')} of ${head.branch} here ${is} not in Atelier. The change begins without ${them}, at revision ${head.generation}. Send ${them} first: ${atelier} push`,
    )
  })
