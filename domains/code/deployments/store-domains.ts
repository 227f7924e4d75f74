import { rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { isLive } from '../projects/index.ts'
import { productionDomain, type ProductionDomainRow } from './tables.ts'

const { columns } = productionDomain

export const findDomain = rowStatement<{ projectId: string }, ProductionDomainRow>(
  'production-domain.find',
  `select ${columns} from production_domain where project_id = :projectId`,
)

interface NewDomain extends Pick<ProductionDomainRow, 'projectId' | 'domain' | 'proof' | 'setAt'> {
  readonly setBy: string
}
/** Inserts the new domain of a project's production; undefined if it has this domain already. */
export const putDomain = rowStatement<NewDomain, ProductionDomainRow>(
  'production-domain.put',
  insertInto(
    productionDomain,
    ['projectId', 'domain', 'proof', 'setBy', 'setAt'],
    { workspaceId: ':workspace' },
    `on conflict (project_id) do update set domain = :domain, proof = :proof, set_by = :setBy, set_at = :setAt,
       checked_at = null, connected_at = null
     where production_domain.domain <> :domain returning ${columns}`,
  ),
)

export const removeDomain = rowStatement<{ projectId: string }, { domain: string }>(
  'production-domain.remove',
  'delete from production_domain where project_id = :projectId returning domain',
)

/** The domains of a workspace that were not looked at since then. */
export const domainsToCheck = statement<{ before: Date; rows: number }, ProductionDomainRow>(
  'production-domain.to-check',
  `select ${columns} from production_domain
   where workspace_id = :workspace and (checked_at is null or checked_at < :before) and ${isLive('project_id')}
   order by checked_at nulls first limit :rows`,
)

export const checkEverySeconds = 300

export const domainsDueIn = workspacesDue(
  'production-domain',
  `production_domain
   where checked_at is null or checked_at < now() - interval '${checkEverySeconds} seconds'`,
)

interface CheckedDomain {
  readonly projectId: string
  readonly domain: string
  /** Null without an answer of DNS. */
  readonly isConnected: boolean | null
  readonly now: Date
}
const checked = statement<CheckedDomain, { wasConnected: boolean }>(
  'production-domain.checked',
  `update production_domain d set checked_at = :now,
     connected_at = case when :isConnected::boolean is null then d.connected_at
       when :isConnected then coalesce(d.connected_at, :now) end
   from production_domain before
   where d.project_id = :projectId and d.domain = :domain and before.project_id = d.project_id
   returning before.connected_at is not null as "wasConnected"`,
)
/** Stores the DNS answer; returns whether the domain was connected before, undefined if it changed meanwhile. */
export const recordDnsCheck = async (tx: Transaction, found: CheckedDomain) =>
  (await checked(tx, found)).at(0)?.wasConnected
