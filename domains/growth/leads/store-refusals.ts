import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { refusalDays } from '../settings/index.ts'
import { mailboxFilter } from '../suppression/index.ts'
import type { LeadRow } from './tables.ts'

const refuse = statement<{ id: string; at: Date | null }>(
  'growth-lead.refuse',
  'update growth_lead set refused_at = :at where workspace_id = :workspace and id = :id',
)
/** Records that the person of a lead refused; null that they did not. */
export const saveRefusal = (tx: Transaction, id: string, at: Date | null) => refuse(tx, { id, at })

const confirm = statement<{ id: string; now: Date }>(
  'growth-lead.confirm-despite-refusal',
  'update growth_lead set refusal_confirmed_at = :now where workspace_id = :workspace and id = :id',
)
/** Records that a person wants mail for a lead in spite of the refusals before. */
export const confirmDespiteRefusal = (tx: Transaction, id: string, now: Date) => confirm(tx, { id, now })

interface LeadMailboxes {
  readonly ids: readonly string[]
  readonly mailboxes: readonly string[]
  readonly tagged: readonly string[]
}
const refused = statement<LeadMailboxes, { id: string }>(
  'growth-lead.refused-elsewhere',
  `select distinct one.id from unnest(:ids::uuid[], :mailboxes::text[], :tagged::text[]) as one (id, mailbox, tagged)
     join growth_lead lead on lead.workspace_id = :workspace and lead.id = one.id
     join growth_lead other on other.workspace_id = :workspace and other.id <> one.id
       and (other.address = one.mailbox or other.address like one.tagged)
   where other.refused_at > now() - make_interval(days => ${refusalDays})
     and (lead.refusal_confirmed_at is null or lead.refusal_confirmed_at < other.refused_at)`,
)
/**
 * The leads among these whose person refused in another thread of the workspace, which was not confirmed for the lead.
 */
export const refusedElsewhere = async (tx: Transaction, leads: readonly LeadRow[]): Promise<ReadonlySet<string>> => {
  const asked = leads.flatMap(({ id, address }) => (address === null ? [] : [{ id, ...mailboxFilter(address) }]))
  if (asked.length === 0) return new Set()
  const found = await refused(tx, {
    ids: asked.map(({ id }) => id),
    mailboxes: asked.map(({ mailbox }) => mailbox),
    tagged: asked.map(({ tagged }) => tagged),
  })
  return new Set(found.map(({ id }) => id))
}
