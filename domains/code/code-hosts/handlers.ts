import type { IncomingMessage } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { baseAddressOf, type Fetcher } from '../../../platform/fetch/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import { readBody } from '../../../platform/http/requests/bodies.ts'
import { openTries } from '../../../platform/jobs/index.ts'
import {
  CodeHostFailure,
  createHostedRepository,
  findHostedRepository,
  inspectRemote,
  type CodeHostAccess,
  isAppKey,
  listHostedRepositories,
  readHostDelivery,
  type HostDelivery,
  accountOf,
} from '../../../execution/code-hosts/index.ts'
import { git } from '../../../execution/repositories/index.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { testConnection } from '../connections/index.ts'
import { scanFetched, type ImportScanParts } from '../imports/index.ts'
import { lockProject, presentRepository } from '../projects/index.ts'
import { repositoryAuditSubject, hasActiveWork } from '../repositories/index.ts'
import { claimPrimaryRepository, nameOnCodeHost, primaryRepository } from '../repository-records/index.ts'
import { type RevisionRow, headRevision, manifestSizesOf } from '../revisions/index.ts'
import * as contract from './contract.ts'
import { deliveryMostBytes } from './contract.ts'
import type { CodeHostParts } from './parts.ts'
import { codeHostAuditSubject, presentCodeHost, presentPullRequest, presentConnection } from './present.ts'
import { repositoryNameProblem, credentialProblem, connectObstacle } from './rules.ts'
import { insertLink, projectsOfHost, removeLink, retryPushes, lookForName, lookSoon, findLink } from './store-links.ts'
import { closePullRequestsOf, pullRequestsOf, hintPullRequests } from './store-pull-requests.ts'
import {
  findCodeHost,
  shareLockCodeHost,
  lockCodeHosts,
  insertCodeHost,
  refusalOfHost,
  lockCodeHost,
  removeCodeHost,
  codeHosts,
  renewCodeHost as renew,
  codeHostByHook,
  recordHostDelivery,
} from './store.ts'
import { openedAccess, hostToken, openedHook } from './token.ts'

// Only for a host that did not answer: a refused token has to be replaced first.
const unreachableRetrySeconds = 10
const noHost = { path: 'codeHostId', message: 'is no code host of this workspace', rule: 'exists' }

const connectProjectRepo = (parts: CodeHostParts) =>
  handle(contract.connectProjectRepo, async ({ params, body, caller, signal, read, commit, fail, absent, invalid }) => {
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
      await claimPrimaryRepository(tx, { projectId: params.id })
      if (!(await lockProject(tx, params.id))) return absent()
      const { repository, obstacle } = await historyOf(tx, parts.everyDomain, params.id)
      if (obstacle) return fail[obstacle]()
      await lockCodeHosts(tx)
      if (!(await shareLockCodeHost(tx, { id: host.id }))) return invalid([noHost])
      const named = { projectId: params.id, id: repository!.id, fullName: remote.fullName }
      const row = (await nameOnCodeHost(tx, named)) ?? fail.repositoryAttached()
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

/** Finds or creates the repository at the host, which has to be empty or to have a part of this history. */
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

const missingAddress = { path: 'baseUrl', message: 'is required for Gitea and Forgejo', rule: 'required' }

const createCodeHost = ({ vault, fetcher }: CodeHostParts) =>
  handle(contract.createCodeHost, async ({ tx, body, caller, now, fail, invalid, created }) => {
    const { kind, name, token, app, tokenExpiresAt: expiresAt = null } = body
    const problem = credentialProblem(body, isAppKey)
    if (problem) return invalid([problem])
    const address = body.baseUrl ?? defaultAddresses[kind]
    if (address === undefined) return invalid([missingAddress])
    const baseUrl = baseAddressOf(address, fetcher)
    if (baseUrl === undefined) return invalid([wrongAddress])
    if (!vault.available) return fail.noVault()
    const refusal = await refusalOfHost(tx, name)
    if (refusal) return fail[refusal]()
    const id = uuidv7()
    const sealed = await hostToken.seal(tx, vault, id, app?.privateKey ?? token!)
    const installed = { appId: app?.appId ?? null, installationId: app?.installationId ?? null }
    const row = await insertCodeHost(tx, {
      id,
      kind,
      name,
      baseUrl,
      ...installed,
      ...sealed,
      expiresAt,
      now,
      userId: caller.userId,
    })
    return created(presentCodeHost(row), codeHostAuditSubject(row))
  })

const deleteCodeHost = handle(contract.deleteCodeHost, async ({ tx, params, fail, absent, ok }) => {
  const row = (await lockCodeHost(tx, params.id)) ?? absent()
  if ((await projectsOfHost(tx, row.id)).length > 0) return fail.inUse()
  await removeCodeHost(tx, row.id)
  return ok({ deleted: true }, codeHostAuditSubject(row))
})

const disconnectProjectRepo = ({ engine }: Pick<CodeHostParts, 'engine'>) =>
  handle(contract.disconnectProjectRepo, async ({ tx, params, now, fail, absent, ok }) => {
    if (!(await lockProject(tx, params.id))) return absent()
    const link = (await removeLink(tx, { projectId: params.id })) ?? fail.notConnected()
    // Wakes the runs that wait for these pull requests: nothing reads the host for them any more.
    for (const { runId } of await closePullRequestsOf(tx, { projectId: params.id, now })) await engine.wake(tx, runId)
    await nameOnCodeHost(tx, { projectId: params.id, id: link.repositoryId, fullName: null })
    return ok(
      { message: 'The project is disconnected. Pushed commits stay on the code host.' },
      {
        resource: ['repository', link.repositoryId],
        parent: ['project', params.id],
        within: { projectId: params.id },
        metadata: { codeHostId: link.codeHostId },
      },
    )
  })

const listCodeHosts = handle(contract.listCodeHosts, async ({ tx, ok }) =>
  ok((await codeHosts(tx)).map(presentCodeHost)),
)

const listProjectPullRequests = handle(contract.listProjectPullRequests, async ({ tx, params, ok }) =>
  ok((await pullRequestsOf(tx, { projectId: params.id })).map(presentPullRequest)),
)

const previewProjectRepoConnect = ({ repositories, everyDomain }: CodeHostParts) =>
  handle(contract.previewProjectRepoConnect, async ({ params, read, signal, ok }) => {
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
      obstacle: obstacle === 'noHistory' ? 'no_history' : (obstacle ?? null),
      connection: isLinked && host ? presentConnection(link, host, repository.fullName ?? '', head?.id) : null,
    })
  })

