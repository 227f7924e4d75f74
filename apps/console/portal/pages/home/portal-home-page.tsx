import { lazy, type ReactNode, Suspense } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { downloadDeliverableArtifact, listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { listPortalInvoices } from '../../../../../domains/billing/portal-invoices/contract.ts'
import { listPendingRequests } from '../../../../../domains/delivery/requests/contract.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { ArtifactPictures } from '../../../parts/deliverable/artifact-pictures.tsx'
import { CutNote, ShowMore } from '../../../parts/list/show-more.tsx'
import { Heading } from '../../../parts/text/heading.tsx'
import { ProseBlock } from '../../../parts/text/prose.tsx'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { useAgency, usePortalTitle } from '../../parts/use-agency.tsx'
import { DeliveredRow, UnderWayRow, WaitingDeliverable, WaitingRequest } from '../../parts/deliverable-rows.tsx'
import { Joined } from '../../../parts/text/joined.tsx'
import {
  prefetchRowsInPortal,
  readCurrentPortal,
  usePortalRows,
  headersOf,
  useCurrentPortal,
  usePortalReplyLater,
} from '../../current-portal.ts'
import { portalPaths } from '../../../portal-paths.ts'
import { awaitingMe, pendingOnly, sortDeliverables, type DeliverableSummary } from '../../deliverable-lists.ts'
import { useDates } from '../../use-dates.ts'
import { persistently, latePart } from '../../../shell/late-code.ts'
import { usePortalWords } from '../../../words/portal/index.ts'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'

const rowsShown = 5

// Only some clients have invoices. The page waits for their code: it would move if they came after.
const readOpenInvoices = persistently(() => import('../../parts/open-invoices.tsx'))
const OpenInvoices = lazy(readOpenInvoices)
const LateCount = lazy(async () => ({ default: (await readOpenInvoices()).LateCount }))

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const place = await readCurrentPortal(params.slug)
  const read = prefetchRowsInPortal(place)
  if (place && place.accounts.length > 0) {
    void readOpenInvoices()
    read(listPortalInvoices)
  }
  read(listDeliverables)
  read(listDeliverables, awaitingMe)
  read(listPendingRequests, pendingOnly)
  return null
}

/** The client's decisions first, then work in progress, then deliveries. */
export const HomePage = () => {
  const words = usePortalWords()
  const hasInvoices = useCurrentPortal().accounts.length > 0
  const agency = useAgency()
  const requests = usePortalRows(listPendingRequests, 1_000, pendingOnly).rows.toReversed()
  const { rows, cutAt } = usePortalRows(listDeliverables, 1_000)
  const toDecide = usePortalRows(listDeliverables, 1_000, awaitingMe).rows
  const { waiting, underWay, delivered } = sortDeliverables(rows, toDecide)
  const count = waiting.length + requests.length
  const [first, ...others] = waiting
  const { shown, more } = useShowMore([
    ...others.map((thing) => <WaitingDeliverable key={thing.id} thing={thing} />),
    ...requests.map((request) => <WaitingRequest key={request.id} request={request} project={request.project.name} />),
  ])
  usePortalTitle(words.home)
  const heading = (late: number) => (
    <>
      <Heading>{words.needs(count, late)}</Heading>
      {count + late === 0 ? <p className="lead">{words.nothingNeeds(agency.name)}</p> : null}
    </>
  )
  return (
    <>
      {hasInvoices ? <LateCount>{heading}</LateCount> : heading(0)}
      {first ? <FirstThing thing={first} /> : null}
      {shown.length > 0 ? <ul className="panel rows waits">{shown}</ul> : null}
      <ShowMore onMore={more} />
      {hasInvoices ? <OpenInvoices /> : null}
      <div className="pair">
        {underWay.length > 0 ? (
          <Newest title={words.underWay}>
            {underWay.map((thing) => (
              <UnderWayRow key={thing.id} thing={thing} asks />
            ))}
          </Newest>
        ) : null}
        <Newest title={words.delivered}>
          {delivered.map((thing) => (
            <DeliveredRow key={thing.id} thing={thing} asks />
          ))}
        </Newest>
      </div>
      <CutNote cutAt={cutAt} />
      <Idea />
    </>
  )
}

/** The first thing that needs the client, with the only button on the page. */
const FirstThing = ({ thing }: { readonly thing: DeliverableSummary }) => {
  const words = usePortalWords()
  const { slug, workspaceId } = useCurrentPortal()
  const { since, day } = useDates()
  const { title, summary, publishedAt, dueDate, cycleId, submittedRevision } = thing
  return (
    <section className="panel first">
      <div>
        <p className="small">
          {words.thing.forApproval}&nbsp;· {words.version(submittedRevision)}
        </p>
        <h2 dir="auto">{title}</h2>
        <p className="small">
          <Joined
            parts={[
              publishedAt !== null && words.sent(since(publishedAt)),
              dueDate !== null && words.answerBy(day(dueDate)),
            ]}
          />
        </p>
        <ArtifactPictures
          cycleId={cycleId}
          shown={{ artifacts: thing.artifacts, revision: submittedRevision }}
          headers={headersOf(downloadDeliverableArtifact, workspaceId)}
          picturesMost={1}
        />
        {summary === null ? null : <ProseBlock className="gist" text={summary} />}
      </div>
      <LinkButton
        variant="primary"
        isFullWidth
        to={portalPaths.deliverable(slug, cycleId)}
        aria-label={`${words.look}: ${title}`}
      >
        {words.look}
      </LinkButton>
    </section>
  )
}

/** The first rows of a list, and the way to the rest. */
const Newest = ({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) => {
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const count = children.length
  return (
    <section className="sect">
      <h2>{title}</h2>
      <ul className="panel rows">
        {count === 0 ? <li className="none">{words.nothingDelivered}</li> : null}
        {children.slice(0, rowsShown)}
        {count > rowsShown ? (
          <li>
            <Link className="item link" to={portalPaths.delivered(slug)}>
              {words.showAll(count)}
            </Link>
          </li>
        ) : null}
      </ul>
    </section>
  )
}

// The first page of a visit loads without the code of the form, which only some clients have.
const IdeaForm = latePart(async () => (await import('../../parts/idea-form.tsx')).IdeaForm)

/** An idea becomes a project of its own if the client may begin one; else it is a message in a project. */
const Idea = () => {
  const words = usePortalWords()
  const { name } = useAgency()
  const { slug, canCreateProjects, isOnlyClient } = useCurrentPortal()
  const projects = usePortalReplyLater(listProjects, {}, isOnlyClient && !canCreateProjects)
  if (canCreateProjects && isOnlyClient)
    return (
      <Suspense fallback={null}>
        <IdeaForm />
      </Suspense>
    )
  if (!projects || projects.length === 0) return null
  return (
    <section className="sect">
      <h2>{words.idea.title}</h2>
      <TextLink to={projects.length === 1 ? portalPaths.project(slug, projects[0]!.id) : portalPaths.projects(slug)}>
        {words.idea.inProject(name)}
      </TextLink>
    </section>
  )
}
