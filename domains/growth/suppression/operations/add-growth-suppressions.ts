import { v7 as uuidv7 } from 'uuid'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { addGrowthSuppressions } from '../contract.ts'
import { readEntry } from '../entry.ts'
import { entryHash } from '../hash-key.ts'
import { presentSuppression } from '../present.ts'
import { insertSuppressions, lockSuppressions } from '../store.ts'

const wrongEntry = (at: number) => ({
  path: `entries[${at}]`,
  message: 'is neither a mail address nor a domain',
  rule: 'suppression',
})

export default (vault: Vault) =>
  handle(addGrowthSuppressions, async ({ tx, workspace, body, caller, now, fail, invalid, created }) => {
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
