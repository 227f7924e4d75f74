import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Folders from 'lucide-react/icons/folders'
import Settings from 'lucide-react/icons/settings'
import { useState } from 'react'
import { Link } from 'react-router'
import type { listEvents } from '../../../../../domains/record/events/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { foldEqual, newsOf, type EventGroup } from '../../../parts/story/event-groups.ts'
import { eventGlyph } from '../../../parts/story/event-glyph.ts'
import { belowItsThing, eventSentence, hasActor, withoutThing } from '../../../parts/story/sentences.ts'
import { Actor, Sentence } from '../../../parts/story/sentence.tsx'
import { idOfThing, pathOfThing, type NamedThing } from '../../../parts/story/things.ts'
import { useDays } from '../../../parts/story/use-days.ts'
import type { TraceActor } from '../../../parts/story/use-names.ts'
import { useStoryWords } from '../../../words/story/index.ts'

type Event = Reply<typeof listEvents>[number]

interface ActivityGroupProps {
  readonly group: EventGroup<Event>
  readonly things: ReadonlyMap<string, NamedThing | null>
  readonly actors: ReadonlyMap<string, TraceActor | null>
  /** The ids of events that something newer settled. */
  readonly settled: ReadonlySet<string>
}

/** The rows of a group without a cycle, before it is opened. */
const rowsMost = 6

/** News from a cycle's run on a day, or from a project outside of runs, and the rest on request. */
export const ActivityGroup = ({ group, ...context }: ActivityGroupProps) => {
  const words = useStoryWords()
  const [isOpen, setOpen] = useState(false)
  const isOfCycle = group.cycleId !== null
  const actorOf = ({ traceId }: Event) => context.actors.get(traceId ?? '')?.actorId ?? ''
  const keyOf = (event: Event) => (isOfCycle ? event.id : `${event.eventType} ${actorOf(event)}`)
  const all = foldEqual(group.events, keyOf)
  const first = isOfCycle ? foldEqual(newsOf(group.events), keyOf) : all.slice(0, rowsMost)
  const hiddenCount = all.length - first.length
  return (
    <div className="story-group">
      <GroupHead group={group} things={context.things} />
      <ol className="rail">
        {(isOpen ? all : first).map((alike) => (
          <EqualEvents key={alike[0]!.id} {...context} head={context.things.get(group.cycleId ?? '')} alike={alike} />
        ))}
      </ol>
      {hiddenCount > 0 ? (
        <FoldButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)} closedText={words.showSteps(hiddenCount)} />
      ) : null}
    </div>
  )
}

const sentenceOf = ({ eventType, payload }: Event, sentences: Readonly<Record<string, string>>) =>
  eventSentence(eventType, payload, sentences) ?? eventType

const GroupHead = ({ group, things }: Pick<ActivityGroupProps, 'group' | 'things'>) => {
  const words = useStoryWords()
  const { cycleId, projectId, run } = group
  const cycle = things.get(cycleId ?? '')
  const project = things.get(projectId ?? '')
  const Icon = projectId === null ? Settings : Folders
  return (
    <div className="line story-head">
      <Icon className="i" aria-hidden="true" />
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
  readonly closedText: string
}

const FoldButton = ({ isOpen, onToggle, closedText }: FoldButtonProps) => {
  const { hideSteps } = useStoryWords()
  return (
    <Button
      variant="plain"
      size="small"
      icon={isOpen ? ChevronDown : ChevronRight}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {isOpen ? hideSteps : closedText}
    </Button>
  )
}

interface RowsProps extends Omit<ActivityGroupProps, 'group'> {
  /** The cycle in the head of the group. */
  readonly head: NamedThing | null | undefined
}

/** Equal events as one row, which shows each of them on request. */
const EqualEvents = ({ alike, ...context }: RowsProps & { readonly alike: readonly Event[] }) => {
  const [isOpen, setOpen] = useState(false)
  const [newest] = alike as readonly [Event]
  if (alike.length === 1) return <EventRow {...context} event={newest} />
  const fold = { count: alike.length, isOpen, onToggle: () => setOpen(!isOpen) }
  return (
    <>
      <EventRow {...context} event={newest} fold={fold} />
      {isOpen ? alike.map((event) => <EventRow key={event.id} {...context} event={event} />) : null}
    </>
  )
}

interface EventRowProps extends RowsProps {
  readonly event: Event
  /** The equal events for which this row is shown. */
  readonly fold?: { readonly count: number; readonly isOpen: boolean; readonly onToggle: () => void }
}

const EventRow = ({ event, head, things, actors, settled, fold }: EventRowProps) => {
  const words = useStoryWords()
  const { whole } = useFormat()
  const { timeOf } = useDays()
  const { eventType, payload, traceId, occurredAt } = event
  const id = idOfThing(event)
  const actor = actors.get(traceId ?? '')
  const check = payload.name
  const many = fold && words.many[eventType]
  const thing = id === undefined ? null : things.get(id)
  const sentence = many?.(fold!.count) ?? sentenceOf(event, words.events)
  // Leads and their mails are erased; what happened to them stays true without a name.
  const isUnnamed = id === undefined || (thing === null && eventType.startsWith('growth_'))
  // A cycle and its only task share a title.
  const isInHead = head != null && thing?.title === head.title
  const glyph = eventGlyph(event)
  return (
    <li>
      {glyph === 'queued' || (glyph === 'wait' && settled.has(event.id)) ? (
        <i className="story-dot" />
      ) : (
        <Glyph name={glyph} />
      )}
      <div>
        <Sentence
          sentence={
            isInHead ? belowItsThing(sentence, words.helpersBelow()) : isUnnamed ? withoutThing(sentence) : sentence
          }
          thing={thing}
          check={typeof check === 'string' ? check : undefined}
        />
        {fold ? ' ' : null}
        {fold ? <FoldButton {...fold} closedText={many ? words.showEach : words.showAlike(fold.count - 1)} /> : null}
      </div>
      <span className="at">
        <Actor {...(actor && hasActor(sentence) ? actor : { name: undefined })} />
        <time dateTime={occurredAt} title={whole(occurredAt)}>
          {timeOf(occurredAt)}
        </time>
      </span>
    </li>
  )
}
