import { withPerson } from '../../../platform/access/index.ts'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspacePeople } from '../workspaces/index.ts'

export interface SeatHolder {
  /** The person's. */
  id: string
  name: string
  email: string
  emailNormal: string
  canCreateProjects: boolean
  createdAt: Date
}

/** A person with any place in the workspace as a client. */
export type PortalPerson = Omit<SeatHolder, 'canCreateProjects'> & {
  override: boolean | null
  /** Has a relationship of its own with the agency. */
  isPortalClient: boolean
  /** Some seat lets the person create projects. */
  seatAllows: boolean
  /** The accounts with a seat of the person. */
  clientAccountIds: string[]
}

const accountsMost = 20

const person = 'users.id, users.name, users.email, users.email_normal as "emailNormal"'
const holder = `select ${person}, s.can_create_projects as "canCreateProjects", s.created_at as "createdAt"
  from seat s ${withPerson('s.user_id')}`
const client = `select ${person}, c.can_create_projects as override, c.user_id is not null as "isPortalClient",
  exists (select from seat s where s.workspace_id = m.workspace_id and s.user_id = m.user_id and s.can_create_projects)
    as "seatAllows",
  array(select s.client_account_id from seat s where s.workspace_id = m.workspace_id and s.user_id = m.user_id
    order by s.created_at, s.client_account_id limit ${accountsMost}) as "clientAccountIds", m.created_at as "createdAt"
  from ${workspacePeople}
    left join portal_client c on c.workspace_id = m.workspace_id and c.user_id = m.user_id
  where (m.role = 'client' or c.user_id is not null
    or exists (select from seat s where s.workspace_id = m.workspace_id and s.user_id = m.user_id))`

const holders = statement<{ at: string; id: string; rows: number; accountId: string }, SeatHolder>(
  'seat.page',
  `${holder} where s.workspace_id = :workspace and s.client_account_id = :accountId and (s.created_at, s.user_id) < (:at, :id)
   order by s.created_at desc, s.user_id desc limit :rows`,
)
export const seatHolderPage = async (tx: Transaction, accountId: string, after: Cursor, limit: number) =>
  pageOf(await holders(tx, { ...after, rows: limit + 1, accountId }), limit)

const oneHolder = statement<{ accountId: string; userId: string }, SeatHolder>(
  'seat.holder',
  `${holder} where s.workspace_id = :workspace and s.client_account_id = :accountId and s.user_id = :userId`,
)
export const findSeatHolder = async (tx: Transaction, accountId: string, userId: string) =>
  (await oneHolder(tx, { accountId, userId })).at(0)

const clients = statement<{ at: string; id: string; rows: number }, PortalPerson>(
  'portal-client.page',
  `${client} and (m.created_at, m.user_id) < (:at, :id) order by m.created_at desc, m.user_id desc limit :rows`,
)
export const portalClientPage = async (tx: Transaction, after: Cursor, limit: number) =>
  pageOf(await clients(tx, { ...after, rows: limit + 1 }), limit)

const oneClient = statement<{ userId: string }, PortalPerson>(
  'portal-client.person',
  `${client} and m.user_id = :userId`,
)
export const findPortalPerson = async (tx: Transaction, userId: string) => (await oneClient(tx, { userId })).at(0)

const known = statement<
  { emailNormal: string; accountId: string | null },
  { id: string; role: string; hasSeat: boolean; isPortalClient: boolean }
>(
  'portal.known-address',
  `select users.id, m.role,
     exists (select from seat s where s.workspace_id = :workspace and s.user_id = users.id and s.client_account_id = :accountId) as "hasSeat",
     exists (select from portal_client c where c.workspace_id = :workspace and c.user_id = users.id) as "isPortalClient"
   from ${workspacePeople} where users.email_normal = :emailNormal`,
)
/** The person of this workspace with this address, and the places that the person has already. */
export const personOfAddress = async (tx: Transaction, emailNormal: string, accountId: string | null) =>
  (await known(tx, { emailNormal, accountId })).at(0)

interface ClientContact {
  readonly clientAccountId: string
  readonly name: string
  readonly email: string
}
const contacts = statement<{ accountIds: readonly string[]; rows: number }, ClientContact>(
  'seat.contacts',
  `select s.client_account_id as "clientAccountId", users.name, users.email from seat s ${withPerson('s.user_id')}
   where s.workspace_id = :workspace and s.client_account_id = any(:accountIds)
   order by s.client_account_id, s.created_at, s.user_id limit :rows`,
)
/** The people of client accounts, at most `rows`. */
export const contactsOf = (tx: Transaction, accountIds: readonly string[], rows: number) =>
  contacts(tx, { accountIds, rows })