const commitsOf = async (gitDir: string, sha: string, signal: AbortSignal) =>
  Number((await git(['rev-list', '--count', sha], { gitDir, signal })).stdout.toString())

const listCodeHostRepositories = ({ vault, fetcher }: Pick<CodeHostParts, 'vault' | 'fetcher'>) =>
  handle(contract.listCodeHostRepositories, async ({ params, query, caller, signal, read, ok, fail, absent }) => {
    const host = (await read((tx) => findCodeHost(tx, params.id))) ?? absent()
    // A key that names projects sees only those projects.
    if (caller.projectIds) return ok({ repositories: [], hasMore: false })
    if (!vault.available) return fail.noVault()
    const access = await read((tx) => openedAccess(tx, vault, host))
    const search = query.search?.trim() ?? ''
    try {
      const found = await listHostedRepositories(fetcher, { host: access, search, signal })
      const { repositories, hasMore } =
        found.repositories.length > 0 ? found : await listNamed(fetcher, access, search, signal)
      return ok({ repositories: repositories.map(({ changedAt = null, ...row }) => ({ ...row, changedAt })), hasMore })
    } catch (error) {
      if (error instanceof CodeHostFailure) return fail.hostFailed({ error: error.message })
      throw error
    }
  })

/** Looks up the repository of exactly this name, even beyond the first page of the host. */
const listNamed = async (fetcher: Fetcher, host: CodeHostAccess, fullName: string, signal: AbortSignal) => {
  const isName = repositoryNameProblem(host.kind, fullName) === undefined
  const found = isName ? await findHostedRepository(fetcher, host, fullName, signal) : undefined
  return { repositories: found ? [{ ...found, changedAt: undefined }] : [], hasMore: false }
}

const renewCodeHost = ({ vault }: Pick<CodeHostParts, 'vault'>) =>
  handle(contract.renewCodeHost, async ({ tx, params, body, now, fail, invalid, absent, ok }) => {
    const before = (await lockCodeHost(tx, params.id)) ?? absent()
    const problem = credentialProblem({ ...body, kind: before.kind }, isAppKey)
    if (problem) return invalid([problem])
    if (!vault.available) return fail.noVault()
    const { token, app, tokenExpiresAt: expiresAt = null } = body
    const sealed = await hostToken.seal(tx, vault, before.id, app?.privateKey ?? token!)
    const installed = { appId: app?.appId ?? null, installationId: app?.installationId ?? null }
    const row = (await renew(tx, { id: before.id, ...installed, ...sealed, expiresAt })) ?? absent()
    await retryPushes(tx, { codeHostId: row.id, now })
    return ok(presentCodeHost(row), codeHostAuditSubject(row, { changed: ['token'] }))
  })

const scanCodeHostRepository = (parts: CodeHostParts & ImportScanParts) =>
  handle(contract.scanCodeHostRepository, async ({ params, body, read, absent, invalid, ...context }) => {
    const host = (await read((tx) => findCodeHost(tx, params.id))) ?? absent()
    const { fullName, branch } = body
    const problem = repositoryNameProblem(host.kind, fullName)
    if (problem !== undefined) return invalid([{ path: 'fullName', message: problem, rule: 'repository_name' }])
    if (!parts.vault.available) return context.fail.noVault()
    const access = await read((tx) => openedAccess(tx, parts.vault, host))
    const places = [{ host: access, fullName }]
    return scanFetched(parts, context, { places, branch, from: { codeHostId: host.id, fullName } })
  })

const tries = openTries()

