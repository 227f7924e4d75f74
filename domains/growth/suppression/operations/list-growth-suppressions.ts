import { pageMost } from '../../../../platform/contract/index.ts'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listGrowthSuppressions } from '../contract.ts'
import { normalAddress } from '../entry.ts'
import { entriesForbidding } from '../entries-forbidding.ts'
import { presentSuppression } from '../present.ts'
import { suppressionPage } from '../store.ts'

const noAddress = { path: 'address', message: 'is not a mail address', rule: 'email' }

export default (vault: Vault) =>
  handle(listGrowthSuppressions, async ({ tx, query, next, fail, invalid, ok }) => {
    const { cursor, limit = pageMost } = query
    if (query.address === undefined) {
      const page = await suppressionPage(tx, cursorOf(cursor), limit)
      next(page.next)
      return ok(page.rows.map(presentSuppression))
    }
    const address = normalAddress(query.address)
    if (address === undefined) return invalid([noAddress])
    if (!vault.available) return fail.noVault()
    const rows = await entriesForbidding(tx, vault, { address, domains: [] })
    return ok(rows.map(presentSuppression))
  })
