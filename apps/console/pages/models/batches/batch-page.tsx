import { useState } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getAiBatch, pollAiBatch } from '../../../../../domains/agents/batches/contract.ts'
import { prefetch, useLateReply, useOperation, useReply } from '../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import { Progress } from '../../../parts/feedback/progress.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { FailureNote } from '../../../parts/failure/failure-note.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { joined } from '../../../parts/text/joined.tsx'
import { paths } from '../../../paths.ts'
import { useBatchWords } from '../../../words/batches/index.ts'
import { BatchState, isUnderWay, useBatchFacts } from './batch-state.tsx'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
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
            <span className="line wrap">
              <BatchState batch={batch} /> {facts}
            </span>
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
        {batch.failure === null ? null : (
          <FailureNote message={words.failures[batch.failure] ?? words.otherFailure(batch.failure)} />
        )}
        {isUnderWay(batch) ? <Progress label={words.progress(done, total)} done={done} all={total} /> : null}
        <ul className="panel rows" aria-label={words.items}>
          {items
            .toSorted((one, other) => compare(one.customId, other.customId))
            .map((item) => (
              <ItemRow key={item.customId} item={item} />
            ))}
        </ul>
        <div className="line wrap">
          {after === undefined ? null : <Button onClick={() => setAfter(undefined)}>{words.fromStart}</Button>}
          {nextCursor === null ? null : <Button onClick={() => setAfter(nextCursor)}>{words.more}</Button>}
        </div>
      </div>
    </>
  )
}

type Item = Reply<typeof getAiBatch>['items'][number]

/** Row-2 before row-10: the server has them in the order of their bytes. */
const { compare } = new Intl.Collator('en', { numeric: true })

const ItemRow = ({ item }: { readonly item: Item }) => {
  const words = useBatchWords()
  const { dollars } = useFormat()
  const { customId, status, failure, resultUrl, inputTokens, outputTokens, costUsd } = item
  const facts = joined(
    status !== 'failed' && words.itemStatuses[status],
    inputTokens !== null && outputTokens !== null && words.tokens(inputTokens, outputTokens),
    dollars(costUsd),
  )
  return (
    <li className="batch-row row wrap">
      {status === 'failed' ? (
        <State glyph="bad" tone="bad">
          {words.itemStatuses.failed}
        </State>
      ) : null}
      <span className="grow what">
        <span className="t" dir="auto">
          {customId}
        </span>
        {failure === null ? null : <span dir="auto">{words.failures[failure] ?? words.otherFailure(failure)}</span>}
        <span className="m">{facts}</span>
      </span>
      {resultUrl === null ? null : (
        <LinkButton href={resultUrl} download>
          {words.result}
        </LinkButton>
      )}
    </li>
  )
}
