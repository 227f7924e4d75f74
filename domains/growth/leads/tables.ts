import { table, type RowOf } from '../../../platform/db/table.ts'
import type { AddressVerdict, Evidence, LeadField, LeadStatus } from './rules.ts'

export const growthLeadList = table(
  'growth_lead_list',
  { id: 'uuid', fileName: 'text?', rowsRead: 'int4', rowsImported: 'int4', createdAt: 'timestamptz' },
  { workspaceId: 'uuid', growthProjectId: 'uuid', uploadedBy: 'uuid', finishedAt: 'timestamptz?' },
)
export type LeadListRow = RowOf<typeof growthLeadList>

export const growthLead = table(
  'growth_lead',
  {
    id: 'uuid',
    growthProjectId: 'uuid',
    growthPlayId: 'uuid?',
    status: 'text',
    address: 'text?',
    addressVerdict: 'text?',
    domain: 'text',
    evidence: 'jsonb',
    lookedUpAt: 'timestamptz?',
    contactedAt: 'timestamptz?',
    optedOutAt: 'timestamptz?',
    optOutMessageId: 'uuid?',
    hasConsent: 'bool',
    sequenceStoppedAt: 'timestamptz?',
    sequenceStopReason: 'text?',
    createdAt: 'timestamptz',
    statusChangedAt: 'timestamptz',
  },
  {
    workspaceId: 'uuid',
    leadListId: 'uuid',
    lookupPassId: 'uuid?',
    repliedAt: 'timestamptz?',
    replyIntent: 'text?',
    searchedName: 'text?',
    page: 'text',
    refusedAt: 'timestamptz?',
    refusalConfirmedAt: 'timestamptz?',
  },
)
export type LeadRow = RowOf<
  typeof growthLead,
  {
    status: LeadStatus
    addressVerdict: AddressVerdict | null
    evidence: Readonly<Partial<Record<LeadField, Evidence>>>
  }
>
