import { Type } from 'typebox'
import { conflict, contract, operation, to, toAgencyWho, toThoseWho } from '../../../platform/contract/index.ts'
import {
  anyObject,
  Id,
  maybe,
  MessageAck,
  namedObject,
  nameText,
  newNameText,
  pagesOf,
  text,
  Time,
  oneOf,
  described,
} from '../../../platform/contract/schema.ts'
import { ApprovalPolicy } from './contract/approval-policy.ts'
import { Check } from './contract/checks.ts'
import { DeliveryPolicy } from './contract/delivery-policy.ts'
import { ProjectHandle } from './contract/handle.ts'
import { policyOperations } from './contract/policies.ts'
import { PreviewChoice } from './contract/previews.ts'
import { Review } from './contract/review-policy.ts'
import { WebChoiceOf } from './contract/web.ts'

export const Repository = namedObject('Repository', {
  id: Id,
  host: oneOf(['native-repos', 'codehost']),
  fullName: maybe(Type.String()),
  label: maybe(Type.String()),
  defaultBranch: Type.String({ examples: ['main'] }),
  primary: Type.Boolean(),
})

export const repositoriesMost = 50

const branchName = text(1, 200, { pattern: '^(?!-)[^\\s~^:?*\\[\\\\\\x00-\\x1f\\x7f]+$' })
const fullName = Type.String({
  pattern: '^(?!\\.{1,2}/)[\\w.-]{1,99}/(?!\\.{1,2}$)[\\w.-]{1,99}$',
  examples: ['acme/shop'],
})

export const CodeHostRepository = { fullName, branch: Type.Optional(branchName), label: Type.Optional(nameText(100)) }

/** How requests become tasks. */
const Planning = Type.Object(
  {
    model: Type.Optional(
      oneOf(['on', 'off'], {
        description: 'Whether a model cuts large requests into tasks. By default the setting of the instance',
      }),
    ),
    tasksAtOnce: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        default: 3,
        description: 'How many tasks of the project are carried out at once, over all of its cycles',
      }),
    ),
  },
  { additionalProperties: false },
)

/** How proposals are taken in. */
const Intake = Type.Object(
  {
    sort: Type.Optional(
      oneOf(['on', 'off'], {
        description: 'Whether the intake agent sorts proposals: by urgency, and whether they repeat others',
        default: 'off',
      }),
    ),
  },
  { additionalProperties: true },
)

export * from './contract/policies.ts'
export { coverageFormats } from './contract/checks.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    project: 'project'
    /** Like `project`, but also found after its deletion: its records stay. */
    recorded_project: 'project'
  }
}

/** How the project's code is set up and checked in a sandbox. */
export const Runtime = Type.Object(
  {
    fetch: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: 'Installs packages, with only a network and manifests; by default chosen by the lock file',
      }),
    ),
    setup: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description:
          'Installs them, with all files and no network; by default chosen by the lock file, and switched off by an empty text',
      }),
    ),
    checks: Type.Optional(Type.Array(Check, { maxItems: 20, description: 'Instead of the detected checks' })),
    review: Type.Optional(Review),
    approval: Type.Optional(ApprovalPolicy),
    planning: Type.Optional(Planning),
    agentId: Type.Optional(described(Id, 'The agent that carries tasks out; by default the newest that may')),
    web: Type.Optional(WebChoiceOf),
    delivery: Type.Optional(DeliveryPolicy),
    previews: Type.Optional(PreviewChoice),
  },
  { additionalProperties: true },
)

const AttachedRepository = Type.Object(CodeHostRepository, { additionalProperties: false })

/** Fields only for the agency: absent for clients. */
const agencyFields = {
  instructionsMd: Type.Optional(maybe(Type.String())),
  runtime: Type.Optional(anyObject()),
  intake: Type.Optional(anyObject()),
  costCapUsd: Type.Optional(maybe(Type.Number())),
  cycleCap: Type.Optional(maybe(Type.Integer())),
  maxRevisions: Type.Optional(maybe(Type.Integer())),
}

const projectFields = {
  id: Id,
  handle: ProjectHandle,
  name: Type.String({ examples: ['Shop'] }),
  brief: maybe(Type.String()),
  stack: maybe(Type.String()),
  ...agencyFields,
  requiresApproval: Type.Boolean(),
  headRevisionId: maybe(Id),
  createdAt: Time,
  updatedAt: Time,
  archivedAt: maybe(Time),
}
export const Project = namedObject('Project', projectFields)

export const ProjectSummary = namedObject('ProjectSummary', {
  ...projectFields,
  repositories: Type.Array(Repository),
  counts: namedObject('ProjectCounts', {
    cycles: Type.Integer(),
    activeCycles: Type.Integer(),
    tasks: Type.Integer(),
    revisions: Type.Integer(),
  }),
})

