import { v7 as uuidv7 } from 'uuid'
import type { InvalidField, Static } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { createProject as create } from '../create-project.ts'
import { faultsOfChecks, newlyNamed } from '../check-secrets.ts'
import { createProject, type CreateProject } from '../contract.ts'
import { presentProject } from '../present.ts'
import { nameFor } from '../rules.ts'
import { findProject } from '../store.ts'
import { attachRepository } from '../../repository-records/index.ts'
import type { ProjectRow } from '../tables.ts'

export default (everyDomain: Pick<EveryDomain, 'beginProject' | 'faultsOfProject'>) =>
  handle(createProject, async ({ tx, caller, body, now, fail, invalid, created }) => {
    const id = uuidv7()
    const faults = [
      ...repeatedRepositories(body.repos),
      ...faultsOfChecks(body.runtime),
      ...(await everyDomain.faultsOfProject(tx, id, newlyNamed(body.runtime))),
    ]
    if (faults.length > 0) return invalid(faults)
    const { repos = [], name = nameFor(body.brief), brief, stack, instructionsMd, runtime } = body
    const fields = { name, brief, stack, instructionsMd, runtime }
    const project = await create(tx, { ...fields, id, createdAt: now, createdBy: caller.userId })
    const attached = await attachAll(tx, project, repos, now)
    if (!attached) return fail.repositoryAttached()
    const begun = repos.length === 0 ? await begin(tx, everyDomain, project) : project
    return created(presentProject(begun, caller.role), {
      resource: ['project', project.id],
      metadata: { name, repositories: repos.map(({ fullName }) => fullName) },
    })
  })

const begin = async (tx: Transaction, everyDomain: Pick<EveryDomain, 'beginProject'>, project: ProjectRow) => {
  await everyDomain.beginProject(tx, project)
  return (await findProject(tx, project.id))!
}

type Body = Static<typeof CreateProject>

/** Code hosts compare the names of repositories without case. */
const repeatedRepositories = (repos: Body['repos'] = []): InvalidField[] => {
  const names = repos.map(({ fullName }) => fullName.toLowerCase())
  return repos.flatMap(({ fullName }, at) =>
    names.indexOf(fullName.toLowerCase()) === at
      ? []
      : [{ path: `repos.${at}.fullName`, message: 'names a repository that this list has already', rule: 'repeated' }],
  )
}

/** False as soon as one of them belongs to another project. */
const attachAll = async (tx: Transaction, project: ProjectRow, repos: NonNullable<Body['repos']>, now: Date) => {
  for (const [at, { fullName, branch = 'main', label }] of repos.entries()) {
    const attached = await attachRepository(tx, {
      id: uuidv7(),
      projectId: project.id,
      host: 'codehost',
      fullName,
      ...(label && { label }),
      defaultBranch: branch,
      primary: at === 0,
      now,
    })
    if (!attached) return false
  }
  return true
}
