import { GitRequestError, PktError, type Repositories } from '../../../execution/repositories/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import { fetchMostBytes, fetchWithGit } from './protocol.ts'
import { BodyTooLargeError, bodyOf, readAll } from './request-body.ts'
import { serveInTurn } from './serve-in-turn.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isOnCodeHost } from '../repository-records/rules.ts'
import { primaryRepository } from '../repository-records/index.ts'
import { headRevision } from '../revisions/index.ts'

export default ({ repositories }: { readonly repositories: Repositories }) =>
  handle(fetchWithGit, async ({ params, workspace, body, header, read, commit, signal, absent, fail }) => {
    if (params.workspace !== workspace) return absent()
    const head = await read((tx) => hostedHead(tx, params.projectId))
    if (typeof head === 'string') return fail[head]()
    const request = await readAll(bodyOf(body, header('content-encoding'), fetchMostBytes)).catch((error: unknown) => {
      if (error instanceof BodyTooLargeError) return fail.tooLarge()
      if (error instanceof PktError) return fail.noRequest()
      throw error
    })
    const served = {
      commit: head.commitSha,
      branch: head.branch,
      request,
      isVersion2: isVersion2(header('git-protocol')),
      signal,
    }
    const answer = await serveInTurn(repositories, workspace, head.repositoryId, served).catch((error: unknown) => {
      if (error instanceof GitRequestError) return fail.noRequest()
      throw error
    })
    const metadata = { revisionId: head.id, generation: head.generation, commitSha: head.commitSha, by: 'git' }
    const committed = commit(async ({ ok }) =>
      asksForCommits(request) ? ok(answer, { resource: ['project', params.projectId], metadata }) : ok(answer),
    )
    return committed.catch((error: unknown) => {
      answer.destroy()
      throw error
    })
  })

/** The revision that git clients see of a project, or why they see none. */
export const hostedHead = async (tx: Transaction, projectId: string) => {
  const [repository, head] = await Promise.all([primaryRepository(tx, projectId), headRevision(tx, projectId)])
  if (isOnCodeHost(repository)) return 'repositoryBacked' as const
  return head ?? ('noHead' as const)
}

/** True if a client asks for version 2 of git's protocol. Source: gitprotocol-v2(5), “Git-Protocol”. */
export const isVersion2 = (header: string | undefined): boolean => (header ?? '').split(':').includes('version=2')

/** True if a request asks for commits, rather than for the list of refs. */
export const asksForCommits = (request: Buffer): boolean =>
  /^(command=fetch|want )/.test(request.toString('latin1', 4, 32))
