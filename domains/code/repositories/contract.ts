import { Type } from 'typebox'
import { conflict, contract, operation, sandboxesInUse, toAgencyWho } from '../../../platform/contract/index.ts'
import { Id, maybe, MessageAck, namedObject, newNameText } from '../../../platform/contract/schema.ts'
import { CodeHostRepository, repositoriesMost, Repository } from '../projects/contract.ts'
import { checkTimeout } from '../uploads/contract.ts'

const { fullName, branch, label } = CodeHostRepository

export const AttachProjectRepo = namedObject('AttachProjectRepo', {
  fullName: Type.Optional(fullName),
  empty: Type.Optional(Type.Literal(true)),
  scanId: Type.Optional(Id),
  branch,
  label,
})

export const UpdateProjectRepo = namedObject('UpdateProjectRepo', {
  branch,
  label: Type.Optional(maybe(newNameText(100))),
})

const active = conflict({
  code: 'project_active',
  message: 'A cycle of this project is running in its repositories. Stop it, or wait until it ends.',
})
const headTooLarge = conflict({
  code: 'branch_too_large',
  message: 'This branch is larger than a project may begin from. Make it smaller, or choose another.',
})
const headMoved = conflict({
  code: 'branch_moved',
  message: 'The branch moved while it was read. Nothing was changed; try again.',
})

const access = toAgencyWho('manage', 'project', 'params.id')

export const listProjectRepos = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/repos',
  summary: 'List the repositories of a project, the primary one first',
  reach: 'call',
  access,
  replies: { 200: Type.Array(Repository) },
  audit: { refusals: 'project.repos' },
  reads: { repository: 'projectId' },
})

export const attachProjectRepo = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/repos',
  summary: 'Attach a repository: one on a code host by name, a new empty one, or one from a scanned bundle',
  reach: 'call',
  access,
  body: AttachProjectRepo,
  effect: 'outside',
  replies: { 201: Repository },
  errors: {
    repositoryAttached: conflict({
      code: 'repository_attached',
      message: 'This repository is attached to a project of this workspace already. Detach it there first.',
    }),
    tooMany: conflict({
      code: 'too_many_repositories',
      message: `A project has at most ${repositoriesMost} repositories. Those on Atelier’s own host count until they are purged. Detach an unneeded repository.`,
    }),
    noScan: {
      status: 404,
      code: 'scan_not_found',
      message: 'This scan no longer exists. Scan the bundle again, and attach it within the hour.',
    },
    checkTimeout,
    sandboxesInUse,
  },
  audit: { action: 'repository.attach', category: 'create', event: 'repository.attached' },
})

export const updateProjectRepo = operation({
  method: 'PATCH',
  path: '/v1/api/projects/{id}/repos/{repoId}',
  summary: 'Update the target branch or the label of a repository. Omitted fields stay as they are',
  reach: 'call',
  access,
  body: UpdateProjectRepo,
  effect: 'outside',
  replies: { 200: Repository },
  errors: { active, headTooLarge, headMoved, checkTimeout },
  audit: { action: 'repository.update', category: 'update', event: 'repository.updated' },
})

export const makeProjectRepoPrimary = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/repos/{repoId}/primary',
  summary: 'Make a repository the primary one. Cycles work in it, and its branch becomes the project’s head',
  reach: 'call',
  access,
  effect: 'outside',
  replies: { 200: Repository },
  errors: { active, headTooLarge, headMoved, checkTimeout },
  audit: { action: 'repository.make_primary', category: 'update', severity: 'notice', event: 'repository.primary' },
})

export const detachProjectRepo = operation({
  method: 'DELETE',
  path: '/v1/api/projects/{id}/repos/{repoId}',
  summary: 'Detach a repository. One on Atelier’s own host is purged after 30 days',
  reach: { page: '/projects/{id}/code/branches' },
  access,
  replies: { 200: MessageAck },
  errors: {
    active,
    holdsHead: conflict({
      code: 'repository_holds_head',
      message:
        'The newest revision of this project lies in this repository. Make another repository on Atelier’s own host the primary one first, or delete the project.',
    }),
    isPrimary: conflict({
      code: 'repository_primary',
      message: 'This is the primary repository, and the project has others. Make one of them the primary one first.',
    }),
  },
  audit: { action: 'repository.detach', category: 'delete', severity: 'notice', event: 'repository.detached' },
})

export const repositories = contract({
  listProjectRepos,
  attachProjectRepo,
  updateProjectRepo,
  makeProjectRepoPrimary,
  detachProjectRepo,
})
