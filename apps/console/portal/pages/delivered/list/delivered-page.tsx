import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { listDeliverables } from '../../../../../../domains/delivery/deliverables/contract.ts'
import { More } from '../../../../parts/show-more.tsx'
import { Heading } from '../../../../parts/heading.tsx'
import { useMore } from '../../../../parts/use-show-more.ts'
import { usePortalTitle } from '../../../parts/use-agency.tsx'
import { DocumentsLink } from '../../../parts/documents-link.tsx'
import { DeliveredRow, UnderWayRow, WaitingDeliverable } from '../../../parts/deliverable-rows.tsx'
import { prefetchAllInPortal, readCurrentPortal, useAllPortalRows } from '../../../current-portal.ts'
import { awaitingMe, sortDeliverables } from '../../../deliverable-lists.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'

const askedMost = 20

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const read = prefetchAllInPortal(await readCurrentPortal(params.slug))
  read(listDeliverables)
  read(listDeliverables, awaitingMe)
  return null
}

/** Everything that was ever shown to the client: what waits for an answer, work in progress, then deliveries. */
export const DeliveredPage = () => {
  const words = usePortalWords()
  const { waiting, underWay, delivered } = sortDeliverables(
    useAllPortalRows(listDeliverables),
    useAllPortalRows(listDeliverables, awaitingMe),
  )
  usePortalTitle(words.delivered)
  return (
    <>
      <Heading>{words.allDelivered(delivered.length)}</Heading>
      {delivered.length === 0 ? <p className="lead">{words.deliveredHere}</p> : null}
      <Part title={words.states.mine}>
        {waiting.map((thing) => (
          <WaitingDeliverable key={thing.id} thing={thing} />
        ))}
      </Part>
      <Part title={words.underWay}>
        {underWay.map((thing, at) => (
          <UnderWayRow key={thing.id} thing={thing} asks={at < askedMost} />
        ))}
      </Part>
      <Part title={words.delivered}>
        {delivered.map((thing) => (
          <DeliveredRow key={thing.id} thing={thing} />
        ))}
      </Part>
      <DocumentsLink />
    </>
  )
}

interface PartProps {
  readonly title: string
  readonly children: readonly ReactNode[]
}

/** The deliverables of one state; renders nothing without any. */
const Part = ({ title, children }: PartProps) => {
  const { shown, more } = useMore(children)
  if (children.length === 0) return null
  return (
    <section className="sect">
      <h2>{title}</h2>
      <ul className="panel rows">{shown}</ul>
      <More onMore={more} />
    </section>
  )
}
