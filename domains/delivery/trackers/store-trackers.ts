import { inTurns } from '../../../platform/db/fragments.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { endingTokens, namedConnections, takenDeliveries } from '../../code/connections/index.ts'
import { trackersMost } from './rules.ts'
import { tracker, trackerDelivery, trackerLink, type TrackerLinkRow, type TrackerRow } from './tables.ts'

export const {
  list: trackers,
  find: findTracker,
  remove: removeTracker,
  lock: lockTrackers,
  refusalOf: refusalOfTracker,
} = namedConnections<TrackerRow>('tracker', tracker, { lockName: 'trackers of ', most: trackersMost })

export const endingTrackers = endingTokens('tracker', 'tracker')

const deliveries = takenDeliveries('tracker', { table: 'tracker', idColumn: 'tracker_id', keptAs: 'trackerDeliveries' })
export const { byHook: trackerByHook, retention: deliveryRetention } = deliveries

type FieldsOfLater = 'createdAt' | 'lastDeliveryAt' | 'renewalAttempts' | 'renewalError'
type NewTracker = Omit<TrackerRow, FieldsOfLater> & { readonly hookTokenHash: Buffer; readonly now: Date }
export const insertTracker = oneRowStatement<NewTracker, TrackerRow>(
  'tracker.insert',
  insertInto(
    tracker,
    [
      ...(['id', 'kind', 'name', 'baseUrl', 'keyVersion', 'ciphertext'] as const),
      ...(['hasWebhookSecret', 'hookTokenHash', 'tokenExpiresAt', 'nextRenewalAt', 'createdBy'] as const),
    ],
    { workspaceId: ':workspace', createdAt: ':now' },
    `returning ${tracker.columns}`,
  ),
)

export const setTrackerKeys = rowStatement<{ id: string; keyVersion: number; ciphertext: Uint8Array }, TrackerRow>(
  'tracker.set-secret',
  `update tracker set key_version = :keyVersion, ciphertext = :ciphertext, has_webhook_secret = true
   where workspace_id = :workspace and id = :id returning ${tracker.columns}`,
)

/** Another token takes the place of the old one; undefined if it has another by now. */
export const renewTracker = rowStatement<
  Pick<TrackerRow, 'id' | 'keyVersion' | 'ciphertext' | 'tokenExpiresAt' | 'nextRenewalAt'> & { before: Uint8Array },
  TrackerRow
>(
  'tracker.renew',
  `update tracker set key_version = :keyVersion, ciphertext = :ciphertext, token_expires_at = :tokenExpiresAt,
     next_renewal_at = :nextRenewalAt, renewal_attempts = 0, renewal_error = null, warned_at = null
   where workspace_id = :workspace and id = :id and ciphertext = :before returning ${tracker.columns}`,
)

export const failRenewal = statement<{ id: string; attempts: number; nextRenewalAt: Date | null; error: string }>(
  'tracker.fail-renewal',
  `update tracker set renewal_attempts = :attempts, next_renewal_at = :nextRenewalAt, renewal_error = :error
   where workspace_id = :workspace and id = :id and next_renewal_at is not null`,
)

/** Connections whose token is renewed now, among all workspaces. */
export const dueRenewals = statement<{ rows: number }, { workspaceId: string; id: string }>(
  'tracker.due-renewals',
  `select workspace_id as "workspaceId", id from tracker
   where next_renewal_at <= now()::timestamptz(3) order by next_renewal_at limit :rows`,
)

const insertDelivery = statement<{ trackerId: string; deliveryId: string; now: Date }, { deliveryId: string }>(
  'tracker-delivery.insert',
  insertInto(
    trackerDelivery,
    ['trackerId', 'deliveryId'],
    { workspaceId: ':workspace', receivedAt: ':now' },
    'on conflict (tracker_id, delivery_id) do nothing returning delivery_id as "deliveryId"',
  ),
)
/** Records that a webhook came; false for a webhook that came before. */
export const recordTrackerDelivery = async (tx: Transaction, delivery: Parameters<typeof insertDelivery>[1]) => {
  await deliveries.keepTime(tx, delivery.trackerId, delivery.now)
  return (await insertDelivery(tx, delivery)).length > 0
}

export const findTrackerLink = rowStatement<{ projectId: string }, TrackerLinkRow>(
  'tracker-link.find',
  `select ${trackerLink.columns} from tracker_link where workspace_id = :workspace and project_id = :projectId`,
)

/** The project that takes the issues of a team. */
export const linkOfTeam = rowStatement<{ trackerId: string; teamKey: string }, TrackerLinkRow>(
  'tracker-link.of-team',
  `select ${trackerLink.columns} from tracker_link
   where workspace_id = :workspace and tracker_id = :trackerId and lower(team_key) = lower(:teamKey)`,
)

/** Stores a project's link; undefined if another has the issues of this team. Call it under `lockTrackers`. */
export const putTrackerLink = rowStatement<
  Pick<TrackerLinkRow, 'projectId' | 'trackerId' | 'teamKey' | 'lookAt'> & { now: Date; userId: string },
  TrackerLinkRow
>(
  'tracker-link.put',
  `insert into tracker_link (project_id, workspace_id, tracker_id, team_key, look_at, linked_at, linked_by)
   select :projectId, :workspace, :trackerId, :teamKey, :lookAt, :now, :userId
   where not exists (select from tracker_link other where other.tracker_id = :trackerId
     and lower(other.team_key) = lower(:teamKey) and other.project_id <> :projectId)
   on conflict (project_id) do update set tracker_id = excluded.tracker_id, team_key = excluded.team_key,
     look_at = excluded.look_at, error = null, linked_at = excluded.linked_at, linked_by = excluded.linked_by
   returning ${trackerLink.columns}`,
)

const unlink = statement<{ projectId: string }, TrackerLinkRow>(
  'tracker-link.delete',
  `delete from tracker_link where workspace_id = :workspace and project_id = :projectId returning ${trackerLink.columns}`,
)
export const removeTrackerLink = async (tx: Transaction, projectId: string) => (await unlink(tx, { projectId })).at(0)

export const projectsOfTracker = statement<{ trackerId: string }, { projectId: string }>(
  'tracker-link.of-tracker',
  'select project_id as "projectId" from tracker_link where workspace_id = :workspace and tracker_id = :trackerId',
)

/** Projects whose issues at the code host are looked at now, among all workspaces. */
export const dueIssues = statement<{ rows: number }, { workspaceId: string; projectId: string }>(
  'tracker-link.due',
  `select workspace_id as "workspaceId", project_id as "projectId" from tracker_link
   where look_at <= now()::timestamptz(3) order by ${inTurns('workspace_id', 'look_at')} limit :rows`,
)

export const settleIssues = statement<{ projectId: string; seenAt: Date; nextAt: Date; error: string | null }>(
  'tracker-link.settle',
  `update tracker_link set error = :error, look_at = case when look_at > :seenAt then look_at else :nextAt end
   where workspace_id = :workspace and project_id = :projectId and look_at is not null`,
)

/** Makes the issues of a project due to be read soon if they come from its code host. */
export const hintIssues = statement<{ projectId: string; now: Date }>(
  'tracker-link.hint',
  `update tracker_link set look_at = :now
   where workspace_id = :workspace and project_id = :projectId and look_at is not null`,
)
