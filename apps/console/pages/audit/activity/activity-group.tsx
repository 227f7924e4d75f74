import { useState } from 'react'
import { Link } from 'react-router'
import type { listEvents } from '../../../../../domains/record/events/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/button.tsx'
import { Glyph } from '../../../parts/glyph.tsx'
import { newsOf, type EventGroup } from '../../../parts/story/event-groups.ts'
import { eventGlyph } from '../../../parts/story/event-glyph.ts'
import { eventSentence } from '../../../parts/story/sentences.ts'
import { Sentence } from '../../../parts/story/sentence.tsx'
import { idOfThing, pathOfThing, type NamedThing } from '../../../parts/story/things.ts'
import { useDays } from '../../../parts/story/use-days.ts'
import type { TraceActor } from '../../../parts/story/use-names.ts'
import { useStoryWords } from '../../../words/story/index.ts'

type Event = Reply<typeof listEvents>[number]

interface ActivityGroupProps {
  readonly group: EventGroup<Event>
  readonly things: ReadonlyMap<string, NamedThing | null>
  readonly actors: ReadonlyMap<string, TraceActor | null>
}

/** The events of one run of a cycle on one day, or of a project outside of runs: its news, and its steps on request. */
export const ActivityGroup = ({ group, things, actors }: ActivityGroupProps) => {
  const words = useStoryWords()
  const [isOpen, setOpen] = useState(false)
  const news = newsOf(group.events)
  const shown = isOpen ? group.events : news
  const left = group.events.length - news.length
  return (
    <div className="story-group">
      <GroupHead group={group} things={things} />
      <ol className="rail">
        {shown.map((event) => (
          <EventRow key={event.id} event={event} things={things} actors={actors} />
        ))}
      </ol>
      {left > 0 ? (
        <Button variant="plain" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hideSteps : words.showSteps(left)}
        </Button>
      ) : null}
    </div>
  )
}

const GroupHead = ({ group: { cycleId, projectId, run }, things }: Omit<ActivityGroupProps, 'actors'>) => {
  const words = useStoryWords()
  const cycle = things.get(cycleId ?? '')
  const project = things.get(projectId ?? '')
  return (
    <div className="line story-head">
      {cycle ? <NameLink thing={cycle} /> : null}
      {project ? <NameLink thing={project} /> : null}
      {cycle || project ? null : <span>{projectId === null ? words.workspace : words.gone}</span>}
      {run !== undefined && run > 1 ? <span>{words.run(run)}</span> : null}
    </div>
  )
}

const NameLink = ({ thing }: { readonly thing: NamedThing }) => (
  <Link className="cut" dir="auto" title={thing.title} to={pathOfThing(thing)!}>
    {thing.title}
  </Link>
)

const EventRow = ({ event, things, actors }: Omit<ActivityGroupProps, 'group'> & { readonly event: Event }) => {
  const words = useStoryWords()
  const { whole } = useFormat()
  const { timeOf } = useDays()
  const { eventType, payload, traceId, occurredAt } = event
  const id = idOfThing(event)
  const actor = actors.get(traceId ?? '')
  const check = payload.name
  return (
    <li>
      <Glyph name={eventGlyph(event)} />
      <div>
        <Sentence
          sentence={eventSentence(eventType, payload, words.events) ?? eventType}
          actor={actor ? (actor.name ?? words.formerPerson) : undefined}
          thing={id === undefined ? null : things.get(id)}
          check={typeof check === 'string' ? check : undefined}
        />
      </div>
      <time className="at" dateTime={occurredAt} title={whole(occurredAt)}>
        {timeOf(occurredAt)}
      </time>
    </li>
  )
}
