import { useState } from 'react'
import { listGrowthSuppressions, removeGrowthSuppression } from '../../../../domains/growth/suppression/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { prefetchPages, usePages } from '../../api/use-pages.ts'
import { useFormat } from '../../format.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Head, useTitle } from '../../parts/page.tsx'
import { PartialRows } from '../../parts/partial-rows.tsx'
import { useFilter } from '../../parts/use-filter.tsx'
import { useGrowthWords } from '../../words/growth/index.ts'
import { AddSuppressionsDialog } from './add-suppressions-dialog.tsx'
import { GrowthSettingsFrame } from './growth-frame.tsx'

export const loader = () => prefetchPages(listGrowthSuppressions)

type Suppression = Reply<typeof listGrowthSuppressions>[number]

export default function SuppressionsPage() {
  const words = useGrowthWords()
  const { number } = useFormat()
  const { rows, ...rest } = usePages(listGrowthSuppressions)
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState('')
  const { shown, field, isNone } = useFilter(rows, ({ value }) => value ?? words.erased, words.filter, rest, 1)
  useTitle(words.title)
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  )
  return (
    <GrowthSettingsFrame isWide>
      <Head
        title={words.title}
        count={rest.total}
        text={rest.more ? words.newest(number(rows.length)) : rows.length > 0 ? words.text(rows.length) : undefined}
        actions={rows.length > 0 ? add : undefined}
      />
      <p className="quiet" role="status">
        {added}
      </p>
      {field === null ? null : <div className="filters">{field}</div>}
      <div className="panel rows">
        {rows.length === 0 ? (
          <Empty title={words.none} text={words.noneText}>
            {add}
          </Empty>
        ) : null}
        {rows.length > 0 && isNone ? <p className="pad quiet">{words.noneFits}</p> : null}
        <PartialRows rows={shown} rest={rest}>
          {(row) => <SuppressionRow key={row.id} suppression={row} />}
        </PartialRows>
      </div>
      {isAdding ? (
        <AddSuppressionsDialog
          onAdded={(text) => {
            setAdded(text)
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </GrowthSettingsFrame>
  )
}

const SuppressionRow = ({ suppression }: { readonly suppression: Suppression }) => {
  const words = useGrowthWords()
  const { day, whole } = useFormat()
  const { id, kind, value, source, removable, createdAt } = suppression
  const facts = [...(kind === 'domain' ? [words.domain] : []), words.sources[source], day(createdAt)]
  return (
    <div className="row person rows-cheap">
      <div className="who">
        <b className="cut" dir="auto" title={value ?? words.erasedHint}>
          {value ?? words.erased}
        </b>
        <span className="quiet" title={whole(createdAt)}>
          {facts.join(' · ')}
        </span>
      </div>
      {removable && value !== null ? (
        <div className="acts">
          <ConfirmButton
            size="small"
            aria-label={words.removeOf(value)}
            label={words.remove}
            operation={removeGrowthSuppression}
            input={{ params: { suppressionId: id } }}
            title={words.removeTitle(value)}
            keep={words.keep}
          >
            <p>{words.removeMeans}</p>
          </ConfirmButton>
        </div>
      ) : null}
    </div>
  )
}
