import { dayIn } from '../../accounts/workspaces/index.ts'
import {
  matchStatement,
  type NoValues,
  oneRowStatement,
  rowStatement,
  statement,
} from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { lockInWorkspace } from '../../../platform/db/workspace-lock.ts'
import type { WorkspaceSecret } from '../../code/secrets/index.ts'
import { sendsOn, type SetAsideReason } from './rules.ts'
import { growthMailbox, growthMailboxDay, type MailboxRow } from './tables.ts'
import type { NamedThing } from '../../domain.ts'
import { normalEmail } from '../../../platform/contract/email.ts'

const { columns } = growthMailbox

/** Every mailbox, including disconnected ones, oldest first. */
export const mailboxes = statement<NoValues, MailboxRow>(
  'growth-mailbox.list',
  `select ${columns} from growth_mailbox where workspace_id = :workspace order by connected_at, id`,
)

/** Mailboxes that mail can be sent from, oldest first. */
export const sendableMailboxes = async (tx: Transaction): Promise<readonly MailboxRow[]> =>
  (await mailboxes(tx)).filter(({ status }) => status === 'connected')

/** Mailboxes that are not disconnected, whether they can send now or not. */
export const connectedMailboxes = async (tx: Transaction): Promise<readonly MailboxRow[]> =>
  (await mailboxes(tx)).filter(({ status }) => status !== 'disconnected')

export const findMailbox = rowStatement<{ id: string }, MailboxRow>('growth-mailbox.find', selectById(growthMailbox))

export const lockMailbox = rowStatement<{ id: string }, MailboxRow>(
  'growth-mailbox.lock',
  selectById(growthMailbox, 'for no key update'),
)

/** Only one connection of a workspace at a time is stored. */
export const lockMailboxes = (tx: Transaction) => lockInWorkspace(tx, 'growth_mailbox:')

export const mailboxAt = rowStatement<{ address: string }, MailboxRow>(
  'growth-mailbox.find-at',
  `select ${columns} from growth_mailbox where workspace_id = :workspace and address = :address`,
)

const connectedFields = [
  'id',
  'provider',
  'address',
  'displayName',
  'dailyLimit',
  'warmUpStartedOn',
  'timeZone',
  'dkimSelector',
] as const
type ConnectedMailbox = ChangedBy & WorkspaceSecret & Pick<MailboxRow, (typeof connectedFields)[number]>

/** Inserts a mailbox, or reconnects its address with the same id, limits, sends of today and reading position. */
export const connectMailbox = oneRowStatement<ConnectedMailbox, MailboxRow>(
  'growth-mailbox.connect',
  insertInto(
    growthMailbox,
    [...connectedFields, 'keyVersion', 'ciphertext'],
    {
      workspaceId: ':workspace',
      status: `'connected'`,
      connectedBy: ':userId',
      connectedAt: ':now',
      updatedAt: ':now',
    },
    `on conflict (workspace_id, address) do update set provider = excluded.provider,
       display_name = coalesce(excluded.display_name, growth_mailbox.display_name),
       dkim_selector = coalesce(excluded.dkim_selector, growth_mailbox.dkim_selector), status = 'connected', failure = null,
       disconnected_at = null, key_version = excluded.key_version, ciphertext = excluded.ciphertext,
       refreshing_until = null, connected_by = excluded.connected_by,
       updated_at = excluded.updated_at
     returning ${columns}`,
  ),
)

type MailboxSettings = Pick<
  MailboxRow,
  'status' | 'failure' | 'displayName' | 'dailyLimit' | 'warmUpStartedOn' | 'timeZone' | 'dkimSelector'
>

export const saveMailbox = rowStatement<{ id: string; now: Date } & MailboxSettings, MailboxRow>(
  'growth-mailbox.save',
  `update growth_mailbox set status = :status, failure = :failure, display_name = :displayName,
     daily_limit = :dailyLimit, warm_up_started_on = :warmUpStartedOn, time_zone = :timeZone, dkim_selector = :dkimSelector,
     updated_at = :now
   where workspace_id = :workspace and id = :id and status <> 'disconnected' returning ${columns}`,
)

