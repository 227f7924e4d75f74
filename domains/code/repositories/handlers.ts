import { v7 as uuidv7 } from 'uuid'
import type { Static } from '../../../platform/contract/index.ts'
import { faultsOfName } from '../../../platform/contract/schema.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { isBranchName, isCheckTimeout, storedFor } from '../../../execution/repositories/index.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { findScan, importSessions, claimScanById, type ScanRow } from '../imports/index.ts'
import { repositoriesMost } from '../projects/contract.ts'
import { lockProject, presentRepository } from '../projects/index.ts'
import {
  repositoriesOf,
  repositoriesOnOwnHost,
  claimPrimaryRepository,
  detachRepository,
  findRepository,
  makePrimary,
  findRef,
  changeRepository,
} from '../repository-records/index.ts'
import { headRevision } from '../revisions/index.ts'
import {
  inspectStored,
  removeSpent,
  withSandboxSlot,
  type CheckPlace,
  type StoredInspectParts,
} from '../uploads/index.ts'
import type { AttachProjectRepo } from './contract.ts'
import * as contract from './contract.ts'
import { auditSubject, prepareHead, insertHeadRevision, type HeadParts, hasActiveWork } from './head.ts'
import { makeRepository } from './make-repository.ts'
import { originOf, type Origin, detachObstacle } from './rules.ts'

type AttachParts = StoredInspectParts & { readonly database: Database; readonly engine: Engine }

const attachProjectRepo = (parts: AttachParts) =>
  handle(
    contract.attachProjectRepo,
    async ({ workspace, params, caller, body, signal, read, commit, fail, absent, invalid }) => {
      const faults = faultsOf(body)
      if (faults.length > 0) return invalid(faults)
      const origin = originOf(body)!
      const scan =
        origin.from === 'scan'
          ? await read((tx) => findScan(tx, { id: origin.scanId, userId: caller.userId }))
          : undefined
      if (origin.from === 'scan' && !scan) return fail.noScan()
      const check = async (address?: string) => scan && inspect(parts, scan, { workspace, address, signal })
      const { done: inspected, ...budget } = scan
        ? await withSandboxSlot(parts, workspace, check, { anywhere: true }).catch((error: unknown) => {
            if (isCheckTimeout(error)) return fail.checkTimeout()
            throw error
          })
        : { done: undefined }
      if ('limit' in budget) return fail.sandboxesInUse(budget)
      if (scan && !inspected?.ok) return fail.noScan()
      const quarantine = inspected?.ok ? inspected.quarantine : undefined
      const id = (quarantine && storedFor(quarantine)) ?? uuidv7()
      try {
        const stored =
          quarantine && (await parts.repositories.store(quarantine, { workspace, repositoryId: id }, signal))
        const scanned = scan && stored && { scan, quarantine: stored }
        return await commit(async ({ tx, now, created }) => {
          if (!(await lockProject(tx, params.id))) return absent()
          if (await isFull(tx, params.id, origin)) return fail.tooMany()
          const making = { projectId: params.id, id, origin, branch: body.branch, label: body.label, scanned, now }
          const row = (await makeRepository(parts.repositories, tx, making)) ?? fail.repositoryAttached()
          if (scan && !(await claimScanById(tx, { id: scan.id, userId: caller.userId }))) return fail.noScan()
          if (scan) await removeSpent(parts.database, tx, importSessions.bundleKey(scan.id))
          return created(presentRepository(row), auditSubject(row))
        })
      } finally {
        if (quarantine) await parts.repositories.discard(quarantine)
      }
    },
  )

/** A repository on this host counts until its files are purged, so that attaching in a loop does not fill the disk. */
const isFull = async (tx: Transaction, projectId: string, { from }: Origin) => {
  const [attached, own] = await Promise.all([
    repositoriesOf(tx, { projectIds: [projectId] }),
    repositoriesOnOwnHost(tx, projectId),
  ])
  return attached.length >= repositoriesMost || (from !== 'codehost' && own.length >= repositoriesMost)
}

/** Inspects the bundle of a scan; undefined if the bundle was deleted. */
const inspect = (parts: AttachParts, scan: ScanRow, at: CheckPlace) => {
  const { id, bundleSizeBytes, commitSha, defaultBranch: branch } = scan
  return inspectStored(parts, { id, bundleKey: importSessions.bundleKey(id), bundleSizeBytes, commitSha, branch }, at)
}

const faultsOf = (body: Static<typeof AttachProjectRepo>) => [
  ...(originOf(body) ? [] : [{ path: '', message: 'needs one of fullName, empty and scanId', rule: 'one_of' }]),
  ...(body.scanId !== undefined && body.branch !== undefined
    ? [{ path: 'branch', message: 'was named when the bundle was scanned: leave it out', rule: 'unavailable' }]
    : []),
  ...(body.empty && body.branch !== undefined && !isBranchName(body.branch)
    ? [{ path: 'branch', message: 'is no name of a branch', rule: 'branch_name' }]
    : []),
]

