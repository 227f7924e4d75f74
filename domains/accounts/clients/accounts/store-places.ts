import { statement, type Transaction } from '../../../../platform/db/transaction.ts'
import { portalClient, seat, type PortalClientRow, type SeatRow } from './tables.ts'

const lock = statement(
  'place.lock',
  `select pg_advisory_xact_lock(hashtextextended('place of ' || $1 || ' ' || $2, 0))`,
)
/**
 * One change at a time of a person's places in a workspace. Whoever gives one or takes one away asks first: the last
 * place to go takes the membership with it, and must not miss one that is given meanwhile.
 */
export const lockPlaces = (tx: Transaction, userId: string) => lock(tx, [tx.workspace, userId])

const join = statement(
  'place.join',
  `insert into membership (workspace_id, user_id, role, created_at) values ($1, $2, 'client', $3)
   on conflict (workspace_id, user_id) do nothing`,
)
/** Makes a person a client; whoever has a role already keeps it. */
export const joinAsClient = (tx: Transaction, userId: string, now: Date) => join(tx, [tx.workspace, userId, now])

const leave = statement<{ userId: string }>(
  'place.leave',
  `delete from membership m where workspace_id = $1 and user_id = $2 and role = 'client'
     and not exists (select from portal_client c where c.workspace_id = $1 and c.user_id = $2)
     and not exists (select from seat s where s.workspace_id = $1 and s.user_id = $2)
     and not exists (select from project_grant g where g.workspace_id = $1 and g.user_id = $2 and g.source = 'legacy')
   returning user_id as "userId"`,
)
/** Ends the membership of a client whom nothing holds here any more; tells whether it did. */
export const leaveIfUnplaced = async (tx: Transaction, userId: string) =>
  (await leave(tx, [tx.workspace, userId])).length > 0

const give = statement<SeatRow>(
  'seat.give',
  `insert into seat (workspace_id, client_account_id, user_id, can_create_projects, created_at)
   values ($1, $2, $3, $4, $5)
   on conflict (workspace_id, client_account_id, user_id) do update set can_create_projects = excluded.can_create_projects
   returning ${seat.columns}`,
)
export const giveSeat = async (tx: Transaction, { clientAccountId, userId, canCreateProjects, createdAt }: SeatRow) =>
  (await give(tx, [tx.workspace, clientAccountId, userId, canCreateProjects, createdAt])).at(0)!

const oneSeat = statement<SeatRow>(
  'seat.find',
  `select ${seat.columns} from seat where workspace_id = $1 and client_account_id = $2 and user_id = $3`,
)
export const findSeat = async (tx: Transaction, accountId: string, userId: string) =>
  (await oneSeat(tx, [tx.workspace, accountId, userId])).at(0)

const permit = statement<SeatRow>(
  'seat.permit',
  `update seat set can_create_projects = $4
   where workspace_id = $1 and client_account_id = $2 and user_id = $3 returning ${seat.columns}`,
)
export const permitSeat = async (tx: Transaction, accountId: string, userId: string, canCreateProjects: boolean) =>
  (await permit(tx, [tx.workspace, accountId, userId, canCreateProjects])).at(0)

const take = statement<SeatRow>(
  'seat.take',
  `delete from seat where workspace_id = $1 and client_account_id = $2 and user_id = $3 returning ${seat.columns}`,
)
/** Takes a seat away, and with it the grants that it gave. */
export const takeSeat = async (tx: Transaction, accountId: string, userId: string) =>
  (await take(tx, [tx.workspace, accountId, userId])).at(0)

const holders = statement<{ userId: string }>(
  'seat.holders',
  'select user_id as "userId" from seat where workspace_id = $1 and client_account_id = $2 order by user_id',
)
export const seatHolders = async (tx: Transaction, accountId: string) =>
  (await holders(tx, [tx.workspace, accountId])).map(({ userId }) => userId)

const own = statement<SeatRow & { name: string }>(
  'seat.own',
  `select ${seat.columns}, a.name from seat join client_account a on a.id = seat.client_account_id
   where seat.workspace_id = $1 and seat.user_id = $2 order by lower(a.name), a.id limit 1000`,
)
/** The seats of one person in this workspace, each with the name of its account. */
export const seatsOf = (tx: Transaction, userId: string) => own(tx, [tx.workspace, userId])

const admit = statement<PortalClientRow>(
  'portal-client.admit',
  `insert into portal_client (workspace_id, user_id, can_create_projects, created_at) values ($1, $2, $3, $4)
   on conflict (workspace_id, user_id) do update set can_create_projects = excluded.can_create_projects
   returning ${portalClient.columns}`,
)
export const admitPortalClient = async (tx: Transaction, row: PortalClientRow) =>
  (await admit(tx, [tx.workspace, row.userId, row.canCreateProjects, row.createdAt])).at(0)!

const onePortalClient = statement<PortalClientRow>(
  'portal-client.find',
  `select ${portalClient.columns} from portal_client where workspace_id = $1 and user_id = $2`,
)
export const findPortalClient = async (tx: Transaction, userId: string) =>
  (await onePortalClient(tx, [tx.workspace, userId])).at(0)

const override = statement<PortalClientRow>(
  'portal-client.override',
  `update portal_client set can_create_projects = $3 where workspace_id = $1 and user_id = $2
   returning ${portalClient.columns}`,
)
export const overridePermission = async (tx: Transaction, userId: string, canCreateProjects: boolean | null) =>
  (await override(tx, [tx.workspace, userId, canCreateProjects])).at(0)

const dismiss = statement<PortalClientRow>(
  'portal-client.dismiss',
  `delete from portal_client where workspace_id = $1 and user_id = $2 returning ${portalClient.columns}`,
)
export const dismissPortalClient = async (tx: Transaction, userId: string) =>
  (await dismiss(tx, [tx.workspace, userId])).at(0)
