import { git } from '../../../../execution/repositories/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { previewProjectRepoConnect } from '../contract.ts'
import { historyOf } from '../history.ts'
import type { CodeHostParts } from '../parts.ts'
import { presentConnection } from '../present.ts'
import { findCodeHost } from '../store.ts'

const words = { connected: 'connected', noHistory: 'no_history', findings: 'findings', active: 'active' } as const

export default ({ repositories, everyDomain }: Pick<CodeHostParts, 'repositories' | 'everyDomain'>) =>
  handle(previewProjectRepoConnect, async ({ params, read, signal, ok }) => {
    const { history, host } = await read(async (tx) => {
      const found = await historyOf(tx, everyDomain, params.id)
      return { history: found, host: found.link && (await findCodeHost(tx, found.link.codeHostId)) }
    })
    const { link, repository, head, files, findings, obstacle } = history
    const isLinked = link !== undefined && link.repositoryId === repository?.id
    return ok({
      repositoryId: head?.repositoryId ?? null,
      branch: head?.branch ?? null,
      headSha: head?.commitSha ?? null,
      commits: head
        ? await repositories.holding(head.repositoryId, (gitDir) => commitsOf(gitDir, head.commitSha, signal))
        : 0,
      files,
      findings,
      obstacle: obstacle ? words[obstacle] : null,
      connection: isLinked && host ? presentConnection(link, host, repository.fullName ?? '', head?.id) : null,
    })
  })

const commitsOf = async (gitDir: string, sha: string, signal: AbortSignal) =>
  Number((await git(['rev-list', '--count', sha], { gitDir, signal })).stdout.toString())
