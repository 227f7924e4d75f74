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

/** Everything that was ever shown to the client, what was delivered first. */
export const DeliveredPage = () => {
  const words = usePortalWords()
  const { waiting, underWay, delivered } = sortDeliverables(
    useAllPortalRows(listDeliverables),
    useAllPortalRows(listDeliverables, awaitingMe),
  )
  const given = useMore(delivered)
  const open = useMore([
    ...waiting.map((thing) => <WaitingDeliverable key={thing.id} thing={thing} />),
    ...underWay.map((thing, at) => <UnderWayRow key={thing.id} thing={thing} asks={at < askedMost} />),
  ])
  usePortalTitle(words.delivered)
  return (
    <>
      <Heading>{words.allDelivered(delivered.length)}</Heading>
      {delivered.length === 0 ? <p className="lead">{words.deliveredHere}</p> : null}
      <DocumentsLink />
      {delivered.length === 0 ? null : (
        <ul className="panel rows waits">
          {given.shown.map((thing) => (
            <DeliveredRow key={thing.id} thing={thing} />
          ))}
        </ul>
      )}
      <More onMore={given.more} />
      {open.shown.length === 0 ? null : (
        <section className="sect">
          <h2>{words.underWay}</h2>
          <ul className="panel rows">{open.shown}</ul>
          <More onMore={open.more} />
        </section>
      )}
    </>
  )
}
