import type { listAiBatches } from '../../../../../domains/agents/batches/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import type { GlyphName } from '../../../parts/text/glyph.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { joined } from '../../../parts/text/joined.tsx'
import type { Tone } from '../../../states.ts'
import { useBatchWords } from '../../../words/batches/index.ts'

export type Batch = Reply<typeof listAiBatches>[number]

const looks: Readonly<Record<Batch['status'], { readonly glyph: GlyphName; readonly tone: Tone }>> = {
  queued: { glyph: 'queued', tone: 'plain' },
  submitted: { glyph: 'testing', tone: 'live' },
  working: { glyph: 'testing', tone: 'live' },
  ended: { glyph: 'good', tone: 'good' },
  failed: { glyph: 'bad', tone: 'bad' },
  cancelled: { glyph: 'bad', tone: 'plain' },
}

/** Whether results may still come. */
export const isUnderWay = ({ endedAt }: Pick<Batch, 'endedAt'>): boolean => endedAt === null

export const BatchState = ({ status }: Pick<Batch, 'status'>) => {
  const words = useBatchWords()
  return <State {...looks[status]}>{words.statuses[status]}</State>
}

/** A batch in one line. */
export const useBatchFacts = ({ items, route, model, costUsd, reservedUsd }: Batch): string => {
  const words = useBatchWords()
  const { dollars } = useFormat()
  const { succeeded, failed, cancelled, total } = items
  return joined(
    model,
    words.progress(succeeded + failed + cancelled, total),
    failed > 0 && words.failed(failed),
    words.routes[route],
    costUsd === null ? words.reserved(dollars(reservedUsd)) : words.cost(dollars(costUsd)),
  )
}
