import { matchStatement, oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { rowExpiry } from '../../../platform/retention/index.ts'
import { joinLead } from '../leads/index.ts'
import { settleLookupMoney } from '../settings/index.ts'
import { rest, type Capability, type LookupPayer } from './rules.ts'
import { growthProviderCall, type CallRow } from './tables.ts'

const scopeFields = ['growthProjectId', 'growthPlayId', 'passId', 'leadId'] as const
/** Whom a look-up is for. All null for a comparison. */
export type LookupScope = Readonly<Record<(typeof scopeFields)[number], string | null>>

export interface NewCall extends LookupScope {
  readonly id: string
  readonly capability: Capability
  readonly provider: string
  readonly payer: LookupPayer
  readonly heldMicros: number
}

const open = matchStatement<NewCall & { month: string; longestSeconds: number }, { id: string }>(
  'growth-call.open',
  insertInto(
    growthProviderCall,
    ['id', ...scopeFields, 'capability', 'provider', 'payer', 'month', 'heldMicros'],
    {
      workspaceId: ':workspace',
      status: `'open'`,
      sentAt: 'now()',
      expiresAt: 'now() + make_interval(secs => :longestSeconds)',
    },
    'on conflict do nothing returning id',
  ),
)
/** Records a look-up as open; false if its pass asked this provider about this lead before. */
export const openCall = (tx: Transaction, call: NewCall & { readonly month: string }, longestMs: number) =>
  open(tx, { ...call, longestSeconds: Math.ceil(longestMs / 1_000) })

const hasCall = matchStatement<
  { passId: string; leadId: string; capability: Capability; provider: string },
  { id: string }
>(
  'growth-call.asked',
  `select id from growth_provider_call where workspace_id = :workspace and pass_id = :passId and lead_id = :leadId
     and capability = :capability and provider = :provider`,
)
/** True if a pass asked this provider about this lead before its process died. */
export const wasAsked = async (
  tx: Transaction,
  { passId, leadId }: LookupScope,
  capability: Capability,
  provider: string,
): Promise<boolean> => passId !== null && leadId !== null && hasCall(tx, { passId, leadId, capability, provider })

export interface CallEnd {
  readonly id: string
  readonly status: 'finished' | 'failed' | 'abandoned'
  readonly isFound: boolean | null
  readonly failure: string | null
  readonly costMicros: number
}
const end = rowStatement<CallEnd, CallRow>(
  'growth-call.end',
  `update growth_provider_call set status = :status, is_found = :isFound, failure = :failure,
     cost_micros = least(:costMicros, held_micros), ended_at = now()
   where workspace_id = :workspace and id = :id and status = 'open' returning ${growthProviderCall.columns}`,
)
/** Ends an open look-up and settles its money; undefined if it was settled already. */
export const settleCall = async (tx: Transaction, ended: CallEnd) => {
  const call = await end(tx, ended)
  if (call) await settle(tx, call)
  return call
}

const settle = async (tx: Transaction, { month, heldMicros, costMicros, payer }: CallRow) => {
  if (heldMicros === 0) return
  const isInstancePaying = payer === 'instance'
  await settleLookupMoney(tx, { month, heldMicros, costMicros: costMicros ?? heldMicros, isInstancePaying })
}

const abandoned = `update growth_provider_call set status = 'abandoned', cost_micros = held_micros, ended_at = now()
   where workspace_id = :workspace and status = 'open'`
const abandonOne = statement<{ passId: string; leadId: string }, CallRow>(
  'growth-call.abandon-of-lead',
  `${abandoned} and pass_id = :passId and lead_id = :leadId returning ${growthProviderCall.columns}`,
)
/** Settles a dead attempt's open look-ups of a lead, at full price: the provider may have billed them. */
export const abandonCallsOf = async (tx: Transaction, passId: string, leadId: string) => {
  for (const call of await abandonOne(tx, { passId, leadId })) await settle(tx, call)
}

const abandonExpired = statement<{ limit: number }, CallRow>(
  'growth-call.abandon-expired',
  `${abandoned} and id = any(array(select id from growth_provider_call
       where workspace_id = :workspace and status = 'open' and expires_at < now() order by id limit :limit))
   returning ${growthProviderCall.columns}`,
)
/** Settles every look-up that is older than a living process's can be; returns their number. */
export const abandonExpiredCalls = async (tx: Transaction, limit: number) => {
  const calls = await abandonExpired(tx, { limit })
  for (const call of calls) await settle(tx, call)
  return calls.length
}

export const expiredCallsIn = workspacesDue(
  'growth-call',
  `growth_provider_call where status = 'open' and expires_at < now()`,
)

const recent = statement<{ provider: string; minutes: number; limit: number }, { isFailed: boolean }>(
  'growth-call.recent',
  `select status = 'failed' as "isFailed" from growth_provider_call
   where workspace_id = :workspace and provider = :provider and status <> 'open'
     and sent_at > now() - make_interval(mins => :minutes)
   order by sent_at desc limit :limit`,
)
/** The newest look-ups at a provider, which decide whether it is asked. */
export const recentCalls = (tx: Transaction, provider: string) =>
  recent(tx, { provider, minutes: rest.minutes, limit: rest.failures })

export interface ProviderStats {
  readonly capability: Capability
  readonly provider: string
  readonly asked: number
  readonly found: number
  readonly failed: number
  readonly costMicros: number
}
/** How each provider did since a time. */
export const statsSince = statement<{ since: Date }, ProviderStats>(
  'growth-call.stats',
  `select capability, provider, count(*)::int as asked, (count(*) filter (where is_found))::int as found,
     (count(*) filter (where status in ('failed', 'abandoned')))::int as failed,
     coalesce(sum(cost_micros), 0)::int8 as "costMicros"
   from growth_provider_call where workspace_id = :workspace and sent_at >= :since group by capability, provider`,
)

export interface PlaySpend {
  /** Null for look-ups that belong to no play. */
  readonly growthPlayId: string | null
  readonly todayMicros: number
  readonly periodMicros: number
}
const byPlay = statement<{ growthProjectId: string; days: number; now: Date }, PlaySpend>(
  'growth-call.spend-by-play',
  `with today as (
     select date_trunc('day', :now::timestamptz at time zone workspace_time_zone()) as begin)
   select growth_play_id as "growthPlayId",
     coalesce(sum(coalesce(cost_micros, held_micros)) filter (
       where sent_at >= today.begin at time zone workspace_time_zone()), 0)::int8 as "todayMicros",
     coalesce(sum(coalesce(cost_micros, held_micros)), 0)::int8 as "periodMicros"
   from growth_provider_call, today
   where workspace_id = :workspace and growth_project_id = :growthProjectId
     and sent_at >= (today.begin - make_interval(days => :days - 1)) at time zone workspace_time_zone()
   group by growth_play_id`,
)
/** A growth project's look-up cost by play, today and in the last `days` days; open look-ups count at their maximum. */
export const spendByPlay = async (tx: Transaction, growthProjectId: string, days: number): Promise<PlaySpend[]> =>
  byPlay(tx, { growthProjectId, days, now: await tx.now() })

const room = oneRowStatement<{ playId: string }, { micros: number | null }>(
  'growth-call.room-of-play',
  'select growth_play_room(:playId) as micros',
)
/** True if a play may spend so much more, which is held until the transaction ends. Settings are held before it. */
export const hasRoom = async (tx: Transaction, playId: string, worstMicros: number): Promise<boolean> => {
  const { micros } = await room(tx, { playId })
  return micros === null || micros >= worstMicros
}

export const callExpiry = rowExpiry('growthLookups', growthProviderCall, 'sent_at', `status <> 'open'`)

/** The newest look-ups of these leads. */
export const callsOfLeads = statement<
  { ids: readonly string[] },
  Pick<CallRow, 'capability' | 'provider' | 'sentAt'> & { leadId: string; isFound: boolean | null }
>(
  'growth-call.of-leads',
  `select lead.id as "leadId", capability, provider, is_found as "isFound", sent_at as "sentAt"
   from growth_provider_call call ${joinLead('call.lead_id')}
   where call.workspace_id = :workspace and lead.id = any(:ids::uuid[]) order by sent_at desc, call.id desc limit 1000`,
)
