import type { ReportFormat } from '../../../packages/verdict/index.ts'
import { table, type RowOf } from '../../../platform/db/table.ts'
import type {
  CheckedPolicy,
  Examining,
  ModelReviewing,
  PackagesPolicy,
  Probing,
  ReviewPolicy,
} from './contract/review-policy.ts'
import type { WebChoice } from './contract/web.ts'

export const project = table(
  'project',
  {
    id: 'uuid',
    workspaceId: 'uuid',
    handle: 'text',
    name: 'text',
    brief: 'text?',
    stack: 'text?',
    instructionsMd: 'text?',
    runtime: 'jsonb',
    intake: 'jsonb',
    costCapMicros: 'int8?',
    cycleCap: 'int4?',
    maxRevisions: 'int4?',
    requiresApproval: 'bool?',
    autonomousSince: 'timestamptz?',
    headRevisionId: 'uuid?',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    archivedAt: 'timestamptz?',
  },
  {
    createdBy: 'uuid',
    archivedBy: 'uuid?',
    deletedAt: 'timestamptz?',
    deletedBy: 'uuid?',
    purgedAt: 'timestamptz?',
    clientAccountId: 'uuid?',
  },
)

export interface Runtime {
  readonly fetch?: string
  readonly setup?: string
  /** The agent that carries tasks out. */
  readonly agentId?: string
  readonly checks?: readonly {
    readonly name: string
    readonly command: string
    readonly report?: { readonly path: string; readonly format: ReportFormat }
    readonly secrets?: readonly string[]
  }[]
  readonly review?: {
    readonly shown?: ReviewPolicy
    readonly checked?: CheckedPolicy
    readonly unverified?: ReviewPolicy
    readonly weakened?: ReviewPolicy
    readonly model?: ModelReviewing
    readonly probes?: Probing
    readonly examiner?: Examining
    readonly packages?: PackagesPolicy
  }
  /** How long requests wait, in hours; 0 for no end. */
  readonly approval?: { readonly remindEveryHours?: number; readonly expireAfterHours?: number }
  readonly planning?: { readonly model?: 'on' | 'off'; readonly tasksAtOnce?: number }
  readonly web?: WebChoice
  readonly delivery?: { readonly onApproval?: 'nothing' | 'deploy' }
  readonly previews?: PreviewSettings
}

/** How deployments of the project are built and served. */
export interface PreviewSettings {
  readonly kind?: 'static' | 'node' | 'python' | 'dockerfile'
  readonly build?: string
  readonly output?: string
  readonly start?: string
  readonly healthPath?: string
  readonly singlePage?: boolean
  readonly environmentId?: string
  readonly productionEnvironmentId?: string
  readonly allowHosts?: readonly string[]
  /** The pages for pictures; by default the start page. */
  readonly picturePaths?: readonly string[]
  /** Whether pages of previews show the toolbar; unless set they do. */
  readonly toolbar?: boolean
  /** Whether cycles get previews; unless set, once people deployed the project. */
  readonly cycles?: boolean
  /** Whether share links may open deployments for people without an account. */
  readonly shareLinks?: boolean
}

/** A workspace's values for its projects. */
export const workspaceDefault = table(
  'workspace_default',
  {
    requiresApproval: 'bool?',
    review: 'jsonb',
    approval: 'jsonb',
    delivery: 'jsonb',
    costCapMicros: 'int8?',
    projectCostCapMicros: 'int8?',
    cycleCostCapMicros: 'int8?',
    maxRevisions: 'int4?',
  },
  { workspaceId: 'uuid' },
)
type RuntimePolicies = Required<Pick<Runtime, 'review' | 'approval' | 'delivery'>>
export type WorkspaceDefaults = RowOf<typeof workspaceDefault, RuntimePolicies>

/** The workspace's policies beside a row of a project; null if the workspace sets none. */
const inherited = `(select jsonb_build_object('requiresApproval', d.requires_approval, 'review', d.review,
    'approval', d.approval, 'delivery', d.delivery, 'costCapMicros', d.cost_cap_micros,
    'projectCostCapMicros', d.project_cost_cap_micros, 'cycleCostCapMicros', d.cycle_cost_cap_micros,
    'maxRevisions', d.max_revisions)
  from workspace_default d where d.workspace_id = project.workspace_id) as inherited`

/** The select list of a project with its workspace's values. */
export const projectColumns = `${project.columns}, ${inherited}`
export type ProjectRow = RowOf<
  typeof project,
  { runtime: Runtime & Record<string, unknown>; intake: Record<string, unknown> }
> & { readonly inherited: WorkspaceDefaults | null }

/** The values that decide the policies of a project. */
export type PolicyOwner = Pick<ProjectRow, 'requiresApproval' | 'inherited'> & {
  readonly runtime: Partial<RuntimePolicies>
}

/** The last number of a cycle or task in each project. Triggers of those tables write it (migration 0130). */
export const handleCounter = table('handle_counter', { projectId: 'uuid', workspaceId: 'uuid', lastNumber: 'int4' })

export const projectGrant = table('project_grant', {
  workspaceId: 'uuid',
  projectId: 'uuid',
  userId: 'uuid',
  source: 'text',
  level: 'text',
  createdAt: 'timestamptz',
  clientAccountId: 'uuid?',
})
