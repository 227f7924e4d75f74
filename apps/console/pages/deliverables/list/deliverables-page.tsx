import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { prefetchPages, useAllRows, usePages } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/button.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { paths } from '../../../paths.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { awaitingMe } from '../../../shell/use-waiting-count.ts'
import { DeliverableList, useListState } from './deliverable-list.tsx'
import '../deliverables.css'

export const loader = () => {
  prefetchPages(listProjects)
  prefetchPages(listDeliverables, awaitingMe)
  return prefetchPages(listDeliverables)
}

/** All deliverables of the workspace. */
export default function DeliverablesPage() {
  const words = useDeliverableWords()
  const { rows, ...rest } = usePages(listDeliverables)
  const mine = useAllRows(listDeliverables, awaitingMe)
  const names = new Map(useAllRows(listProjects).map(({ id, name }) => [id, name]))
  useTitle(words.deliverables)
  return (
    <div className="page">
      <Head title={words.deliverables} count={rest.total} text={useListState(rows, mine)} />
      <DeliverableList
        rows={rows}
        mine={mine}
        names={names}
        rest={rest}
        begin={<LinkButton to={paths.projects}>{words.list.chooseProject}</LinkButton>}
      />
    </div>
  )
}
