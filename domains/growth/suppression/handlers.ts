import { v7 as uuidv7, validate } from 'uuid'
import { pageMost, type Static } from '../../../platform/contract/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import { handle } from '../../../platform/handler/index.ts'
import * as contract from './contract.ts'
import { readEntry, normalAddress } from './entry.ts'
import { isRemovable, removableSources } from './rules.ts'
import { insertSuppressions, lockSuppressions, suppressionPage, deleteSuppression, findSuppression } from './store.ts'
import { entryHash, entriesForbidding } from './suppress-address.ts'
import type { SuppressionRow } from './tables.ts'

const wrongEntry = (at: number) => ({
  path: `entries[${at}]`,
  message: 'is neither a mail address nor a domain',
  rule: 'suppression',
})

const addGrowthSuppressions = (vault: Vault) =>
  handle(contract.addGrowthSuppressions, async ({ tx, workspace, body, caller, now, fail, invalid, created }) => {
    const read = body.entries.map(readEntry)
    const wrong = read.flatMap((entry, at) => (entry === undefined ? [wrongEntry(at)] : []))
    if (wrong.length > 0) return invalid(wrong)
    if (!vault.available) return fail.noVault()
    await lockSuppressions(tx)
    const hash = await entryHash(tx, vault, now)
    const named = read.filter((entry) => entry !== undefined)
    const entries = [...new Map(named.map((entry) => [entry.value, entry])).values()]
    const rows = await insertSuppressions(tx, {
      ids: entries.map(() => uuidv7()),
      kinds: entries.map(({ kind }) => kind),
      values: entries.map(({ value }) => value),
      hashes: entries.map(({ value }) => hash(value)),
      userId: caller.userId,
      now,
    })
    const alreadyListed = entries.length - rows.length
    return created(
      { added: rows.map(presentSuppression), alreadyListed },
      { resource: ['growth_suppression', workspace], metadata: { added: rows.length, alreadyListed } },
    )
  })

const noAddress = { path: 'address', message: 'is not a mail address', rule: 'email' }

const listGrowthSuppressions = (vault: Vault) =>
  handle(contract.listGrowthSuppressions, async ({ tx, query, next, fail, invalid, ok }) => {
    const { cursor, limit = pageMost } = query
    if (query.address === undefined) {
      const page = await suppressionPage(tx, cursorOf(cursor), limit)
      next(page.next)
      return ok(page.rows.map(presentSuppression))
    }
    const address = normalAddress(query.address)
    if (address === undefined) return invalid([noAddress])
    if (!vault.available) return fail.noVault()
    return ok((await entriesForbidding(tx, vault, { address, domains: [] })).map(presentSuppression))
  })

const removeGrowthSuppression = handle(contract.removeGrowthSuppression, async ({ tx, params, fail, absent, ok }) => {
  const { suppressionId: id } = params
  if (!validate(id)) return absent()
  const row = await deleteSuppression(tx, { id, sources: removableSources })
  if (!row) return (await findSuppression(tx, { id })) ? fail.notRemovable() : absent()
  return ok({ deleted: true }, { resource: ['growth_suppression', id], metadata: { kind: row.kind } })
})

export default ({ vault }: { readonly vault: Vault }) => ({
  listGrowthSuppressions: listGrowthSuppressions(vault),
  addGrowthSuppressions: addGrowthSuppressions(vault),
  removeGrowthSuppression,
})

export const presentSuppression = (row: SuppressionRow): Static<typeof contract.GrowthSuppression> => {
  const { id, kind, value, source, addedBy, createdAt } = row
  return { id, kind, value, source, removable: isRemovable(source), addedBy, createdAt }
}
