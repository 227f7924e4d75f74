import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { PauseReason } from './rules.ts'
import type { Reception } from './rules/limits.ts'

const hold = statement<{ playId: string }, { id: string }>(
  'growth-play.hold',
  'select id from growth_play where workspace_id = :workspace and id = :playId for no key update',
)
/** Holds a play until the transaction ends. */
export const holdPlay = (tx: Transaction, playId: string) => hold(tx, { playId })

const count = statement<{ playId: string; since: Date }, Reception>(
  'growth-play.reception',
  `select count(*) filter (where sent_at >= :since)::int as sent,
     (count(distinct coalesce(in_reply_to, id::text)) filter (where kind = 'bounce' and received_at >= :since)
       + count(*) filter (where status = 'refused' and handed_over_at >= :since))::int as bounces,
     count(distinct coalesce(in_reply_to, id::text)) filter (where kind = 'complaint' and received_at >= :since)::int as complaints
   from growth_message where workspace_id = :workspace and growth_play_id = :playId and status in ('sent', 'refused', 'received')`,
)
/**
 * What came back of the mails of a play since a time. Two reports of one mail count once; one that its
 * server refused at once has bounced.
 */
export const receptionOf = async (tx: Transaction, playId: string, since: Date) =>
  (await count(tx, { playId, since }))[0]!

const pause = statement<{ playId: string; reason: PauseReason; now: Date }, { growthProjectId: string }>(
  'growth-play.pause-by-limit',
  `update growth_play set status = 'paused', pause_reason = :reason, updated_at = :now
   where workspace_id = :workspace and id = :playId and status = 'active'
   returning growth_project_id as "growthProjectId"`,
)
/** Pauses a play that is active; undefined where it is not. */
export const pausePlay = async (tx: Transaction, playId: string, reason: PauseReason, now: Date) =>
  (await pause(tx, { playId, reason, now })).at(0)
