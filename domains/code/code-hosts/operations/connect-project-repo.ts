import {
  CodeHostFailure,
  createHostedRepository,
  findHostedRepository,
  inspectRemote,
  type CodeHostAccess,
} from '../../../../execution/code-hosts/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { claimPrimaryRepository, nameOnCodeHost } from '../../repository-records/index.ts'
import { lockProject, presentRepository } from '../../projects/index.ts'
import { repositoryAuditSubject } from '../../repositories/index.ts'
import type { RevisionRow } from '../../revisions/index.ts'
import { connectProjectRepo } from '../contract.ts'
import { historyOf } from '../history.ts'
import type { CodeHostParts } from '../parts.ts'
import { repositoryNameProblem } from '../rules.ts'
import { findCodeHost, holdCodeHost, lockCodeHosts } from '../store.ts'
import { insertLink } from '../store-links.ts'
import { openedAccess } from '../token.ts'

// A refused token has to be mended; a host that did not answer may do so soon.
const unreachableRetrySeconds = 10
const noHost = { path: 'codeHostId', message: 'is no code host of this workspace', rule: 'exists' }

export default (parts: CodeHostParts) =>
  handle(connectProjectRepo, async ({ params, body, caller, signal, read, commit, fail, absent, invalid }) => {
    const host = await read((tx) => findCodeHost(tx, body.codeHostId))
    if (!host) return invalid([noHost])
    const problem = repositoryNameProblem(host.kind, body.fullName)
    if (problem !== undefined) return invalid([{ path: 'fullName', message: problem, rule: 'repository_name' }])
    if (!parts.vault.available) return fail.noVault()
    const before = await read((tx) => historyOf(tx, parts.everyDomain, params.id))
    if (before.obstacle) return fail[before.obstacle]()
    const access = await read((tx) => openedAccess(tx, parts.vault, host))
    const remote = await prepareRemote(parts, { access, body, head: before.head!, signal })
    if (remote.failure) {
      const { reason, message } = remote.failure
      if (reason === 'absent') return fail.noRepository()
      if (reason === 'not_empty') return fail.notEmpty()
      return fail.hostFailed({ error: message }, reason === 'unreachable' ? unreachableRetrySeconds : undefined)
    }
    return commit(async ({ tx, now, created }) => {
      await claimPrimaryRepository(tx, params.id)
      if (!(await lockProject(tx, params.id))) return absent()
      const { repository, obstacle } = await historyOf(tx, parts.everyDomain, params.id)
      if (obstacle) return fail[obstacle]()
      await lockCodeHosts(tx)
      if (!(await holdCodeHost(tx, host.id))) return invalid([noHost])
      const named = { projectId: params.id, id: repository!.id }
      const row = (await nameOnCodeHost(tx, named, remote.fullName)) ?? fail.repositoryAttached()
      await insertLink(tx, {
        projectId: params.id,
        repositoryId: row.id,
        codeHostId: host.id,
        pullRequests: body.pullRequests ?? true,
        now,
        userId: caller.userId,
      })
      return created(presentRepository(row), repositoryAuditSubject(row))
    })
  })

interface Remote {
  readonly access: CodeHostAccess
  readonly body: { readonly fullName: string; readonly create?: boolean }
  readonly head: RevisionRow
  readonly signal: AbortSignal
}

/** The repository at the host, made where that was asked for, and empty or with a part of this history. */
const prepareRemote = async (parts: CodeHostParts, { access, body, head, signal }: Remote) => {
  const { fetcher } = parts
  const { repositoryId, branch, commitSha } = head
  try {
    const found =
      (await findHostedRepository(fetcher, access, body.fullName, signal)) ??
      (body.create
        ? await createHostedRepository(fetcher, access, { fullName: body.fullName, branch }, signal)
        : undefined)
    if (!found) throw new CodeHostFailure('absent', 'There is no such repository.')
    const place = { fullName: body.fullName, repositoryId, branch, commitSha }
    await inspectRemote(parts, { host: access, ...place, isFirst: true, signal })
    return { fullName: body.fullName, failure: undefined }
  } catch (failure) {
    if (failure instanceof CodeHostFailure) return { failure }
    throw failure
  }
}
