import type { listAiBatches } from '../../../../../domains/agents/batches/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { State } from '../../../parts/feedback/state.tsx'
import { joined } from '../../../parts/text/joined.tsx'
import type { StateBadge } from '../../../states.ts'
import { useBatchWords } from '../../../words/batches/index.ts'

export type Batch = Reply<typeof listAiBatches>[number]

type ShownStatus = Batch['status'] | 'partly'

const looks: Readonly<Record<ShownStatus, StateBadge>> = {
  queued: { glyph: 'queued', tone: 'plain' },
  submitted: { glyph: 'testing', tone: 'live' },
  working: { glyph: 'testing', tone: 'live' },
  ended: { glyph: 'good', tone: 'good' },
  partly: { glyph: 'wait', tone: 'wait' },
  failed: { glyph: 'bad', tone: 'bad' },
  cancelled: { glyph: 'bad', tone: 'plain' },
}

/** Whether results may still come. */
export const isUnderWay = ({ endedAt }: Pick<Batch, 'endedAt'>): boolean => endedAt === null

/** A batch that ended with failed items succeeded partly or not at all. */
export const shownStatus = ({ status, items: { failed, total } }: Pick<Batch, 'status' | 'items'>): ShownStatus => {
  if (status !== 'ended' || failed === 0) return status
  return failed === total ? 'failed' : 'partly'
}

export const BatchState = ({ batch }: { readonly batch: Pick<Batch, 'status' | 'items'> }) => {
  const words = useBatchWords()
  const status = shownStatus(batch)
  return <State {...looks[status]}>{words.statuses[status]}</State>
}

/** A batch in one line. */
export const useBatchFacts = (batch: Batch): string => {
  const { items, route, calledModel, costUsd, reservedUsd } = batch
  const words = useBatchWords()
  const { dollars } = useFormat()
  const { succeeded, failed, cancelled, total } = items
  return joined(
    (isUnderWay(batch) || failed === 0) && words.progress(succeeded + failed + cancelled, total),
    failed > 0 && words.failed(failed, total),
    calledModel,
    words.routes[route],
    costUsd === null ? words.reserved(dollars(reservedUsd)) : words.cost(dollars(costUsd)),
  )
}
