import { v7 as uuidv7 } from 'uuid'
import { isBranchName, isCheckTimeout, storedFor } from '../../../../execution/repositories/index.ts'
import type { Static } from '../../../../platform/contract/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import {
  inspectStored,
  removeSpent,
  withSandboxSlot,
  type CheckPlace,
  type StoredInspectParts,
} from '../../uploads/index.ts'
import { findScan, importSessions, takeScanById, type ScanRow } from '../../imports/index.ts'
import { lockProject, presentRepository } from '../../projects/index.ts'
import { repositoriesOf, repositoriesOnOwnHost } from '../../repository-records/index.ts'
import { repositoriesMost } from '../../projects/contract.ts'
import { auditSubject } from '../audit-subject.ts'
import { attachProjectRepo, type AttachProjectRepo } from '../contract.ts'
import { makeRepository } from '../make-repository.ts'
import { originOf, type Origin } from '../rules.ts'

export type AttachParts = StoredInspectParts & { readonly database: Database; readonly engine: Engine }

export default (parts: AttachParts) =>
  handle(
    attachProjectRepo,
    async ({ workspace, params, caller, body, signal, read, commit, fail, absent, invalid }) => {
      const faults = faultsOf(body)
      if (faults.length > 0) return invalid(faults)
      const origin = originOf(body)!
      const scan = origin.from === 'scan' ? await read((tx) => findScan(tx, origin.scanId, caller.userId)) : undefined
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
          if (scan && !(await takeScanById(tx, scan.id, caller.userId))) return fail.noScan()
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
  const [attached, own] = await Promise.all([repositoriesOf(tx, [projectId]), repositoriesOnOwnHost(tx, projectId)])
  return attached.length >= repositoriesMost || (from !== 'codehost' && own.length >= repositoriesMost)
}

/** Undefined if the bundle has gone. */
const inspect = (parts: AttachParts, scan: ScanRow, at: CheckPlace) => {
  const { id, bundleSizeBytes, commitSha, defaultBranch: branch } = scan
  const bundleKey = importSessions.bundleKey(id)
  return inspectStored(parts, { id, bundleKey, bundleSizeBytes, commitSha, branch }, at)
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