/** Deletes the credentials; undefined if it is disconnected already. */
export const disconnectMailbox = rowStatement<{ id: string; now: Date }, MailboxRow>(
  'growth-mailbox.disconnect',
  `update growth_mailbox set status = 'disconnected', failure = null, disconnected_at = :now, key_version = null,
     ciphertext = null, refreshing_until = null, updated_at = :now
   where workspace_id = :workspace and id = :id and status <> 'disconnected' returning ${columns}`,
)

const fail = matchStatement<{ id: string; failure: string }, { id: string }>(
  'growth-mailbox.fail',
  `update growth_mailbox set status = 'failing', failure = :failure, updated_at = now()
   where workspace_id = :workspace and id = :id and status = 'connected' returning id`,
)
/** Marks a connected mailbox as failing; false if it was not connected. */
export const failMailbox = (tx: Transaction, id: string, failure: string) =>
  fail(tx, { id, failure: failure.slice(0, 300) })

const share = rowStatement<{ id: string }, MailboxRow>(
  'growth-mailbox.share',
  `select ${columns} from growth_mailbox where workspace_id = :workspace and id = :id and status = 'connected' for key share`,
)
// A conflict locks the row whether it is counted or not. A caller that asks several mailboxes one after the other must
// lock none that is used up, or waits in a circle with callers that began at another mailbox.
const take = matchStatement<{ mailboxId: string; day: string; most: number }, { sent: number }>(
  'growth-mailbox.take',
  `insert into growth_mailbox_day (workspace_id, mailbox_id, day, sent)
   select :workspace, :mailboxId, :day, 1 where :most > 0 and not exists (select 1 from growth_mailbox_day
     where workspace_id = :workspace and mailbox_id = :mailboxId and day = :day and sent >= :most)
   on conflict (mailbox_id, day) do update set sent = growth_mailbox_day.sent + 1
     where growth_mailbox_day.sent < :most
   returning sent`,
)
/**
 * Claims one of the mailbox's sends on this day of its time zone; false if none is left, or it is not connected. Its
 * lock lets the cursor of reading move: the sender has locked a lead, for which the reader may wait.
 */
export const claimSend = async (tx: Transaction, mailboxId: string, at: Date): Promise<boolean> => {
  const mailbox = await share(tx, { id: mailboxId })
  if (!mailbox) return false
  const day = dayIn(mailbox.timeZone, at)
  return take(tx, { mailboxId, day, most: sendsOn(day, mailbox) })
}

const release = statement<{ mailboxId: string; day: string }>(
  'growth-mailbox.give-back',
  `update growth_mailbox_day set sent = sent - 1
   where workspace_id = :workspace and mailbox_id = :mailboxId and day = :day and sent > 0`,
)
/** Returns a send that was taken at this time and handed nothing over. */
export const releaseSend = async (tx: Transaction, mailboxId: string, at: Date): Promise<void> => {
  const mailbox = await findMailbox(tx, { id: mailboxId })
  if (mailbox) await release(tx, { mailboxId, day: dayIn(mailbox.timeZone, at) })
}

const sent = statement<{ ids: readonly string[]; days: readonly string[] }, { mailboxId: string; sent: number }>(
  'growth-mailbox.sent',
  `select mailbox_id as "mailboxId", ${growthMailboxDay.columns} from growth_mailbox_day
   join unnest(:ids::uuid[], :days::text[]) as asked (id, day_asked) on mailbox_id = id and day = day_asked
   where workspace_id = :workspace`,
)
/** The numbers of mails that mailboxes sent on a day of each; mailboxes without any are left out. */
export const sentOn = async (
  tx: Transaction,
  days: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await sent(tx, { ids: [...days.keys()], days: [...days.values()] })
  return new Map(rows.map((row) => [row.mailboxId, row.sent]))
}

export const beginReading = statement<{ id: string; uidValidity: number; lastUid: number }>(
  'growth-mailbox.begin-reading',
  `update growth_mailbox set uid_validity = :uidValidity, last_uid = :lastUid
   where workspace_id = :workspace and id = :id and status <> 'disconnected'
     and (uid_validity is distinct from :uidValidity or last_uid > :lastUid)`,
)

/** Moves the cursor to a mail; false if another reader has passed it. */
export const advanceReading = matchStatement<{ id: string; uidValidity: number; uid: number }, { id: string }>(
  'growth-mailbox.advance',
  `update growth_mailbox set last_uid = :uid
   where workspace_id = :workspace and id = :id and uid_validity = :uidValidity and last_uid < :uid returning id`,
)

