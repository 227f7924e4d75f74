import { listGrowthSuppressions, removeGrowthSuppression } from '../../../../domains/growth/suppression/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { prefetchPages, usePages, type MorePages } from '../../api/use-pages.ts'
import { useFormat } from '../../format.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Head, useTitle } from '../../parts/page.tsx'
import { PartialRows } from '../../parts/partial-rows.tsx'
import { Section } from '../../parts/section.tsx'
import { useFilter } from '../../parts/use-filter.tsx'
import { useOpener } from '../../parts/use-opener.tsx'
import { useGrowthWords } from '../../words/growth/index.ts'
import { AddSuppressionsSection } from './add-suppressions-form.tsx'
import { GrowthFrame } from './growth-frame.tsx'

export const loader = () => prefetchPages(listGrowthSuppressions)

type Suppression = Reply<typeof listGrowthSuppressions>[number]

export default function SuppressionsPage() {
  const words = useGrowthWords()
  const { number } = useFormat()
  const { rows, ...rest } = usePages(listGrowthSuppressions)
  const { isOpen, opener } = useOpener(words.add, rows.length === 0)
  useTitle(words.title)
  return (
    <GrowthFrame>
      <Head
        title={words.title}
        count={rest.total}
        text={rest.more ? words.newest(number(rows.length)) : words.text(rows.length)}
        actions={rows.length > 0 ? opener : undefined}
      />
      {isOpen ? <AddSuppressionsSection /> : null}
      <SuppressionList rows={rows} rest={rest} />
    </GrowthFrame>
  )
}

const SuppressionList = ({ rows, rest }: { readonly rows: readonly Suppression[]; readonly rest: MorePages }) => {
  const words = useGrowthWords()
  const { shown, field, isNone } = useFilter(rows, ({ value }) => value ?? words.erased, words.filter, rest)
  return (
    <Section title={words.list} action={field}>
      <div className="panel rows">
        {rows.length === 0 ? <Empty title={words.none} text={words.noneText} /> : null}
        {rows.length > 0 && isNone ? <p className="pad quiet">{words.noneFits}</p> : null}
        <PartialRows rows={shown} rest={rest}>
          {(row) => <SuppressionRow key={row.id} suppression={row} />}
        </PartialRows>
      </div>
    </Section>
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
