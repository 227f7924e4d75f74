import { Fragment } from 'react'
import { Link } from 'react-router'
import { listProjectBilledWork } from '../../../../../domains/billing/reports/contract.ts'
import { listProjectTimeline } from '../../../../../domains/record/events/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { capitalized } from '../../../parts/text/capitalized.ts'
import type { DayEvent } from '../../../parts/story/day-story.ts'
import { ThingLink } from '../../../parts/story/sentence.tsx'
import { idOfThing, isReviewRequest, type NamedThing } from '../../../parts/story/things.ts'
import { useDays } from '../../../parts/story/use-days.ts'
import { useThings } from '../../../parts/story/use-names.ts'
import { paths } from '../../../paths.ts'
import { useStoryWords } from '../../../words/story/index.ts'
import { type TimelineDay, timelineDays } from './timeline-days.ts'
import './project-timeline.css'

type Invoice = Reply<typeof listProjectBilledWork>[number]

interface ProjectTimelineProps {
  readonly projectId: string
  /** Cycles that the page lists with their state, so that the timeline omits their state events. */
  readonly listed: readonly { readonly id: string }[]
}

/** The events of a project, in lines under each day, with a link to each thing. */
export const ProjectTimeline = ({ projectId, listed }: ProjectTimelineProps) => {
  const words = useStoryWords()
  const { rows, ...rest } = usePages(listProjectTimeline, { params: { projectId }, query: { limit: 100 } })
  const { dayOf, dayName } = useDays()
  const things = useThings(rows.map((event) => idOfThing(event)))
  const invoices = useLateReply(listProjectBilledWork, { params: { projectId } }).data ?? []
  const isOfState = (event: DayEvent) =>
    isReviewRequest(event) || ['cycle.proposed', 'cycle.completed'].includes(event.eventType)
  const events = rows.filter((event) => !isOfState(event) || !listed.some(({ id }) => id === event.cycleId))
  const days = timelineDays<Invoice>({ events, invoices, hasMore: rest.more !== undefined, dayOf })
  if (days.length === 0) return null
  return (
    <section className="sect">
      <div className="sect-head">
        <h2>{words.timeline}</h2>
      </div>
      <div className="panel pad">
        <dl className="timeline">
          {days.map((one) => (
            <Fragment key={one.day}>
              <dt>{dayName(one.day)}</dt>
              <dd>
                <DayLines day={one} things={things} />
              </dd>
            </Fragment>
          ))}
        </dl>
      </div>
      <ShowMore onMore={rest.more} rest={rest} />
    </section>
  )
}

interface DayLinesProps {
  readonly day: TimelineDay<Invoice>
  readonly things: ReadonlyMap<string, NamedThing | null>
}

const DayLines = ({ day: { clauses, billed }, things }: DayLinesProps) => {
  const words = useStoryWords()
  const { money } = useFormat()
  return (
    <>
      {clauses.map((clause) => (
        <p key={`${clause.kind} ${clause.check}`}>
          {capitalized(words.clauses[clause.kind](clause.things.length, clause.check))}
          {': '}
          {clause.things.map((id, index) => (
            <Fragment key={id}>
              {index === 0 ? null : ', '}
              <ThingLink thing={things.get(id)} />
            </Fragment>
          ))}
        </p>
      ))}
      {billed.map(({ of, amountMinor, invoices }) => (
        <p key={of.currency}>
          {capitalized(words.billed(money(of, amountMinor)))}
          {': '}
          {invoices.map(({ invoiceId, number }, index) => (
            <Fragment key={invoiceId}>
              {index === 0 ? null : ', '}
              <Link className="thing" to={paths.invoice(invoiceId)}>
                {number}
              </Link>
            </Fragment>
          ))}
        </p>
      ))}
    </>
  )
}