const takeCodeHostDelivery = ({ database, vault, everyDomain }: CodeHostParts) =>
  handle(contract.takeCodeHostDelivery, async ({ params, body, header, fail, ok }) => {
    const found = (await database.identity((tx) => codeHostByHook(tx, params.token))) ?? fail.unknown()
    // No connection of the database waits for a sender that is slow.
    const bytes = await readBody(body as IncomingMessage, deliveryMostBytes)
    if (!vault.available) return fail.noVault()
    const { host, keys } = await database.reading(found.workspaceId, async (tx) => {
      const row = await findCodeHost(tx, found.id)
      return { host: row, keys: row && (await openedHook(tx, vault, row)) }
    })
    if (!host || !keys) return fail.unknown()
    const delivery = readHostDelivery(host.kind, { bytes, header }, keys.secret) ?? fail.unsigned()
    const within = database.within.bind(database, found.workspaceId)
    await tries.take(
      `${host.id} ${delivery.id}`,
      () => within((tx) => takeDelivery(everyDomain, tx, host.id, delivery)),
      () => within((tx) => setAside(tx, host.id, delivery)),
    )
    return ok({ accepted: true })
  })

/** Queues a look at the repository that a webhook names; anything else in the webhook is not believed. */
const takeDelivery = async (
  everyDomain: CodeHostParts['everyDomain'],
  tx: Transaction,
  codeHostId: string,
  { id, event, fullName }: HostDelivery,
) => {
  const now = await tx.now()
  if (!(await recordHostDelivery(tx, { codeHostId, deliveryId: id, event, now })) || fullName === undefined) return
  const projectId = await lookSoon(tx, { codeHostId, fullName, now })
  // Only repositories of the connection have its hook, so an unknown name means a renamed one: the host reports which.
  if (projectId === undefined) return void (await lookForName(tx, { codeHostId, now }))
  await hintPullRequests(tx, { projectId, now })
  await everyDomain.noticeHostDelivery(tx, { projectId, now })
}

/** Records once that a webhook could not be handled. The host is asked for its subject anyway. */
const setAside = async (tx: Transaction, codeHostId: string, { id, event }: HostDelivery) => {
  if (!(await recordHostDelivery(tx, { codeHostId, deliveryId: id, event, now: await tx.now() }))) return
  const details = { deliveryId: id, event }
  record(
    tx,
    {
      action: 'code_host.set_aside',
      category: 'execute',
      outcome: 'failure',
      actor: { type: 'system', id: null },
      source: 'codehost',
      resource: ['code_host', codeHostId],
      details,
    },
    { name: 'code_host.delivery_set_aside', entity: ['code_host', codeHostId], payload: details },
  )
}

const testCodeHost = ({ vault, fetcher }: Pick<CodeHostParts, 'vault' | 'fetcher'>) =>
  handle(contract.testCodeHost, async ({ params, signal, read, commit, fail, absent }) => {
    const row = (await read((tx) => findCodeHost(tx, params.id))) ?? absent()
    if (!vault.available) return fail.noVault()
    const access = await read((tx) => openedAccess(tx, vault, row))
    const tested = await testConnection(accountOf(fetcher, access, signal), CodeHostFailure)
    return commit(async ({ tx, now, ok }) => {
      if (tested.works) await retryPushes(tx, { codeHostId: row.id, now })
      return ok(tested, codeHostAuditSubject(row, { works: tested.works }))
    })
  })

export default (parts: CodeHostParts & ImportScanParts) => ({
  listCodeHosts,
  listCodeHostRepositories: listCodeHostRepositories(parts),
  scanCodeHostRepository: scanCodeHostRepository(parts),
  createCodeHost: createCodeHost(parts),
  renewCodeHost: renewCodeHost(parts),
  testCodeHost: testCodeHost(parts),
  deleteCodeHost,
  previewProjectRepoConnect: previewProjectRepoConnect(parts),
  connectProjectRepo: connectProjectRepo(parts),
  disconnectProjectRepo: disconnectProjectRepo(parts),
  listProjectPullRequests,
  takeCodeHostDelivery: takeCodeHostDelivery(parts),
})

const wrongAddress = {
  path: 'baseUrl',
  message: 'has to be a public https address without user, query or fragment, such as https://git.example.com',
  rule: 'address',
}

/** Where a code host is unless it is named; Gitea and Forgejo are at addresses of their own. */
const defaultAddresses = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  gitea: undefined,
} as const

/** The history of a project to push, and the obstacle to connecting it. */
const historyOf = async (tx: Transaction, everyDomain: Pick<EveryDomain, 'countInProjects'>, projectId: string) => {
  const link = await findLink(tx, { projectId })
  const repository = await primaryRepository(tx, projectId)
  const head = await headRevision(tx, projectId)
  const isOwn = repository?.host === 'native-repos' && head?.repositoryId === repository.id
  const sizes = head && isOwn ? await manifestSizesOf(tx, { id: head.id }) : { files: 0, findings: 0 }
  const obstacle = connectObstacle({
    isConnected: link !== undefined,
    hasOwnHistory: isOwn,
    findings: sizes.findings,
    isActive: await hasActiveWork(everyDomain, tx, projectId),
  })
  return { link, repository, head: isOwn ? head : undefined, ...sizes, obstacle }
}
