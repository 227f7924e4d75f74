import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { nameOnCodeHost } from '../../repository-records/index.ts'
import { disconnectProjectRepo } from '../contract.ts'
import type { CodeHostParts } from '../parts.ts'
import { removeLink } from '../store-links.ts'
import { closePullRequestsOf } from '../store-pull-requests.ts'

export default ({ engine }: Pick<CodeHostParts, 'engine'>) =>
  handle(disconnectProjectRepo, async ({ tx, params, now, fail, absent, ok }) => {
    if (!(await lockProject(tx, params.id))) return absent()
    const link = (await removeLink(tx, params.id)) ?? fail.notConnected()
    // The runs that wait for them end with the reason: what is at the host is no longer looked at.
    for (const { runId } of await closePullRequestsOf(tx, params.id, now)) await engine.wake(tx, runId)
    await nameOnCodeHost(tx, { projectId: params.id, id: link.repositoryId }, null)
    return ok(
      { message: 'The project is disconnected. What was pushed stays on the code host.' },
      {
        resource: ['repository', link.repositoryId],
        parent: ['project', params.id],
        within: { projectId: params.id },
        metadata: { codeHostId: link.codeHostId },
      },
    )
  })
