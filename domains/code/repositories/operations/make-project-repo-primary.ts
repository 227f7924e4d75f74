import { handle } from '../../../../platform/handler/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { claimPrimaryRepository, findRepository, makePrimary } from '../../repository-records/index.ts'
import { lockProject, presentRepository } from '../../projects/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { hasActiveWork } from '../active-work.ts'
import { makeProjectRepoPrimary } from '../contract.ts'
import { prepareHead, takeHead, type HeadParts } from '../head.ts'

export type PrimaryParts = HeadParts & { readonly everyDomain: Pick<EveryDomain, 'countInProjects'> }

export default (parts: PrimaryParts) =>
  handle(makeProjectRepoPrimary, async ({ params, signal, read, commit, fail, absent }) => {
    const named = { projectId: params.id, id: params.repoId }
    const found = (await read((tx) => findRepository(tx, named))) ?? absent()
    const isOwn = found.host === 'native-repos' && found.primarySince === null
    const place = { projectId: named.projectId, repositoryId: found.id, branch: found.defaultBranch }
    const head = isOwn ? await prepareHead(parts, read, place, signal) : undefined
    if (typeof head === 'string') return fail[head]()
    return commit(async ({ tx, now, ok }) => {
      await claimPrimaryRepository(tx, named.projectId)
      if (!(await lockProject(tx, named.projectId))) return absent()
      const before = (await findRepository(tx, named)) ?? absent()
      if (before.primarySince !== null) return ok(presentRepository(before), auditSubject(before))
      if (before.defaultBranch !== found.defaultBranch) return fail.headMoved()
      const primary = (await makePrimary(tx, named, now)) ?? absent()
      if (await hasActiveWork(parts.everyDomain, tx, named.projectId)) return fail.active()
      if (head && !(await takeHead(tx, head, now))) return fail.headMoved()
      return ok(presentRepository(primary), auditSubject(primary))
    })
  })
