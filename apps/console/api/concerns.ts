import { getMe } from '../../../domains/accounts/people/contract/me.ts'
import { getWorkspaceBrandKit } from '../../../domains/accounts/brand/contract.ts'
import {
  getClientAccount,
  listClientAccountProjects,
  listClientAccounts,
} from '../../../domains/accounts/clients/contract/accounts.ts'
import { listApiKeys } from '../../../domains/accounts/workspaces/contract/keys.ts'
import { listMemberInvitations, listMembers } from '../../../domains/accounts/workspaces/contract/members.ts'
import { getWorkspaceSettings } from '../../../domains/accounts/workspaces/contract/settings.ts'
import { getProject, getWorkspacePolicies, listProjects } from '../../../domains/code/projects/contract.ts'
import {
  getBillingIdentity,
  getClientBillingIdentity,
  listBillables,
} from '../../../domains/billing/billables/contract.ts'
import { getClientInvoice, listClientInvoices } from '../../../domains/billing/invoices/contract.ts'
import { listProjectRevisions } from '../../../domains/code/revisions/contract.ts'
import { getCycle, getCycleTranscript, getCycleUsage, listCycles } from '../../../domains/delivery/cycles/contract.ts'
import {
  getProjectThreads,
  listCycleMessages,
  listProjectMessages,
} from '../../../domains/delivery/conversation/contract.ts'
import { getProjectRoadmap } from '../../../domains/delivery/cycles/contract/project-run.ts'
import {
  getDeliverable,
  listDeliverableApprovals,
  listDeliverables,
} from '../../../domains/delivery/deliverables/contract.ts'
import { listLineComments } from '../../../domains/delivery/line-comments/contract.ts'
import { getProjectCycleMetrics } from '../../../domains/delivery/metrics/contract.ts'
import {
  getPendingRequest,
  listCyclePendingRequests,
  listPendingRequests,
} from '../../../domains/delivery/requests/contract.ts'
import { getProjectBudget, getWorkspaceBudget } from '../../../domains/delivery/spending/contract.ts'
import { getTaskReviewEvidence } from '../../../domains/delivery/tasks/contract.ts'
import type { Happening } from './live.ts'

/** A read that an event concerns: every one of the operation, or those about one thing. */
export interface Concern {
  readonly operation: string
  readonly about?: string
}

type Of = 'entityId' | 'projectId' | 'cycleId' | 'taskId'
type Concerned = readonly (readonly [read: { readonly id: string }, of?: Of])[]

const deliverableReads: Concerned = [
  [listDeliverables],
  [getDeliverable, 'cycleId'],
  [listDeliverableApprovals, 'cycleId'],
]

/** What each kind of event changes, by the first word of its name; of one thing where an id of the event names it. */
const concerned: Readonly<Record<string, Concerned>> = {
  cycle: [
    [listCycles],
    [listProjects],
    [getCycle, 'cycleId'],
    [getCycleUsage, 'cycleId'],
    [listCycleMessages, 'cycleId'],
    [getProjectThreads, 'projectId'],
    [getProjectCycleMetrics, 'projectId'],
    [getProjectBudget, 'projectId'],
    [getProjectRoadmap, 'projectId'],
  ],
  task: [
    [listCycles],
    [getCycle, 'cycleId'],
    [getCycleUsage, 'cycleId'],
    [getCycleTranscript, 'cycleId'],
    [getTaskReviewEvidence, 'taskId'],
    [listLineComments, 'taskId'],
    [getProjectBudget, 'projectId'],
  ],
  pending_request: [
    [listPendingRequests],
    [listCyclePendingRequests, 'cycleId'],
    [getPendingRequest, 'entityId'],
    [listLineComments, 'taskId'],
  ],
  deliverable: deliverableReads,
  deliverable_approval: deliverableReads,
  budget: [[getProjectBudget], [getWorkspaceBudget]],
  client_invoice: [[listClientInvoices], [getClientInvoice], [listBillables]],
  billable: [[listBillables]],
  billing_identity: [[getBillingIdentity]],
  client_billing_identity: [[getClientBillingIdentity]],
  project: [
    [listProjects],
    [getProject, 'projectId'],
    [listPendingRequests],
    [listCycles],
    [getProjectRoadmap, 'projectId'],
    [listProjectMessages, 'projectId'],
  ],
  repository: [[getProject, 'projectId']],
  revision: [[listProjects], [listProjectRevisions, 'projectId']],
  workspace: [[getMe], [getWorkspaceSettings], [getWorkspacePolicies]],
  member: [[getMe], [listMembers], [listMemberInvitations]],
  api_key: [[listApiKeys]],
  brand_kit: [[getWorkspaceBrandKit]],
  client_account: [[listClientAccounts], [getClientAccount], [listClientAccountProjects]],
}

/** The reads whose answers an event may have changed. */
export const concernsOf = (happening: Happening): Concern[] => {
  const [kind = ''] = happening.eventType.split('.')
  return (concerned[kind] ?? []).map(([{ id }, of]) => {
    const about = of && happening[of]
    return about ? { operation: id, about } : { operation: id }
  })
}

interface Asked {
  readonly params?: Readonly<Record<string, string>>
}

/** Whether a concern is about what was read with this key. */
export const isConcerned = ({ operation, about }: Concern, [id, input]: readonly unknown[]): boolean =>
  id === operation && (about === undefined || Object.values((input as Asked | undefined)?.params ?? {}).includes(about))
