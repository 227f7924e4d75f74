import { faultsOfName } from '../../../../platform/contract/schema.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { claimPrimaryRepository, findRef, findRepository, changeRepository } from '../../repository-records/index.ts'
import { lockProject, presentRepository } from '../../projects/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { hasActiveWork } from '../active-work.ts'
import { updateProjectRepo } from '../contract.ts'
import { prepareHead, takeHead } from '../head.ts'
import type { PrimaryParts } from './make-project-repo-primary.ts'

export default (parts: PrimaryParts) =>
  handle(updateProjectRepo, async ({ params, body, signal, read, commit, fail, absent, invalid }) => {
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
      if (head) await claimPrimaryRepository(tx, named.projectId)
      if (!(await lockProject(tx, named.projectId))) return absent()
      const before = (await findRepository(tx, named)) ?? absent()
      if ((before.primarySince !== null) !== isPrimary) return fail.headMoved()
      const label = body.label === undefined ? before.label : body.label
      const changed = (await changeRepository(tx, named, { branch, label })) ?? absent()
      if (head && (await hasActiveWork(parts.everyDomain, tx, named.projectId))) return fail.active()
      if (head && !(await takeHead(tx, head, now))) return fail.headMoved()
      return ok(presentRepository(changed), auditSubject(changed))
    })
  })

const noBranch = { path: 'branch', message: 'names no branch of this repository', rule: 'exists' }

const hasBranch = async (tx: Transaction, id: string, branch: string) =>
  (await findRef(tx, id, `refs/heads/${branch}`)) !== undefined