interface RefreshClaim {
  readonly id: string
  /** The credentials as they were read: another process may have stored new ones since. */
  readonly ciphertext: Buffer
  readonly now: Date
  readonly until: Date
}
/** True if this process may fetch a new token; another process may after `until`. */
export const claimRefresh = matchStatement<RefreshClaim, { id: string }>(
  'growth-mailbox.claim-refresh',
  `update growth_mailbox set refreshing_until = :until
   where workspace_id = :workspace and id = :id and status <> 'disconnected' and ciphertext = :ciphertext
     and (refreshing_until is null or refreshing_until < :now) returning id`,
)

/** Stores the token that the holder of the claim fetched; false if the mailbox changed hands since. */
export const saveRefreshed = matchStatement<{ id: string; until: Date } & WorkspaceSecret, { id: string }>(
  'growth-mailbox.save-tokens',
  `update growth_mailbox set key_version = :keyVersion, ciphertext = :ciphertext, refreshing_until = null
   where workspace_id = :workspace and id = :id and refreshing_until = :until returning id`,
)

export const endRefresh = statement<{ id: string; until: Date }>(
  'growth-mailbox.end-refresh',
  `update growth_mailbox set refreshing_until = null
   where workspace_id = :workspace and id = :id and refreshing_until = :until`,
)

/** The addresses of these mailboxes. */
export const namesOfMailboxes = statement<{ ids: readonly string[] }, NamedThing>(
  'growth-mailbox.names',
  `select id, address as title, null::uuid as "projectId", null::uuid as "cycleId" from growth_mailbox
   where workspace_id = :workspace and id = any(:ids)`,
)

// Answers come in while a mailbox is paused.
const isRead = `status in ('connected', 'paused')`

/** Workspaces with mailboxes that are read. */
export const mailboxesReadIn = workspacesDue('growth-mailbox', `growth_mailbox where ${isRead}`)

/** The mailboxes that are read. */
export const mailboxesToRead = statement<NoValues, { id: string; address: string }>(
  'growth-mailbox.read',
  `select id, address from growth_mailbox where workspace_id = :workspace and ${isRead} order by connected_at, id`,
)

/** Counts a mail that could not be read or filed. */
export const countSetAside = statement<{ id: string; reason: SetAsideReason }>(
  'growth-mailbox.set-aside',
  `update growth_mailbox set set_aside_mails = set_aside_mails + 1, set_aside_reason = :reason
   where workspace_id = :workspace and id = :id`,
)

type MailboxOfPerson = Pick<MailboxRow, 'address' | 'displayName' | 'status' | 'connectedAt'>
const ofPerson = statement<{ userId: string; address: string }, MailboxOfPerson>(
  'growth-mailbox.of-person',
  `select address, display_name as "displayName", status, connected_at as "connectedAt" from growth_mailbox
   where workspace_id = :workspace and (connected_by = :userId or address = :address) order by connected_at, id`,
)
/** Mailboxes that a person connected, and the mailbox at their address. */
export const mailboxesOfPerson = (tx: Transaction, { userId, email }: { userId: string; email: string }) =>
  ofPerson(tx, { userId, address: normalEmail(email) })

// Only for Google: Microsoft has no way to withdraw access.
const leave = statement<{ address: string }>(
  'growth-mailbox.leave-revocation',
  `insert into growth_mailbox_revocation (mailbox_id, workspace_id, provider, key_version, ciphertext, due_at, tried_until)
   select id, workspace_id, provider, key_version, ciphertext, now(), now() + interval '1 day' from growth_mailbox
   where workspace_id = :workspace and address = :address and provider = 'google' and ciphertext is not null`,
)
const erase = statement<{ address: string }>(
  'growth-mailbox.erase-person',
  `update growth_mailbox set address = 'erased-' || id || '@erased.invalid', display_name = null, failure = null,
     status = 'disconnected', disconnected_at = coalesce(disconnected_at, now()), key_version = null, ciphertext = null,
     refreshing_until = null, updated_at = now()
   where workspace_id = :workspace and address = :address`,
)
/** Disconnects the mailbox at a person's address and removes the address. Its access is withdrawn by the sweep. */
export const eraseMailbox = async (tx: Transaction, email: string): Promise<void> => {
  await leave(tx, { address: normalEmail(email) })
  await erase(tx, { address: normalEmail(email) })
}
