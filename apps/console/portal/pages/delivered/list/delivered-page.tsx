import type { LoaderFunctionArgs } from 'react-router'
import { listProjects } from '../../../../../../domains/code/projects/contract.ts'
import { listDeliverables } from '../../../../../../domains/delivery/deliverables/contract.ts'
import { Heading } from '../../../../parts/text/heading.tsx'
import { CutNote } from '../../../../parts/list/show-more.tsx'
import { usePortalTitle } from '../../../parts/use-agency.tsx'
import { DocumentsLink } from '../../../parts/documents-link.tsx'
import { Part } from '../../../parts/part.tsx'
import { useProjectName } from '../../../parts/use-project-name.ts'
import { DeliveredRow, UnderWayRow, WaitingDeliverable } from '../../../parts/deliverable-rows.tsx'
import { prefetchRowsInPortal, readCurrentPortal, usePortalRows } from '../../../current-portal.ts'
import { awaitingMe, sortDeliverables } from '../../../deliverable-lists.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'

/** The most rows of a list that read their decision, since each is a request of its own. */
const askedMost = 20

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const read = prefetchRowsInPortal(await readCurrentPortal(params.slug))
  read(listDeliverables)
  read(listDeliverables, awaitingMe)
  read(listProjects)
  return null
}

/** Everything that was ever shown to the client: what waits for an answer, work in progress, then deliveries. */
export const DeliveredPage = () => {
  const words = usePortalWords()
  const { rows, cutAt } = usePortalRows(listDeliverables, 5_000)
  const toDecide = usePortalRows(listDeliverables, 1_000, awaitingMe).rows
  const { waiting, underWay, delivered } = sortDeliverables(rows, toDecide)
  const projectOf = useProjectName()
  usePortalTitle(words.work)
  return (
    <>
      <Heading>{words.work}</Heading>
      {waiting.length > 0 ? null : <p className="lead">{words.allDelivered(delivered.length)}</p>}
      <Part title={words.needs(waiting.length, 0)}>
        {waiting.map((thing) => (
          <WaitingDeliverable key={thing.id} thing={thing} project={projectOf(thing)} />
        ))}
      </Part>
      <Part title={words.underWay}>
        {underWay.map((thing, at) => (
          <UnderWayRow key={thing.id} thing={thing} project={projectOf(thing)} asks={at < askedMost} />
        ))}
      </Part>
      <Part title={words.delivered}>
        {delivered.map((thing, at) => (
          <DeliveredRow key={thing.id} thing={thing} project={projectOf(thing)} asks={at < askedMost} />
        ))}
      </Part>
      <CutNote cutAt={cutAt} />
      <DocumentsLink from="work" />
    </>
  )
}
