import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isReferredTo } from '../workspaces/index.ts'
import { retention } from '../../../platform/retention/index.ts'

const sessions = statement<{ days: number; limit: number }>(
  'people.remove-old-sessions',
  `delete from session where id = any(array(select id from session
     where expires_at < now() - make_interval(days => :days) limit :limit)) returning 1`,
)
export const removeOldSessions = async (tx: Transaction, limit: number) =>
  (await sessions(tx, { days: retention.sessions.days, limit })).length

const verifications = statement<{ days: number; limit: number }>(
  'people.remove-old-verifications',
  `delete from verification where id = any(array(select id from verification
     where expires_at < now() - make_interval(days => :days) limit :limit)) returning 1`,
)
export const removeOldVerifications = async (tx: Transaction, limit: number) =>
  (await verifications(tx, { days: retention.verifications.days, limit })).length

const signUps = statement<{ days: number; limit: number }>(
  'people.remove-sign-ups',
  `delete from sign_up where id = any(array(select id from sign_up
     where created_at < now() - make_interval(days => :days) order by created_at limit :limit)) returning 1`,
)
export const removeOldSignUps = async (tx: Transaction, limit: number) =>
  (await signUps(tx, { days: retention.signUps.days, limit })).length

// The address of a sign-up that was never confirmed must become free for others.
const strangers = statement<{ days: number; limit: number }>(
  'people.remove-unverified',
  `delete from users where id = any(array(select u.id from users u
     where not u.email_verified and u.created_at < now() - make_interval(days => :days)
       and not ${isReferredTo('u.id')}
       and not exists (select from erasure e where e.user_id = u.id)
     order by u.created_at limit :limit)) returning 1`,
)
export const removeUnverified = async (tx: Transaction, limit: number) =>
  (await strangers(tx, { days: retention.unverified.days, limit })).length
