import { Link } from 'react-router'
import { listAiBatches } from '../../../../../domains/agents/batches/contract.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useRole } from '../../../api/use-role.ts'
import { Age } from '../../../parts/text/age.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { useOpener } from '../../../parts/use-opener.tsx'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { useBatchWords } from '../../../words/batches/index.ts'
import { BatchState, isUnderWay, shownStatus, useBatchFacts, type Batch } from './batch-state.tsx'
import './batches.css'
import { ModelsFrame } from '../models-frame.tsx'
import { NewBatchSection } from './new-batch-section.tsx'

const listed = { query: { limit: 200 } }
const readEveryMs = 5_000

export const loader = () => prefetchPages(listAiBatches, listed)

/** Batches of model requests, newest first. */
export default function BatchesPage() {
  const words = useBatchWords()
  useTitle(words.title)
  const { rows, ...rest } = usePages(listAiBatches, listed, {
    readEveryMs: (read) => read.some(isUnderWay) && readEveryMs,
  })
  const { isAdministrator } = useRole()
  const { isOpen, opener } = useOpener(words.create, rows.length === 0)
  return (
    <ModelsFrame>
      <Head
        title={words.title}
        count={rest.total}
        text={isAdministrator ? words.text : words.readOnly}
        actions={isAdministrator && rows.length > 0 ? opener : undefined}
      />
      {isAdministrator && isOpen ? <NewBatchSection /> : null}
      {rows.length > 0 ? (
        <Section title={words.list}>
          <ListPage
            rows={rows}
            rest={rest}
            textOf={(row) =>
              [row.kind, words.kinds[row.kind], row.calledModel, words.statuses[shownStatus(row)]].join(' ')
            }
            label={words.filter}
          >
            {(row) => <BatchRow key={row.id} batch={row} />}
          </ListPage>
        </Section>
      ) : isAdministrator ? null : (
        <EmptyPanel title={words.none} text={words.noneText} />
      )}
    </ModelsFrame>
  )
}

const BatchRow = ({ batch }: { readonly batch: Batch }) => {
  const words = useBatchWords()
  return (
    <li className="batch-row row wrap">
      <BatchState batch={batch} />
      <span className="grow what">
        <Link className="t" to={paths.batch(batch.id)}>
          {words.kinds[batch.kind]}
        </Link>
        <span className="m">{useBatchFacts(batch)}</span>
      </span>
      <Age at={batch.createdAt} className="m num" />
    </li>
  )
}
