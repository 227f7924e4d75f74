import { Fragment } from 'react'
import { listProjectTimeline } from '../../../../../domains/record/events/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { usePages } from '../../../api/use-pages.ts'
import { More } from '../../../parts/show-more.tsx'
import { capitalized, dayStory, type DayClause } from '../../../parts/story/day-story.ts'
import { ThingLink } from '../../../parts/story/sentence.tsx'
import { idOfThing, type NamedThing } from '../../../parts/story/things.ts'
import { useDays } from '../../../parts/story/use-days.ts'
import { useThings } from '../../../parts/story/use-names.ts'
import { useStoryWords } from '../../../words/story/index.ts'
import './project-timeline.css'

type Event = Reply<typeof listProjectTimeline>[number]

/** What happened in a project, a sentence for each day, with a link to each thing. */
export const ProjectTimeline = ({ projectId }: { readonly projectId: string }) => {
  const words = useStoryWords()
  const { rows, ...rest } = usePages(listProjectTimeline, { params: { projectId }, query: { limit: 100 } })
  const { dayOf, dayName } = useDays()
  const things = useThings(rows.map((event) => idOfThing(event)))
  const days = [...Map.groupBy<string, Event>(rows, ({ occurredAt }) => dayOf(occurredAt))]
    .map(([day, events]) => ({ day, clauses: dayStory(events) }))
    .filter(({ clauses }) => clauses.length > 0)
  return (
    <section className="sect">
      <div className="sect-head">
        <h2>{words.timeline}</h2>
      </div>
      <div className="panel pad">
        {days.length === 0 ? <p className="soft">{words.noTimeline}</p> : null}
        <dl className="timeline">
          {days.map(({ day, clauses }) => (
            <Fragment key={day}>
              <dt>{dayName(day)}</dt>
              <dd>
                <DaySentence clauses={clauses} things={things} />
              </dd>
            </Fragment>
          ))}
        </dl>
      </div>
      <More onMore={rest.more} rest={rest} />
    </section>
  )
}

interface DaySentenceProps {
  readonly clauses: readonly DayClause[]
  readonly things: ReadonlyMap<string, NamedThing | null>
}

const DaySentence = ({ clauses, things }: DaySentenceProps) => {
  const words = useStoryWords()
  return clauses.map(({ kind, check, things: ids }, at) => {
    const said = words.clauses[kind](ids.length, check)
    return (
      <Fragment key={`${kind} ${check}`}>
        {at === 0 ? capitalized(said) : `; ${said}`}
        {': '}
        {ids.map((id, index) => (
          <Fragment key={id}>
            {index === 0 ? null : ', '}
            <ThingLink thing={things.get(id)} />
          </Fragment>
        ))}
        {at === clauses.length - 1 ? '.' : null}
      </Fragment>
    )
  })
}
