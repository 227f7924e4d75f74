import { v7 as uuidv7 } from 'uuid'
import { lockArchiving, reaches, isAgency } from '../../../platform/access/index.ts'
import { type InvalidField, type Static, pageMost } from '../../../platform/contract/index.ts'
import { faultsOfName } from '../../../platform/contract/schema.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { faultOfVariable } from '../../../execution/sandbox/index.ts'
import type { NamedByProject } from '../../domain.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { attachRepository, detachRepositories, repositoriesOf } from '../repository-records/index.ts'
import { shareWorkspaceDefaults } from './caps.ts'
import * as contract from './contract.ts'
import type { CreateProject, Runtime } from './contract.ts'
import type { ProjectPolicies, WorkspacePolicies } from './contract/policies.ts'
import { createProject as create } from './create-project.ts'
import { presentProject, presentRepository, presentSummary } from './present.ts'
import { nameFor, changed } from './rules.ts'
import { type InstancePolicies, withoutPolicies, sourcedPolicies } from './rules/policies.ts'
import { putWorkspacePolicies } from './store-caps.ts'
import { updateProjectRow, archiveProjectRow, unarchiveProjectRow, advance, lock } from './store-changes.ts'
import { workspaceDefaults } from './store-defaults.ts'
import { deleteProjectRow } from './store-deletion.ts'
import { findProject, grantedProjectPage, projectPage } from './store.ts'
import type { ProjectRow, WorkspaceDefaults } from './tables.ts'

/** Returns the faults of new checks' names, and of their secrets' names, which become environment variables. */
const faultsOfChecks = (
  { checks = [] }: Static<typeof Runtime> = {},
  stored: { readonly checks?: readonly { readonly name: string }[] | undefined } = {},
): InvalidField[] => {
  const names = (stored.checks ?? []).map((check) => check.name)
  return checks.flatMap(({ name, secrets = [] }, check) => [
    ...faultsOfName(`runtime.checks.${check}.name`, name, names),
    ...secrets.flatMap((secret, at) => {
      const fault = faultOfVariable(secret)
      return fault ? [{ path: `runtime.checks.${check}.secrets.${at}`, ...fault }] : []
    }),
  ])
}

/** The ids that settings name newly: a stored id is not judged again. */
const newlyNamed = ({ agentId, previews }: NamedByProject = {}, stored: NamedByProject = {}): NamedByProject => {
  const unlessStored = (id: string | undefined, before: string | undefined) => (id === before ? undefined : id)
  return {
    agentId: unlessStored(agentId, stored.agentId),
    previews: {
      environmentId: unlessStored(previews?.environmentId, stored.previews?.environmentId),
      productionEnvironmentId: unlessStored(
        previews?.productionEnvironmentId,
        stored.previews?.productionEnvironmentId,
      ),
    },
  }
}

const presentWorkspacePolicies = (
  said: WorkspaceDefaults | undefined,
  instance: InstancePolicies,
): Static<typeof WorkspacePolicies> => ({
  requiresApproval: said?.requiresApproval ?? null,
  review: said?.review ?? {},
  approval: said?.approval ?? {},
  delivery: said?.delivery ?? {},
  inForce: sourcedPolicies({ requiresApproval: null, runtime: {}, inherited: said ?? null }, instance),
})

const presentProjectPolicies = (project: ProjectRow, instance: InstancePolicies): Static<typeof ProjectPolicies> => ({
  projectId: project.id,
  inForce: sourcedPolicies(project, instance),
})

const clearProjectPolicies = (instance: InstancePolicies) =>
  handle(contract.clearProjectPolicies, async ({ tx, params, now, absent, ok }) => {
    const project = (await lockProject(tx, params.id)) ?? absent()
    const runtime = withoutPolicies(project.runtime)
    const cleared =
      (await updateProjectRow(tx, { ...project, requiresApproval: null, runtime, updatedAt: now })) ?? absent()
    return ok(presentProjectPolicies(cleared, instance), subjectOf(cleared))
  })

