import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { prefetch, useFirstRowsLater } from '../../../api/use-operation.ts'
import { prefetchPages, useAllRows, usePages } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/button.tsx'
import { Head } from '../../../parts/page.tsx'
import { paths } from '../../../paths.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { ProjectFrame } from '../../projects/project-frame.tsx'
import { awaitingMe } from '../../../shell/use-waiting-count.ts'
import { DeliverableList, useListState } from './deliverable-list.tsx'
import '../deliverables.css'

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(getProject, { params: { id: params.projectId! } })
  prefetchPages(listDeliverables, awaitingMe)
  return prefetchPages(listDeliverables)
}

export default function ProjectDeliverablesPage() {
  const id = useParams().projectId!
  const words = useDeliverableWords()
  const isOfProject = ({ projectId }: { readonly projectId: string }) => projectId === id
  const { rows: all, ...rest } = usePages(listDeliverables)
  const rows = all.filter(isOfProject)
  const mine = useAllRows(listDeliverables, awaitingMe).filter(isOfProject)
  return (
    <ProjectFrame id={id}>
      <Head title={words.deliverables} count={rest.more ? undefined : rows.length} text={useListState(rows, mine)} />
      <DeliverableList rows={rows} mine={mine} rest={rest} begin={<BeginDeliverable projectId={id} />} />
    </ProjectFrame>
  )
}

/** The way to the first deliverable of a project: its newest completed cycle, or another one. */
const BeginDeliverable = ({ projectId }: { readonly projectId: string }) => {
  const words = useDeliverableWords().list
  const cycles = useFirstRowsLater(listCycles, { query: { projectId, limit: 50 } }).data
  const newest = cycles?.find(({ status }) => status === 'completed')
  return (
    <>
      {newest ? (
        <LinkButton variant="primary" className="begin-deliverable" to={paths.deliverable(projectId, newest.id)}>
          {words.describe(newest.title)}
        </LinkButton>
      ) : null}
      <LinkButton to={`${paths.cycles(projectId)}?show=done`}>{words.chooseCycle}</LinkButton>
    </>
  )
}
