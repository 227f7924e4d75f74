import { useSearchParams } from 'react-router'
import { listEvents } from '../../../../../domains/record/events/contract.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { AddressChoice } from '../../../parts/forms/options.tsx'
import { Head } from '../../../parts/page.tsx'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { areaOf, eventAreas } from '../../../parts/story/event-area.ts'
import { groupEvents, settledIn } from '../../../parts/story/event-groups.ts'
import { idOfThing } from '../../../parts/story/things.ts'
import { useDays } from '../../../parts/story/use-days.ts'
import { useAreNamed, useThings, useTraceActors } from '../../../parts/story/use-names.ts'
import { useAuditWords } from '../../../words/audit/index.ts'
import { AuditFrame } from '../audit-frame.tsx'
import { ActivityGroup } from './activity-group.tsx'
import './activity.css'

const all = { query: { limit: 100 } }

export const loader = () => prefetchPages(listEvents, all)

export default function ActivityPage() {
  const words = useAuditWords().activity
  const { rows, ...rest } = usePages(listEvents, all)
  const { dayOf, dayName } = useDays()
  const ids = rows.flatMap((event) => [idOfThing(event), event.cycleId, event.projectId])
  const traceIds = rows.map(({ traceId }) => traceId)
  const things = useThings(ids)
  const actors = useTraceActors(traceIds)
  const areNamed = useAreNamed(ids, traceIds)
  const area = useChoice('area', ['all', ...eventAreas])
  const person = useSearchParams()[0].get('person')
  const people = new Map([...actors.values()].flatMap((actor) => (actor?.name ? [[actor.actorId, actor.name]] : [])))
  const settled = settledIn(rows)
  const shown = rows.filter(
    ({ eventType, traceId }) =>
      (area === 'all' || areaOf(eventType) === area) &&
      (person === null || actors.get(traceId ?? '')?.actorId === person),
  )
  return (
    <AuditFrame>
      <Head title={words.title} text={words.text} />
      {rows.length === 0 ? (
        <EmptyPanel title={words.none} text={words.noneText} />
      ) : (
        <div className="filters">
          <Segments label={words.area} param="area" names={words.areas} chosen={area} />
          <AddressChoice
            param="person"
            label={words.person}
            all={words.everyone}
            className="activity-person"
            of={Array.from(people, ([id, name]) => ({ id, name }))}
          />
        </div>
      )}
      {areNamed && rows.length > 0 && shown.length === 0 ? <p className="panel pad quiet">{words.noneFits}</p> : null}
      {areNamed ? null : <RowsSkeleton rows={6} />}
      {groupEvents(areNamed ? shown : [], dayOf).map(({ day, groups }) => (
        <section key={day} className="story-day">
          <h2>{dayName(day)}</h2>
          <div className="panel">
            {groups.map((group) => (
              <ActivityGroup key={group.key} group={group} things={things} actors={actors} settled={settled} />
            ))}
          </div>
        </section>
      ))}
      <ShowMore onMore={rest.more} rest={rest} shownCount={shown.length} />
    </AuditFrame>
  )
}
