import { isExportedAnew } from '../../../../execution/secret-files/index.ts'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listProjectSecretEntries } from '../contract.ts'
import { openerOf } from '../open-secrets.ts'
import { masked } from '../rules.ts'
import { protectedFilesAt, secretEntriesOf } from '../store.ts'

export default (vault: Vault) =>
  handle(listProjectSecretEntries, async ({ tx, params, fail, ok }) => {
    const rows = await secretEntriesOf(tx, params.projectId)
    if (rows.length === 0) return ok({ entries: [] })
    if (!vault.available) return fail.noVault()
    const opener = await openerOf(tx, vault, params.projectId)
    const sources = [...new Set(rows.map(({ source }) => source))]
    const files = await protectedFilesAt(tx, params.projectId, sources)
    const exact = new Set(files.filter((row) => !isExportedAnew(row.path, opener.file(row))).map(({ path }) => path))
    return ok({
      entries: rows.map((row) => ({
        key: row.key,
        source: row.source,
        value: masked(opener.entry(row)),
        shape: !exact.has(row.source),
        updatedAt: row.updatedAt,
      })),
    })
  })