export const ProjectDetail = namedObject('ProjectDetail', {
  project: Project,
  repositories: Type.Array(Repository),
  canSteer: Type.Boolean(),
  previewsAvailable: Type.Boolean(),
})

export const CreateProject = namedObject('CreateProject', {
  brief: Type.Optional(text(1, 5_000)),
  instructionsMd: Type.Optional(Type.String()),
  name: Type.Optional(nameText(100)),
  repos: Type.Optional(Type.Array(AttachedRepository, { maxItems: repositoriesMost })),
  runtime: Type.Optional(Runtime),
  stack: Type.Optional(text(1, 200)),
})

export const UpdateProject = namedObject('UpdateProject', {
  instructionsMd: Type.Optional(Type.String()),
  costCapUsd: Type.Optional(maybe(Type.Number({ minimum: 0, maximum: 1_000_000 }))),
  cycleCap: Type.Optional(maybe(Type.Integer({ minimum: 0, maximum: 1_000_000 }))),
  intake: Type.Optional(Intake),
  maxRevisions: Type.Optional(maybe(Type.Integer({ minimum: 0, maximum: 1_000 }))),
  name: Type.Optional(newNameText(100)),
  requiresApproval: Type.Optional(Type.Boolean()),
  runtime: Type.Optional(Runtime),
  stack: Type.Optional(text(1, 200)),
})

export const listProjects = operation({
  method: 'GET',
  path: '/v1/api/projects',
  summary: 'List the projects that the caller may view, newest first',
  reach: 'call',
  access: to('participant'),
  ...pagesOf(ProjectSummary),
  audit: { refusals: 'project.list' },
  reads: { cycle: 'all', project: 'all', revision: 'all' },
})

export const createProject = operation({
  method: 'POST',
  path: '/v1/api/projects',
  summary: 'Create a project. Without repositories it begins with an empty one',
  reach: {
    page: '/projects',
    fields: [
      'runtime.review',
      'runtime.approval',
      'runtime.delivery',
      'runtime.checks.secrets',
      'runtime.previews.environmentId',
      'runtime.previews.productionEnvironmentId',
      'runtime.previews.shareLinks',
      'runtime.previews.allowHosts',
    ],
  },
  access: to('agency'),
  body: CreateProject,
  replies: { 201: Project },
  errors: {
    repositoryAttached: conflict({
      code: 'repository_attached',
      message: 'A named repository is already attached to another project of this workspace. Detach it there first.',
    }),
  },
  audit: { action: 'project.create', category: 'create' },
})

export const getProject = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}',
  summary: 'Read a project with its repositories',
  reach: 'call',
  access: toThoseWho('view', 'project', 'params.id'),
  replies: { 200: ProjectDetail },
  audit: { refusals: 'project.get' },
  reads: { project: 'projectId', repository: 'projectId', agent: 'projectId' },
})

export const updateProject = operation({
  method: 'PATCH',
  path: '/v1/api/projects/{id}',
  summary: 'Update a project. Omitted fields stay as they are',
  reach: { page: '/projects/{id}/settings' },
  access: toAgencyWho('manage', 'project', 'params.id'),
  body: UpdateProject,
  replies: { 200: Project },
  audit: { action: 'project.update', category: 'update', event: 'project.updated' },
})

export const deleteProject = operation({
  method: 'DELETE',
  path: '/v1/api/projects/{id}',
  summary: 'Delete a project. Its runs stop, and its content is purged after 30 days',
  reach: { page: '/projects/{id}/settings' },
  access: { ...toAgencyWho('manage', 'project', 'params.id'), archived: 'taken' },
  replies: { 200: MessageAck },
  audit: { action: 'project.delete', category: 'delete', severity: 'notice', event: 'project.deleted' },
})

export const archiveProject = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/archive',
  summary: 'Archive a project. It stays readable and exportable, but cannot be changed',
  reach: 'call',
  access: { ...toAgencyWho('manage', 'project', 'params.id'), archived: 'taken' },
  replies: { 200: Project },
  errors: {
    archived: conflict({ code: 'project_archived', message: 'This project is archived already.' }),
    active: conflict({
      code: 'project_active',
      message: 'A cycle of this project is running. Stop it or wait until it ends, then archive the project.',
    }),
  },
  audit: { action: 'project.archive', category: 'update', severity: 'notice', event: 'project.archived' },
})

export const unarchiveProject = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/unarchive',
  summary: 'Unarchive a project',
  reach: 'call',
  access: { ...toAgencyWho('manage', 'project', 'params.id'), archived: 'taken' },
  replies: { 200: Project },
  errors: { notArchived: conflict({ code: 'project_not_archived', message: 'This project is not archived.' }) },
  audit: { action: 'project.unarchive', category: 'update', severity: 'notice', event: 'project.unarchived' },
})

export const projects = contract({
  listProjects,
  createProject,
  getProject,
  updateProject,
  deleteProject,
  archiveProject,
  unarchiveProject,
  ...policyOperations,
})