const subjectOf = ({ id }: ProjectRow, metadata?: Readonly<Record<string, unknown>>) =>
  ({ resource: ['project', id], within: { projectId: id }, ...(metadata && { metadata }) }) as const

const archiveProject = (everyDomain: Pick<EveryDomain, 'countInProjects' | 'archiveProject'>) =>
  handle(contract.archiveProject, async ({ tx, params: { id }, caller, now, fail, absent, ok }) => {
    // Locks before the count: a run that begins at this moment has either begun, or is refused.
    await lockArchiving(tx, id)
    const counts = (await everyDomain.countInProjects(tx, [id])).get(id)
    if ((counts?.activeCycles ?? 0) > 0) return fail.active()
    if (!(await findProject(tx, id))) return absent()
    const project = (await archiveProjectRow(tx, { id, now, userId: caller.userId })) ?? fail.archived()
    await everyDomain.archiveProject(tx, id)
    return ok(presentProject(project, caller.role), subjectOf(project, { name: project.name }))
  })

export const createProject = (everyDomain: Pick<EveryDomain, 'beginProject' | 'faultsOfProject'>) =>
  handle(contract.createProject, async ({ tx, caller, body, now, fail, invalid, created }) => {
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
    if (!(await attachAll(tx, project, repos, now))) return fail.repositoryAttached()
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

/** Returns a fault for each repeated repository: code hosts compare names without case. */
const repeatedRepositories = (repos: Body['repos'] = []): InvalidField[] => {
  const names = repos.map(({ fullName }) => fullName.toLowerCase())
  return repos.flatMap(({ fullName }, at) =>
    names.indexOf(fullName.toLowerCase()) === at
      ? []
      : [{ path: `repos.${at}.fullName`, message: 'names a repository that this list has already', rule: 'repeated' }],
  )
}

/** Attaches all repositories; false as soon as one of them belongs to another project. */
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

const deleteProject = (everyDomain: Pick<EveryDomain, 'endProject'>) =>
  handle(contract.deleteProject, async ({ tx, params, caller, now, absent, ok }) => {
    const project = (await deleteProjectRow(tx, { id: params.id, now, userId: caller.userId })) ?? absent()
    await detachRepositories(tx, { projectId: project.id, now })
    await everyDomain.endProject(tx, project.id)
    return ok(
      { message: `${project.name} is deleted. Its content is purged after 30 days; its audit trail stays.` },
      subjectOf(project, { name: project.name }),
    )
  })

/** `isOn` is true if this instance serves deployments. */
const getProject = (previewSite: { readonly isOn: boolean }) =>
  handle(contract.getProject, async ({ tx, params, caller, level, absent, ok }) => {
    const [project, repositories] = await Promise.all([
      findProject(tx, params.id),
      repositoriesOf(tx, { projectIds: [params.id] }),
    ])
    return ok({
      project: presentProject(project ?? absent(), caller.role),
      repositories: repositories.map(presentRepository),
      canSteer: level !== undefined && reaches(level, 'steer'),
      previewsAvailable: previewSite.isOn,
    })
  })

const getProjectPolicies = (instance: InstancePolicies) =>
  handle(contract.getProjectPolicies, async ({ tx, params, absent, ok }) =>
    ok(presentProjectPolicies((await findProject(tx, params.id)) ?? absent(), instance)),
  )

const getWorkspacePolicies = (instance: InstancePolicies) =>
  handle(contract.getWorkspacePolicies, async ({ tx, ok }) =>
    ok(presentWorkspacePolicies(await workspaceDefaults(tx), instance)),
  )

const listProjects = (everyDomain: Pick<EveryDomain, 'countInProjects'>) =>
  handle(contract.listProjects, async ({ tx, caller, query, next, ok }) => {
    const after = cursorOf(query.cursor)
    const limit = query.limit ?? pageMost
    const page = isAgency(caller.role)
      ? await projectPage(tx, after, limit, caller.projectIds)
      : await grantedProjectPage(tx, after, limit, caller)
    const ids = page.rows.map(({ id }) => id)
    const [repositories, counts] = await Promise.all([
      repositoriesOf(tx, { projectIds: ids }),
      everyDomain.countInProjects(tx, ids),
    ])
    next(page.next, page.count)
    return ok(page.rows.map((row) => presentSummary(row, repositories, counts.get(row.id), caller.role)))
  })

const setWorkspacePolicies = (instance: InstancePolicies) =>
  handle(contract.setWorkspacePolicies, async ({ tx, body, workspace, ok }) => {
    const { requiresApproval = null, review = {}, approval = {}, delivery = {} } = body
    const said = { requiresApproval, review, approval, delivery }
    return ok(presentWorkspacePolicies(await putWorkspacePolicies(tx, said), instance), {
      resource: ['workspace', workspace],
      metadata: said,
    })
  })

const unarchiveProject = handle(
  contract.unarchiveProject,
  async ({ tx, params: { id }, caller, now, fail, absent, ok }) => {
    await lockArchiving(tx, id)
    if (!(await findProject(tx, id))) return absent()
    const project = (await unarchiveProjectRow(tx, { id, now })) ?? fail.notArchived()
    return ok(presentProject(project, caller.role), subjectOf(project, { name: project.name }))
  },
)

const updateProject = (everyDomain: Pick<EveryDomain, 'changeProject' | 'changeProjectCap' | 'faultsOfProject'>) =>
  handle(contract.updateProject, async ({ tx, params, body, caller, now, absent, invalid, ok }) => {
    if (body.costCapUsd !== undefined) await shareWorkspaceDefaults(tx)
    const project = (await lockProject(tx, params.id)) ?? absent()
    const faults = [
      ...faultsOfName('name', body.name, [project.name]),
      ...faultsOfChecks(body.runtime, project.runtime),
      ...(await everyDomain.faultsOfProject(tx, project.id, newlyNamed(body.runtime, project.runtime))),
    ]
    if (faults.length > 0) return invalid(faults)
    const updated = (await updateProjectRow(tx, changed(project, body, now))) ?? absent()
    // At once, also for calls of runs that are under way.
    if (body.costCapUsd !== undefined) await everyDomain.changeProjectCap(tx, updated.id)
    await everyDomain.changeProject(tx, updated.id)
    return ok(presentProject(updated, caller.role), subjectOf(updated, { fields: Object.keys(body) }))
  })

interface Parts extends InstancePolicies {
  readonly previewSite: { readonly isOn: boolean }
  readonly everyDomain: EveryDomain
}

export default ({ everyDomain, modelReview, previewSite }: Parts) => ({
  listProjects: listProjects(everyDomain),
  createProject: createProject(everyDomain),
  getProject: getProject(previewSite),
  updateProject: updateProject(everyDomain),
  deleteProject: deleteProject(everyDomain),
  archiveProject: archiveProject(everyDomain),
  unarchiveProject,
  getWorkspacePolicies: getWorkspacePolicies({ modelReview }),
  setWorkspacePolicies: setWorkspacePolicies({ modelReview }),
  getProjectPolicies: getProjectPolicies({ modelReview }),
  clearProjectPolicies: clearProjectPolicies({ modelReview }),
})

/**
 * Finds a project's row, and locks it until the transaction ends. Rows that only name it can still be written: code that
 * locks another row and writes one would otherwise wait for code that locks the project and wants that row.
 */
export const lockProject = (tx: Transaction, id: string) => lock(tx, { id })

/** Makes a revision the newest of its project. */
export const advanceProjectHead = (tx: Transaction, head: { id: string; revisionId: string; now: Date }) =>
  advance(tx, head)
