import { pageOf, type Cursor } from '../../../../platform/db/page.ts'
import { statement, type Transaction } from '../../../../platform/db/transaction.ts'

export interface SeatHolder {
  /** The person's. */
  id: string
  name: string
  email: string
  emailNormal: string
  canCreateProjects: boolean
  createdAt: Date
}

export type PortalPerson = Omit<SeatHolder, 'canCreateProjects'> & { override: boolean | null }

const person = 'u.id, u.name, u.email, u.email_normal as "emailNormal"'
const holder = `select ${person}, s.can_create_projects as "canCreateProjects", s.created_at as "createdAt"
  from seat s join users u on u.id = s.user_id`
const client = `select ${person}, c.can_create_projects as override, c.created_at as "createdAt"
  from portal_client c join users u on u.id = c.user_id`

const holders = statement<SeatHolder>(
  'seat.page',
  `${holder} where s.workspace_id = $1 and s.client_account_id = $5 and (s.created_at, s.user_id) < ($2, $3)
   order by s.created_at desc, s.user_id desc limit $4`,
)
export const seatHolderPage = async (tx: Transaction, accountId: string, after: Cursor, limit: number) =>
  pageOf(await holders(tx, [tx.workspace, after.at, after.id, limit + 1, accountId]), limit)

const oneHolder = statement<SeatHolder>(
  'seat.holder',
  `${holder} where s.workspace_id = $1 and s.client_account_id = $2 and s.user_id = $3`,
)
export const findSeatHolder = async (tx: Transaction, accountId: string, userId: string) =>
  (await oneHolder(tx, [tx.workspace, accountId, userId])).at(0)

const clients = statement<PortalPerson>(
  'portal-client.page',
  `${client} where c.workspace_id = $1 and (c.created_at, c.user_id) < ($2, $3)
   order by c.created_at desc, c.user_id desc limit $4`,
)
export const portalClientPage = async (tx: Transaction, after: Cursor, limit: number) =>
  pageOf(await clients(tx, [tx.workspace, after.at, after.id, limit + 1]), limit)

const oneClient = statement<PortalPerson>(
  'portal-client.person',
  `${client} where c.workspace_id = $1 and c.user_id = $2`,
)
export const findPortalPerson = async (tx: Transaction, userId: string) =>
  (await oneClient(tx, [tx.workspace, userId])).at(0)

const known = statement<{ id: string; role: string; hasSeat: boolean; isPortalClient: boolean }>(
  'portal.known-address',
  `select u.id, m.role,
     exists (select from seat s where s.workspace_id = $1 and s.user_id = u.id and s.client_account_id = $3) as "hasSeat",
     exists (select from portal_client c where c.workspace_id = $1 and c.user_id = u.id) as "isPortalClient"
   from users u join membership m on m.user_id = u.id and m.workspace_id = $1 where u.email_normal = $2`,
)
/** Who of this workspace has this address, and which places that person has here already. */
export const personOfAddress = async (tx: Transaction, emailNormal: string, accountId: string | null) =>
  (await known(tx, [tx.workspace, emailNormal, accountId])).at(0)

const name = statement<{ name: string }>('portal.person-name', 'select name from users where id = $1')
export const nameOf = async (tx: Transaction, userId: string) => (await name(tx, [userId])).at(0)?.name ?? ''
