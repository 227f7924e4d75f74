import { useState } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getAiBatch, pollAiBatch } from '../../../../domains/agents/batches/contract.ts'
import { prefetch, useLateReply, useOperation, useReply } from '../../api/use-operation.ts'
import { Button } from '../../parts/button.tsx'
import { Head, Top, useTitle } from '../../parts/page.tsx'
import { Progress } from '../../parts/progress.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { paths } from '../../paths.ts'
import { useBatchWords } from '../../words/batches/index.ts'
import { BatchItems } from './batch-items.tsx'
import { BatchState, isUnderWay, useBatchFacts } from './batch-state.tsx'
import './batches.css'

const readEveryMs = 2_000
const pageOf = (id: string, after: string | undefined) => ({
  params: { id },
  query: { limit: 100, ...(after !== undefined && { after }) },
})

export const loader = ({ params }: LoaderFunctionArgs) => prefetch(getAiBatch, pageOf(params.batchId!, undefined))

/** A batch: its progress, its cost, and its items with their results. */
export default function BatchPage() {
  const id = useParams().batchId!
  const words = useBatchWords()
  const [after, setAfter] = useState<string>()
  const first = useReply(getAiBatch, pageOf(id, undefined))
  const { batch } = first
  const kind = words.kinds[batch.kind]
  useTitle(kind, words.title)
  useLateReply(getAiBatch, pageOf(id, undefined), { refetchInterval: isUnderWay(batch) ? readEveryMs : false })
  const later = useLateReply(getAiBatch, pageOf(id, after))
  const facts = useBatchFacts(batch)
  const poll = useOperation(pollAiBatch)
  const { items, nextCursor } = (after === undefined ? first : later.data) ?? first
  const { succeeded, failed, cancelled, total } = batch.items
  const done = succeeded + failed + cancelled
  return (
    <>
      <Top crumbs={[{ name: words.title, to: paths.batches }, { name: kind }]} />
      <div className="page">
        <Head
          title={kind}
          text={
            <>
              <BatchState status={batch.status} /> {facts}
            </>
          }
          actions={
            batch.status === 'submitted' ? (
              <Button isPending={poll.isPending} onClick={() => poll.mutate({ params: { id } })}>
                {words.ask}
              </Button>
            ) : undefined
          }
        />
        <Refusal error={poll.error} />
        <Progress label={words.progress(done, total)} done={done} all={total} />
        <BatchItems items={items} />
        <div className="line wrap">
          {after === undefined ? null : <Button onClick={() => setAfter(undefined)}>{words.fromStart}</Button>}
          {nextCursor === null ? null : <Button onClick={() => setAfter(nextCursor)}>{words.more}</Button>}
        </div>
      </div>
    </>
  )
}
