import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { prefetch, useFirstRowsLater } from '../../../api/use-operation.ts'
import { prefetchPages, useRows, usePages } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { Head } from '../../../parts/page.tsx'
import { useClientOf } from '../../../parts/story/use-clients-of.ts'
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
  const mine = useRows(listDeliverables, 1_000, awaitingMe).rows.filter(isOfProject)
  return (
    <ProjectFrame id={id}>
      <Head title={words.deliverables} count={rest.more ? undefined : rows.length} text={useListState(rows, mine)} />
      {rows.length === 0 && rest.more === undefined ? (
        <NoDeliverables projectId={id} />
      ) : (
        <DeliverableList rows={rows} mine={mine} rest={rest} />
      )}
    </ProjectFrame>
  )
}

/** Whom the first deliverable of a project is for, and its newest completed cycle, which it can be written for. */
const NoDeliverables = ({ projectId }: { readonly projectId: string }) => {
  const words = useDeliverableWords().list
  const client = useClientOf(projectId)
  const cycles = useFirstRowsLater(listCycles, { query: { projectId, limit: 50 } }).data
  const newest = cycles?.find(({ status }) => status === 'completed')
  const text = client ? words.seenBy(client.name) : words.noneText
  return (
    <EmptyPanel title={words.none} text={client === null ? `${text} ${words.noClient}` : text}>
      {client === null ? (
        <LinkButton variant="primary" to={paths.clients}>
          {words.chooseClient}
        </LinkButton>
      ) : null}
      {client && newest ? (
        <LinkButton variant="primary" to={paths.deliverable(projectId, newest.id)}>
          {words.describe(newest.title)}
        </LinkButton>
      ) : null}
      {client ? <LinkButton to={`${paths.cycles(projectId)}?show=done`}>{words.chooseCycle}</LinkButton> : null}
    </EmptyPanel>
  )
}
