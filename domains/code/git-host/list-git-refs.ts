import { Readable } from 'node:stream'
import { GitRequestError, flushPkt, pktLine, type Repositories } from '../../../execution/repositories/index.ts'
import { isArchived, isInScope } from '../../../platform/access/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { serveInTurn } from './serve-in-turn.ts'
import { hostedHead, isVersion2 } from './fetch-with-git.ts'
import { listGitRefs } from './protocol.ts'
import { pushAdvertisement } from './report.ts'

interface ListParts {
  readonly repositories: Repositories
  readonly everyDomain: Pick<EveryDomain, 'isProjectChanging'>
}

export default ({ repositories, everyDomain }: ListParts) =>
  handle(listGitRefs, async ({ params, query, workspace, caller, header, read, signal, absent, fail, ok }) => {
    if (params.workspace !== workspace) return absent()
    const { projectId } = params
    const head = await read((tx) => hostedHead(tx, projectId))
    if (typeof head === 'string') return fail[head]()
    if (query.service === 'git-receive-pack') {
      if (!isInScope(caller.scopes, 'write')) return fail.readOnlyKey()
      // Git shows the sentence of a refusal here, but for a push only refusals in its own format.
      if (await read((tx) => isArchived(tx, projectId))) return fail.archived()
      if (await read((tx) => everyDomain.isProjectChanging(tx, projectId))) return fail.taskActive()
      const content = Readable.from([pushAdvertisement(head)])
      return ok({ mediaType: 'application/x-git-receive-pack-advertisement', content })
    }
    const isNew = isVersion2(header('git-protocol'))
    try {
      const served = { commit: head.commitSha, branch: head.branch, request: undefined, isVersion2: isNew, signal }
      const refs = await serveInTurn(repositories, workspace, head.repositoryId, served)
      return ok({ mediaType: 'application/x-git-upload-pack-advertisement', content: isNew ? refs : announced(refs) })
    } catch (error) {
      if (error instanceof GitRequestError) return fail.noRequest()
      throw error
    }
  })

/** The list of refs behind the name of its service, as before version 2. Source: gitprotocol-http(5). */
const announced = (refs: Readable): Readable =>
  Readable.from(withService(refs), { objectMode: false }).once('close', () => refs.destroy())

async function* withService(refs: Readable) {
  yield Buffer.concat([pktLine('# service=git-upload-pack\n'), flushPkt])
  yield* refs as AsyncIterable<Buffer>
}
