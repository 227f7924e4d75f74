import { oneRowStatement, statement } from '../../../platform/db/statement.ts'
import { leadsInPlay } from '../leads/index.ts'
import type { Reception } from './rules.ts'

interface PlayCounts {
  readonly drafts: number
  readonly approved: number
  readonly sent: number
  readonly unknown: number
  readonly refused: number
  readonly leadsWrittenTo: number
  readonly leadsReplied: number
  readonly interested: number
  readonly bounces: number
  readonly complaints: number
}
/** The sent mails of a play and the answers. */
export const countMailsOfPlay = oneRowStatement<{ growthPlayId: string }, PlayCounts>(
  'growth-results.counts',
  `select (count(*) filter (where status = 'draft'))::int as drafts,
     (count(*) filter (where status = 'approved' and step is not null))::int as approved,
     (count(*) filter (where status = 'sent' and step is not null))::int as sent,
     (count(*) filter (where status in ('unknown', 'sending')))::int as unknown,
     (count(*) filter (where status = 'refused'))::int as refused,
     (count(distinct lead_id) filter (where status = 'sent'))::int as "leadsWrittenTo",
     (count(distinct lead_id) filter (where kind = 'reply'))::int as "leadsReplied",
     (count(distinct lead_id) filter (where intent = 'interested'))::int as interested,
     count(distinct coalesce(in_reply_to, id::text)) filter (where kind = 'bounce')::int as bounces,
     count(distinct coalesce(in_reply_to, id::text)) filter (where kind = 'complaint')::int as complaints
   from growth_message where workspace_id = :workspace and growth_play_id = :growthPlayId`,
)

/** Mails and replies of the last days, in the workspace's zone; days without any are included. */
export const countByDay = statement<
  { growthPlayId: string; days: number },
  { day: string; sent: number; replies: number }
>(
  'growth-results.days',
  `with here as (select workspace_time_zone() as zone),
     day as (select generate_series((now() at time zone zone)::date - (:days::int - 1), (now() at time zone zone)::date,
       interval '1 day')::date as day from here)
   select to_char(day.day, 'YYYY-MM-DD') as day,
     (count(m.id) filter (where m.status = 'sent'))::int as sent,
     (count(m.id) filter (where m.kind = 'reply'))::int as replies
   from day cross join here left join growth_message m on m.workspace_id = :workspace
     and m.growth_play_id = :growthPlayId and m.status in ('sent', 'received')
     and (coalesce(m.sent_at, m.received_at) at time zone here.zone)::date = day.day
   group by day.day order by day.day`,
)

export interface LeadResult {
  readonly id: string
  readonly address: string | null
  readonly domain: string
  readonly company: string | null
  readonly name: string | null
  readonly status: string
  readonly mailsSent: number
  readonly lastSentAt: Date | null
  readonly repliedAt: Date | null
  readonly intent: string | null
  readonly hasBounced: boolean
  readonly optedOutAt: Date | null
  readonly stopReason: string | null
}
/** The results of a play's leads after a given lead, in the order of their ids. */
export const leadResults = statement<{ growthPlayId: string; after: string | null; limit: number }, LeadResult>(
  'growth-results.leads',
  `select lead.*, coalesce(mail.sent, 0) as "mailsSent", mail.last_sent_at as "lastSentAt",
     coalesce(mail.bounced, false) as "hasBounced"
   from ${leadsInPlay(':growthPlayId')} lead left join lateral (
     select (count(*) filter (where status = 'sent'))::int as sent, max(sent_at) as last_sent_at,
       bool_or(kind = 'bounce') as bounced
     from growth_message where workspace_id = :workspace and lead_id = lead.id and growth_play_id = :growthPlayId) mail on true
   where :after::uuid is null or lead.id > :after
   order by lead.id limit :limit`,
)

/** Reports and answers to a play's mails since a time: two reports count once, an immediate refusal is a bounce. */
export const receptionOf = oneRowStatement<{ playId: string; since: Date }, Reception>(
  'growth-results.reception',
  `select count(*) filter (where sent_at >= :since)::int as sent,
     (count(distinct coalesce(in_reply_to, id::text)) filter (where kind = 'bounce' and received_at >= :since)
       + count(*) filter (where status = 'refused' and handed_over_at >= :since))::int as bounces,
     count(distinct coalesce(in_reply_to, id::text)) filter (where kind = 'complaint' and received_at >= :since)::int as complaints
   from growth_message where workspace_id = :workspace and growth_play_id = :playId and status in ('sent', 'refused', 'received')`,
)
