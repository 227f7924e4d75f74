import { linearAccount, TrackerFailure } from '../../../../execution/trackers/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { testConnection } from '../../../code/connections/index.ts'
import { testTracker } from '../contract.ts'
import { trackerKeys } from '../keys.ts'
import type { TrackerParts } from '../parts.ts'
import { trackerAuditSubject } from '../present.ts'
import { findTracker } from '../store-trackers.ts'

export default ({ vault, fetcher }: Pick<TrackerParts, 'vault' | 'fetcher'>) =>
  handle(testTracker, async ({ params, signal, read, commit, fail, absent }) => {
    const row = (await read((tx) => findTracker(tx, params.id))) ?? absent()
    if (!vault.available) return fail.noVault()
    const { token } = await read((tx) => trackerKeys.open(tx, vault, row.id, row))
    const tested = await testConnection(linearAccount(fetcher, { baseUrl: row.baseUrl, token }, signal), TrackerFailure)
    return commit(async ({ ok }) => ok(tested, trackerAuditSubject(row, { works: tested.works })))
  })
