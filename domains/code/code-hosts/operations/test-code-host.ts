import { accountOf, CodeHostFailure } from '../../../../execution/code-hosts/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { testConnection } from '../../connections/index.ts'
import { testCodeHost } from '../contract.ts'
import type { CodeHostParts } from '../parts.ts'
import { codeHostAuditSubject } from '../present.ts'
import { findCodeHost } from '../store.ts'
import { retryPushes } from '../store-links.ts'
import { openedAccess } from '../token.ts'

export default ({ vault, fetcher }: Pick<CodeHostParts, 'vault' | 'fetcher'>) =>
  handle(testCodeHost, async ({ params, signal, read, commit, fail, absent }) => {
    const row = (await read((tx) => findCodeHost(tx, params.id))) ?? absent()
    if (!vault.available) return fail.noVault()
    const access = await read((tx) => openedAccess(tx, vault, row))
    const tested = await testConnection(accountOf(fetcher, access, signal), CodeHostFailure)
    return commit(async ({ tx, now, ok }) => {
      if (tested.works) await retryPushes(tx, row.id, now)
      return ok(tested, codeHostAuditSubject(row, { works: tested.works }))
    })
  })
