import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { Link } from 'react-router'
import type { listEvents } from '../../../../../domains/record/events/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { foldEqual, newsOf, type EventGroup } from '../../../parts/story/event-groups.ts'
import { areaIcons, areaOf } from '../../../parts/story/event-area.ts'
import { eventGlyph } from '../../../parts/story/event-glyph.ts'
import { eventSentence, withoutThing } from '../../../parts/story/sentences.ts'
import { Sentence } from '../../../parts/story/sentence.tsx'
import { idOfThing, pathOfThing, type NamedThing } from '../../../parts/story/things.ts'
import { useDays } from '../../../parts/story/use-days.ts'
import type { TraceActor } from '../../../parts/story/use-names.ts'
import { useStoryWords, type StoryWords } from '../../../words/story/index.ts'

type Event = Reply<typeof listEvents>[number]

interface ActivityGroupProps {
  readonly group: EventGroup<Event>
  readonly things: ReadonlyMap<string, NamedThing | null>
  readonly actors: ReadonlyMap<string, TraceActor | null>
}

/** The rows of a group without a cycle, before it is opened. */
const rowsMost = 6

/** News from a cycle's run on a day, or from a project outside of runs, and the rest on request. */
export const ActivityGroup = ({ group, things, actors }: ActivityGroupProps) => {
  const words = useStoryWords()
  const [isOpen, setOpen] = useState(false)
  const isOfCycle = group.cycleId !== null
  const keyOf = ({ id, eventType, traceId }: Event) => {
    const actor = actors.get(traceId ?? '')
    return isOfCycle ? id : `${eventType} ${actor?.actorType ?? ''} ${actor?.actorId ?? ''}`
  }
  const all = foldEqual(group.events, keyOf)
  const first = isOfCycle ? foldEqual(newsOf(group.events), keyOf) : all.slice(0, rowsMost)
  const left = all.length - first.length
  return (
    <div className="story-group">
      <GroupHead group={group} things={things} />
      <ol className="rail">
        {(isOpen ? all : first).map((alike) => (
          <EqualEvents key={alike[0]!.id} alike={alike} things={things} actors={actors} />
        ))}
      </ol>
      {left > 0 ? (
        <FoldButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)} closed={words.showSteps(left)} />
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

interface FoldButtonProps {
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Its words while the rows are folded. */
  readonly closed: string
}

const FoldButton = ({ isOpen, onToggle, closed }: FoldButtonProps) => {
  const { hideSteps } = useStoryWords()
  return (
    <Button
      variant="plain"
      size="small"
      icon={isOpen ? ChevronDown : ChevronRight}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {isOpen ? hideSteps : closed}
    </Button>
  )
}

const nameOf = ({ name, actorType }: TraceActor, words: StoryWords) => {
  if (name === null) return words.formerPerson
  return actorType === 'api_key' ? words.byKey(name) : name
}

/** The state that an event led to, or else the area that it belongs to. */
const EventIcon = ({ event }: { readonly event: Event }) => {
  const glyph = eventGlyph(event)
  const Icon = areaIcons[areaOf(event.eventType)]
  return glyph === 'queued' ? <Icon className="i" aria-hidden="true" /> : <Glyph name={glyph} />
}

type NamesProps = Omit<ActivityGroupProps, 'group'>

/** Equal events as one row, which shows each of them on request. */
const EqualEvents = ({ alike, things, actors }: NamesProps & { readonly alike: readonly Event[] }) => {
  const [isOpen, setOpen] = useState(false)
  const [newest] = alike as readonly [Event]
  if (alike.length === 1) return <EventRow event={newest} things={things} actors={actors} />
  const fold = { count: alike.length, isOpen, onToggle: () => setOpen(!isOpen) }
  return (
    <>
      <EventRow event={newest} things={things} actors={actors} fold={fold} />
      {isOpen ? alike.map((event) => <EventRow key={event.id} event={event} things={things} actors={actors} />) : null}
    </>
  )
}

interface FoldProps {
  readonly count: number
  readonly isOpen: boolean
  readonly onToggle: () => void
}

interface EventRowProps extends NamesProps {
  readonly event: Event
  /** The equal events for which this row is shown. */
  readonly fold?: FoldProps
}

const EventRow = ({ event, things, actors, fold }: EventRowProps) => {
  const words = useStoryWords()
  const { whole } = useFormat()
  const { timeOf } = useDays()
  const { eventType, payload, traceId, occurredAt } = event
  const id = idOfThing(event)
  const actor = actors.get(traceId ?? '')
  const check = payload.name
  const many = fold && words.many[eventType]
  const thing = id === undefined ? null : things.get(id)
  const sentence = many?.(fold!.count) ?? eventSentence(eventType, payload, words.events) ?? eventType
  // Leads and their mails are erased; what happened to them stays true without a name.
  const isUnnamed = thing === null && eventType.startsWith('growth_')
  return (
    <li>
      <EventIcon event={event} />
      <div>
        <Sentence
          sentence={isUnnamed ? withoutThing(sentence) : sentence}
          actor={actor ? nameOf(actor, words) : undefined}
          thing={thing}
          check={typeof check === 'string' ? check : undefined}
        />
        {fold ? ' ' : null}
        {fold ? <FoldButton {...fold} closed={many ? words.showEach : words.showAlike(fold.count - 1)} /> : null}
      </div>
      <time className="at" dateTime={occurredAt} title={whole(occurredAt)}>
        {timeOf(occurredAt)}
      </time>
    </li>
  )
}