const detachProjectRepo = (everyDomain: Pick<EveryDomain, 'countInProjects'>) =>
  handle(contract.detachProjectRepo, async ({ tx, params, now, fail, absent, ok }) => {
    const { id: projectId, repoId: id } = params
    await claimPrimaryRepository(tx, { projectId })
    if (!(await lockProject(tx, projectId))) return absent()
    const repository = (await findRepository(tx, { projectId, id })) ?? absent()
    const [all, head] = await Promise.all([
      repositoriesOf(tx, { projectIds: [projectId] }),
      headRevision(tx, projectId),
    ])
    const isPrimary = repository.primarySince !== null
    const obstacle = detachObstacle({ isPrimary, others: all.length - 1, holdsHead: head?.repositoryId === id })
    if (obstacle) return fail[obstacle]()
    const detached = (await detachRepository(tx, { projectId, id, now })) ?? absent()
    const isOwn = detached.host === 'native-repos'
    if ((isPrimary || isOwn) && (await hasActiveWork(everyDomain, tx, projectId))) return fail.active()
    return ok(
      { message: isOwn ? purged : `${detached.fullName} is detached, and free for other projects.` },
      auditSubject(detached),
    )
  })

const purged = 'The repository is detached. Its files are purged after 30 days.'

const listProjectRepos = handle(contract.listProjectRepos, async ({ tx, params, ok }) =>
  ok((await repositoriesOf(tx, { projectIds: [params.id] })).map(presentRepository)),
)

type PrimaryParts = HeadParts & { readonly everyDomain: Pick<EveryDomain, 'countInProjects'> }

const makeProjectRepoPrimary = (parts: PrimaryParts) =>
  handle(contract.makeProjectRepoPrimary, async ({ params, signal, read, commit, fail, absent }) => {
    const named = { projectId: params.id, id: params.repoId }
    const found = (await read((tx) => findRepository(tx, named))) ?? absent()
    const isOwn = found.host === 'native-repos' && found.primarySince === null
    const place = { projectId: named.projectId, repositoryId: found.id, branch: found.defaultBranch }
    const head = isOwn ? await prepareHead(parts, read, place, signal) : undefined
    if (typeof head === 'string') return fail[head]()
    return commit(async ({ tx, now, ok }) => {
      await claimPrimaryRepository(tx, { projectId: params.id })
      if (!(await lockProject(tx, named.projectId))) return absent()
      const before = (await findRepository(tx, named)) ?? absent()
      if (before.primarySince !== null) return ok(presentRepository(before), auditSubject(before))
      if (before.defaultBranch !== found.defaultBranch) return fail.headMoved()
      const primary = (await makePrimary(tx, named, now)) ?? absent()
      if (await hasActiveWork(parts.everyDomain, tx, named.projectId)) return fail.active()
      if (head && !(await insertHeadRevision(tx, head, now))) return fail.headMoved()
      return ok(presentRepository(primary), auditSubject(primary))
    })
  })

const updateProjectRepo = (parts: PrimaryParts) =>
  handle(contract.updateProjectRepo, async ({ params, body, signal, read, commit, fail, absent, invalid }) => {
    const named = { projectId: params.id, id: params.repoId }
    const found = (await read((tx) => findRepository(tx, named))) ?? absent()
    const faults = faultsOfName('label', body.label, [found.label])
    if (faults.length > 0) return invalid(faults)
    const isPrimary = found.primarySince !== null
    const branch = body.branch === found.defaultBranch ? undefined : body.branch
    const isOwn = found.host === 'native-repos' && branch !== undefined
    if (isOwn && !(await read((tx) => hasBranch(tx, found.id, branch)))) return invalid([noBranch])
    const place = { projectId: named.projectId, repositoryId: found.id, branch: branch ?? found.defaultBranch }
    const head = isOwn && isPrimary ? await prepareHead(parts, read, place, signal) : undefined
    if (typeof head === 'string') return fail[head]()
    return commit(async ({ tx, now, ok }) => {
      if (head) await claimPrimaryRepository(tx, { projectId: params.id })
      if (!(await lockProject(tx, named.projectId))) return absent()
      const before = (await findRepository(tx, named)) ?? absent()
      if ((before.primarySince !== null) !== isPrimary) return fail.headMoved()
      const label = body.label === undefined ? before.label : body.label
      const changed = (await changeRepository(tx, { ...named, branch, label })) ?? absent()
      if (head && (await hasActiveWork(parts.everyDomain, tx, named.projectId))) return fail.active()
      if (head && !(await insertHeadRevision(tx, head, now))) return fail.headMoved()
      return ok(presentRepository(changed), auditSubject(changed))
    })
  })

const noBranch = { path: 'branch', message: 'names no branch of this repository', rule: 'exists' }

const hasBranch = async (tx: Transaction, id: string, branch: string) =>
  (await findRef(tx, id, `refs/heads/${branch}`)) !== undefined

export default (parts: AttachParts & PrimaryParts) => ({
  listProjectRepos,
  attachProjectRepo: attachProjectRepo(parts),
  updateProjectRepo: updateProjectRepo(parts),
  makeProjectRepoPrimary: makeProjectRepoPrimary(parts),
  detachProjectRepo: detachProjectRepo(parts.everyDomain),
})
