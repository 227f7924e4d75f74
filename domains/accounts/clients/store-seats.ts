import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { hasLegacyGrant } from '../../code/projects/index.ts'
import { leaveAsClient } from '../workspaces/index.ts'
import { portalClient, seat, type PortalClientRow, type SeatRow } from './tables.ts'

/**
 * Locks a person's seats and portal access in a workspace. Lock before each change of them: deleting the last one
 * deletes the membership too, and must not miss a seat that is added at the same time.
 */
export const lockClient = statement<{ userId: string }>(
  'client.lock',
  `select pg_advisory_xact_lock(hashtextextended('place of ' || :workspace || ' ' || :userId, 0))`,
)

const held = statement<{ userId: string }>(
  'client.held',
  `select where exists (select from portal_client where workspace_id = :workspace and user_id = :userId)
     or exists (select from seat where workspace_id = :workspace and user_id = :userId)
     or ${hasLegacyGrant(':workspace', ':userId')}`,
)
/** Deletes the membership of a client without any access here; returns whether it did. */
export const leaveIfWithoutAccess = async (tx: Transaction, userId: string) =>
  (await held(tx, { userId })).length === 0 && leaveAsClient(tx, { userId })

export const putSeat = oneRowStatement<SeatRow, SeatRow>(
  'seat.give',
  insertInto(
    seat,
    ['clientAccountId', 'userId', 'canCreateProjects', 'createdAt'],
    { workspaceId: ':workspace' },
    `on conflict (workspace_id, client_account_id, user_id) do update set can_create_projects = excluded.can_create_projects
   returning ${seat.columns}`,
  ),
)

export const findSeat = rowStatement<{ accountId: string; userId: string }, SeatRow>(
  'seat.find',
  `select ${seat.columns} from seat where workspace_id = :workspace and client_account_id = :accountId and user_id = :userId`,
)

export const updateSeatPermission = rowStatement<
  { accountId: string; userId: string; canCreateProjects: boolean },
  SeatRow
>(
  'seat.permit',
  `update seat set can_create_projects = :canCreateProjects
   where workspace_id = :workspace and client_account_id = :accountId and user_id = :userId returning ${seat.columns}`,
)

/** Deletes a seat, and the grants that came with it. */
export const deleteSeat = rowStatement<{ accountId: string; userId: string }, SeatRow>(
  'seat.take',
  `delete from seat where workspace_id = :workspace and client_account_id = :accountId and user_id = :userId returning ${seat.columns}`,
)

const takeAll = statement<{ userId: string }, { id: string }>(
  'seat.take-all',
  'delete from seat where workspace_id = :workspace and user_id = :userId returning client_account_id as id',
)
/** Deletes all seats of a person, and the grants that came with them; returns the accounts. */
export const deleteSeatsOfPerson = async (tx: Transaction, userId: string) =>
  (await takeAll(tx, { userId })).map(({ id }) => id)

const holders = statement<{ accountId: string }, { userId: string }>(
  'seat.holders',
  'select user_id as "userId" from seat where workspace_id = :workspace and client_account_id = :accountId order by user_id',
)
export const seatHolders = async (tx: Transaction, accountId: string) =>
  (await holders(tx, { accountId })).map(({ userId }) => userId)

/** A person's seats in this workspace, each with the name of its account. */
export const seatsOf = statement<{ userId: string }, SeatRow & { name: string }>(
  'seat.own',
  `select ${seat.columns}, a.name from seat join client_account a on a.id = seat.client_account_id
   where seat.workspace_id = :workspace and seat.user_id = :userId order by lower(a.name), a.id limit 1000`,
)

export const putPortalClient = oneRowStatement<PortalClientRow, PortalClientRow>(
  'portal-client.admit',
  insertInto(
    portalClient,
    ['userId', 'canCreateProjects', 'createdAt'],
    { workspaceId: ':workspace' },
    `on conflict (workspace_id, user_id) do update set can_create_projects = excluded.can_create_projects
   returning ${portalClient.columns}`,
  ),
)

export const findPortalClient = rowStatement<{ userId: string }, PortalClientRow>(
  'portal-client.find',
  `select ${portalClient.columns} from portal_client where workspace_id = :workspace and user_id = :userId`,
)

export const overridePermission = rowStatement<{ userId: string; canCreateProjects: boolean | null }, PortalClientRow>(
  'portal-client.override',
  `update portal_client set can_create_projects = :canCreateProjects where workspace_id = :workspace and user_id = :userId
   returning ${portalClient.columns}`,
)

export const dismissPortalClient = rowStatement<{ userId: string }, PortalClientRow>(
  'portal-client.dismiss',
  `delete from portal_client where workspace_id = :workspace and user_id = :userId returning ${portalClient.columns}`,
)
