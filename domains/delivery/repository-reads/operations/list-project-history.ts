import type { LineCounts } from '../../../../execution/repositories/index.ts'
import { namesOfPeople } from '../../../../platform/access/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { revisionBefore, revisionPage, type RevisionRow } from '../../../code/revisions/index.ts'
import { proposalsOfCycles } from '../../cycles/index.ts'
import { listProjectHistory } from '../contract.ts'
import type { ReadParts } from '../parts.ts'
import { presentRevision } from '../present.ts'
import { inTime } from '../reading.ts'
import { changesMost, historyPage } from '../rules.ts'

export default (parts: ReadParts) =>
  handle(listProjectHistory, async ({ workspace, params, query, read, signal: left, requestId, next, ok }) => {
    const { rows, pairs, proposals, names, after } = await read(async (tx) => {
      const page = await revisionPage(tx, params.id, cursorOf(query.cursor), query.limit ?? historyPage)
      const made = await proposalsOfCycles(
        tx,
        page.rows.flatMap(({ cycleId }) => cycleId ?? []),
      )
      return {
        rows: page.rows,
        after: page.next,
        pairs: await pairsOf(tx, page.rows),
        proposals: made,
        names: await namesOfPeople(
          tx,
          [...made.values()].map(({ createdBy }) => createdBy),
        ),
      }
    })
    next(after)
    // Lines are a detail of the list, which is answered without them where counting takes too long.
    const counts = await inTime(parts.log, { workspace, signal: left, requestId }, (signal) =>
      countLines(parts, pairs, signal),
    )
    return ok(
      rows.map((row) => {
        const proposal = row.cycleId === null ? undefined : proposals.get(row.cycleId)
        const count = typeof counts === 'string' ? undefined : counts.get(row.id)
        return {
          ...presentRevision(row),
          cycleTitle: proposal?.title ?? null,
          author: (proposal && names.get(proposal.createdBy)) ?? null,
          filesChanged: count?.files ?? null,
          additions: count?.additions ?? null,
          deletions: count?.deletions ?? null,
        }
      }),
    )
  })

interface ChangedPair {
  readonly from: RevisionRow
  readonly to: RevisionRow
}

const pairsOf = async (tx: Transaction, rows: readonly RevisionRow[]): Promise<ChangedPair[]> => {
  const last = rows.at(-1)
  const following = last && (await revisionBefore(tx, last))
  const all = [...rows, ...(following ? [following] : [])]
  return rows.flatMap((to, at) => {
    const from = all[at + 1]
    return from?.generation === to.generation - 1 && from.repositoryId === to.repositoryId ? [{ from, to }] : []
  })
}

const countLines = async (
  { repositories }: ReadParts,
  pairs: readonly ChangedPair[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, LineCounts>> => {
  const stored = new Map<string, boolean>()
  for (const { to } of pairs)
    if (!stored.has(to.repositoryId)) stored.set(to.repositoryId, await repositories.exists(to.repositoryId))
  const counts = new Map<string, LineCounts>()
  for (const { from, to } of pairs) {
    signal.throwIfAborted()
    if (!stored.get(to.repositoryId)) continue
    const options = { before: from.commitSha, after: to.commitSha, maxFiles: changesMost }
    const count = await repositories.reads.lineCounts(to.repositoryId, options, signal)
    if (!count.truncated) counts.set(to.id, count)
  }
  return counts
}
