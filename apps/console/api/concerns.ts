import type * as me from '../../../domains/accounts/people/contract/me.ts'
import type * as brand from '../../../domains/accounts/brand/contract.ts'
import type * as clients from '../../../domains/accounts/clients/contract/accounts.ts'
import type * as portalAccounts from '../../../domains/accounts/clients/contract/portals/account.ts'
import type * as portalClients from '../../../domains/accounts/clients/contract/portals/workspace.ts'
import type * as keys from '../../../domains/accounts/workspaces/contract/keys.ts'
import type * as members from '../../../domains/accounts/workspaces/contract/members.ts'
import type * as workspace from '../../../domains/accounts/workspaces/contract/settings.ts'
import type * as accounting from '../../../domains/billing/accounting/contract.ts'
import type * as billables from '../../../domains/billing/billables/contract.ts'
import type * as evidence from '../../../domains/billing/evidence/contract.ts'
import type * as letters from '../../../domains/billing/invoice-letters/contract.ts'
import type * as invoices from '../../../domains/billing/invoices/contract.ts'
import type * as payments from '../../../domains/billing/payments/contract.ts'
import type * as portalInvoices from '../../../domains/billing/portal-invoices/contract.ts'
import type * as reports from '../../../domains/billing/reports/contract.ts'
import type * as environments from '../../../domains/code/environments/contract.ts'
import type * as projects from '../../../domains/code/projects/contract.ts'
import type * as policies from '../../../domains/code/projects/contract/policies.ts'
import type * as repositories from '../../../domains/code/repositories/contract.ts'
import type * as revisions from '../../../domains/code/revisions/contract.ts'
import type * as secrets from '../../../domains/code/secrets/contract.ts'
import type * as agents from '../../../domains/agents/agents/contract.ts'
import type * as conversation from '../../../domains/delivery/conversation/contract.ts'
import type * as cycles from '../../../domains/delivery/cycles/contract.ts'
import type * as planning from '../../../domains/delivery/planning/contract.ts'
import type * as runs from '../../../domains/delivery/runs/contract.ts'
import type * as deliverables from '../../../domains/delivery/deliverables/contract.ts'
import type * as lineComments from '../../../domains/delivery/line-comments/contract.ts'
import type * as metrics from '../../../domains/delivery/metrics/contract.ts'
import type * as models from '../../../domains/agents/models/contract.ts'
import type * as calls from '../../../domains/agents/models/contract/calls.ts'
import type * as endpoints from '../../../domains/agents/models/contract/endpoints.ts'
import type * as files from '../../../domains/delivery/repository-reads/contract.ts'
import type * as requests from '../../../domains/delivery/requests/contract.ts'
import type * as budgets from '../../../domains/delivery/budgets/contract.ts'
import type * as tasks from '../../../domains/delivery/tasks/contract.ts'
import type * as audit from '../../../domains/record/audit/contract.ts'
import type * as events from '../../../domains/record/events/contract.ts'
import type * as webhooks from '../../../domains/record/webhooks/contract.ts'
import type { Happening } from './live.ts'

/** A read that an event concerns: every one of the operation, or those about one thing. */
export interface Concern {
  readonly operation: string
  readonly about?: string
}

/** The reads of the console by name alone: with their paths, the first page would carry what other pages call. */
type Read =
  | keyof typeof me
  | keyof typeof brand
  | keyof typeof clients
  | keyof typeof portalAccounts
  | keyof typeof portalClients
  | keyof typeof keys
  | keyof typeof members
  | keyof typeof workspace
  | keyof typeof accounting
  | keyof typeof billables
  | keyof typeof evidence
  | keyof typeof invoices
  | keyof typeof letters
  | keyof typeof payments
  | keyof typeof portalInvoices
  | keyof typeof reports
  | keyof typeof environments
  | keyof typeof projects
  | keyof typeof policies
  | keyof typeof repositories
  | keyof typeof revisions
  | keyof typeof secrets
  | keyof typeof agents
  | keyof typeof conversation
  | keyof typeof cycles
  | keyof typeof planning
  | keyof typeof runs
  | keyof typeof deliverables
  | keyof typeof lineComments
  | keyof typeof metrics
  | keyof typeof models
  | keyof typeof calls
  | keyof typeof endpoints
  | keyof typeof files
  | keyof typeof requests
  | keyof typeof budgets
  | keyof typeof tasks
  | keyof typeof audit
  | keyof typeof events
  | keyof typeof webhooks

type Of = 'entityId' | 'projectId' | 'cycleId' | 'taskId'
type Concerned = readonly (readonly [read: Read, of?: Of])[]

const deliverableReads: Concerned = [
  ['listDeliverables'],
  ['getDeliverable', 'cycleId'],
  ['listDeliverableApprovals', 'cycleId'],
]

// A commit came to a branch: what was read of branches is read again, what was read of a commit too.
const codeReads: Concerned = [
  ['listProjectBranches', 'projectId'],
  ['listProjectFiles', 'projectId'],
  ['getProjectChanges', 'projectId'],
  ['getProjectChangeFile', 'projectId'],
  ['getProjectFileContent', 'projectId'],
]

const seatReads: Concerned = [
  ['listClientAccounts'],
  ['getClientAccount'],
  ['listClientPortalMembers'],
  ['listClientPortalInvitations'],
  ['listClientPortalProjectAccess'],
  ['listWorkspacePortalClients'],
  ['listDeliverableReviewers'],
]

const modelReads: Concerned = [['listAiModels'], ['listModelEndpoints'], ['listModelPreferences']]

