import type { LookupResult } from '../../../execution/data-providers/index.ts'
import { json, type Json, rowStatement, statement } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'
import { isOfMailbox, mailboxFilter, type MailboxFilter, normalAddress } from '../suppression/index.ts'
import { freshDays, type Capability } from './rules.ts'
import { growthLookupCache, type CachedLookup } from './tables.ts'

interface CachePlace {
  readonly capability: Capability
  readonly provider: string
  readonly requestHash: Buffer
}

const find = rowStatement<CachePlace & { days: number }, CachedLookup>(
  'growth-cache.find',
  `select ${growthLookupCache.columns} from growth_lookup_cache
   where workspace_id = :workspace and capability = :capability and provider = :provider and request_hash = :requestHash
     and found_at > now() - make_interval(days => :days)`,
)
/** A provider's answer, as long as it is used again. */
export const findCached = (tx: Transaction, place: CachePlace) =>
  find(tx, { ...place, days: freshDays[place.capability] })

const save = statement<CachePlace & { result: Json | null; address: string | null }>(
  'growth-cache.save',
  insertInto(
    growthLookupCache,
    ['capability', 'provider', 'requestHash', 'result', 'address'],
    { workspaceId: ':workspace', foundAt: 'now()' },
    `on conflict (workspace_id, capability, provider, request_hash) do update set result = excluded.result,
       address = excluded.address, found_at = excluded.found_at`,
  ),
)
export const saveCached = (
  tx: Transaction,
  place: CachePlace,
  result: LookupResult | null,
  address: string | undefined,
) => save(tx, { ...place, result: json(result), address: address ?? null })

export interface PersonAnswer {
  readonly capability: Capability
  readonly provider: string
  readonly result: LookupResult | null
  readonly foundAt: Date
}
const ofPerson = statement<MailboxFilter, PersonAnswer>(
  'growth-cache.of-person',
  `select capability, provider, result, found_at as "foundAt" from growth_lookup_cache
   where workspace_id = :workspace and ${isOfMailbox('address')} order by found_at limit 1000`,
)
/** Providers' answers about an address, with any tag. */
export const cachedOfPerson = async (tx: Transaction, email: string): Promise<readonly PersonAnswer[]> => {
  const address = normalAddress(email)
  return address === undefined ? [] : ofPerson(tx, mailboxFilter(address))
}

const erase = statement<MailboxFilter>(
  'growth-cache.erase',
  `delete from growth_lookup_cache where workspace_id = :workspace and ${isOfMailbox('address')}`,
)
/** Removes the look-ups about an address, with any tag. */
export const eraseCached = async (tx: Transaction, email: string) => {
  const address = normalAddress(email)
  if (address !== undefined) await erase(tx, mailboxFilter(address))
}

const isOld = `found_at < now() - make_interval(days => ${retention.growthLookupAnswers.days})`
export const oldAnswersIn = workspacesDue('growth-cache', `growth_lookup_cache where ${isOld}`)
const removeOld = statement<{ limit: number }, { provider: string }>(
  'growth-cache.remove-old',
  `delete from growth_lookup_cache where ctid = any(array(select ctid from growth_lookup_cache
     where workspace_id = :workspace and ${isOld} order by found_at limit :limit)) returning provider`,
)
export const removeOldAnswers = async (tx: Transaction, limit: number) => (await removeOld(tx, { limit })).length
