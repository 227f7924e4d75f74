import type { getAiBatch } from '../../../../domains/agents/batches/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useFormat } from '../../format.ts'
import { LinkButton } from '../../parts/button.tsx'
import { useBatchWords } from '../../words/batches/index.ts'

type Item = Reply<typeof getAiBatch>['items'][number]

/** Items of a batch with their results. */
export const BatchItems = ({ items }: { readonly items: readonly Item[] }) => {
  const words = useBatchWords()
  return (
    <ul className="panel rows" aria-label={words.items}>
      {items.map((item) => (
        <ItemRow key={item.customId} item={item} />
      ))}
    </ul>
  )
}

const ItemRow = ({ item }: { readonly item: Item }) => {
  const words = useBatchWords()
  const { dollars } = useFormat()
  const { customId, status, failure, resultUrl, inputTokens, outputTokens, costUsd } = item
  const facts = [
    words.itemStatuses[status],
    ...(failure === null ? [] : [failure]),
    ...(inputTokens === null || outputTokens === null ? [] : [words.tokens(inputTokens, outputTokens)]),
    dollars(costUsd),
  ]
  return (
    <li className="batch-row row wrap">
      <span className="grow what">
        <span className="t" dir="auto">
          {customId}
        </span>
        <span className="m">{facts.join(' · ')}</span>
      </span>
      {resultUrl === null ? null : (
        <LinkButton href={resultUrl} download>
          {words.result}
        </LinkButton>
      )}
    </li>
  )
}