/** What each kind of event changes, by the first word of its name; of one thing where an id of the event names it. */
const concerned: Readonly<Record<string, Concerned>> = {
  cycle: [
    ['listCycles'],
    ['listProjects'],
    ['getCycle', 'cycleId'],
    ['getCycleUsage', 'cycleId'],
    ['listCycleMessages', 'cycleId'],
    ['getCycleTimeline', 'cycleId'],
    ['getCycleRunDiagnostics', 'cycleId'],
    ['getProjectThreads', 'projectId'],
    ['getProjectCycleMetrics', 'projectId'],
    ['getProjectBudget', 'projectId'],
    ['getProjectUsage', 'projectId'],
    ['getProjectRoadmap', 'projectId'],
    ['getDeliverable', 'cycleId'],
  ],
  task: [
    ['listCycles'],
    ['getCycle', 'cycleId'],
    ['getCycleUsage', 'cycleId'],
    ['getCycleTranscript', 'cycleId'],
    ['getCycleTimeline', 'cycleId'],
    ['getCycleRunDiagnostics', 'cycleId'],
    ['getTaskReviewEvidence', 'taskId'],
    ['listLineComments', 'taskId'],
    ['getProjectBudget', 'projectId'],
    ['getProjectUsage', 'projectId'],
    ['getProjectRoadmap', 'projectId'],
    ['listProjectBranches', 'projectId'],
    ['getProjectChanges', 'projectId'],
  ],
  pending_request: [
    ['listPendingRequests'],
    ['listCyclePendingRequests', 'cycleId'],
    ['listCycles'],
    ['getCycle', 'cycleId'],
    ['getCycleTimeline', 'cycleId'],
    ['getCycleRunDiagnostics', 'cycleId'],
    ['getPendingRequest', 'entityId'],
    ['listLineComments', 'taskId'],
  ],
  deliverable: deliverableReads,
  deliverable_approval: deliverableReads,
  budget: [['getProjectBudget'], ['getWorkspaceBudget']],
  client_invoice: [
    ['listClientInvoices'],
    ['getClientInvoice'],
    ['getClientInvoiceEvidence', 'entityId'],
    ['listClientInvoiceLetters', 'entityId'],
    ['listBillables'],
    ['getAgingReport'],
    ['getRevenueReport'],
    ['listPortalInvoices'],
    ['getPortalInvoice', 'entityId'],
    ['getPortalInvoiceEvidence', 'entityId'],
    ['listPaymentNotices'],
  ],
  payment_provider: [['getPaymentProvider']],
  billable: [['listBillables']],
  billing_identity: [['getBillingIdentity']],
  client_billing_identity: [['getClientBillingIdentity']],
  project: [
    ['listProjects'],
    ['getProject', 'projectId'],
    ['listPendingRequests'],
    ['listCycles'],
    ['getProjectRoadmap', 'projectId'],
    ['getProjectBudget', 'projectId'],
    ['getProjectPolicies', 'projectId'],
    ['getResolvedProjectHarness', 'projectId'],
    ['listClientAccountProjects'],
    ['listProjectMessages', 'projectId'],
  ],
  repository: [['getProject', 'projectId'], ['listProjectRepos', 'projectId'], ...codeReads],
  revision: [['listProjects'], ['listProjectRevisions', 'projectId'], ...codeReads],
  environment: [['listProjectEnvironments', 'projectId']],
  secret: [['listProjectSecretEntries', 'projectId']],
  agent: [['listAgents'], ['getProject', 'projectId'], ['getResolvedProjectHarness']],
  harness: [['getResolvedProjectHarness']],
  model_preference: modelReads,
  model_endpoint: modelReads,
  model_call_policy: [['listAiModels']],
  workspace: [['getMe'], ['getWorkspaceSettings'], ['getWorkspacePolicies'], ['getProjectPolicies']],
  member: [['getMe'], ['listMembers'], ['listMemberInvitations'], ['listDeliverableReviewers']],
  person: [
    ['getMe'],
    ['listMembers'],
    ['listClientPortalMembers'],
    ['listWorkspacePortalClients'],
    ['listDeliverableReviewers'],
    ['listDeliverableApprovals'],
  ],
  api_key: [['listApiKeys']],
  brand_kit: [['getWorkspaceBrandKit']],
  invoice_reminders: [['getInvoiceReminders'], ['getClientInvoiceReminders']],
  client_invoice_reminders: [['getClientInvoiceReminders']],
  accounting_settings: [['getAccountingSettings']],
  client_accounting: [['getClientAccounting']],
  webhook: [['listWebhooks']],
  client_account: [['listClientAccountProjects'], ...seatReads],
  seat: seatReads,
  portal_client: seatReads,
  portal_invitation: seatReads,
  project_grant: seatReads,
  portal_settings: [['getWorkspacePortalSettings'], ['listWorkspacePortalClients']],
}

/** The record itself, which grows with every event. */
const recorded: Concerned = [['listEvents'], ['listAuditLog']]

/** The reads whose answers an event may have changed. */
export const concernsOf = (happening: Happening): Concern[] => {
  const [kind = ''] = happening.eventType.split('.')
  return [...(concerned[kind] ?? []), ...recorded].map(([operation, of]) => {
    const about = of && happening[of]
    return about ? { operation, about } : { operation }
  })
}

interface Asked {
  readonly params?: Readonly<Record<string, string>>
}

/** Whether a concern is about what was read with this key. */
export const isConcerned = ({ operation, about }: Concern, [id, input]: readonly unknown[]): boolean =>
  id === operation && (about === undefined || Object.values((input as Asked | undefined)?.params ?? {}).includes(about))
