import ChevronRight from 'lucide-react/icons/chevron-right'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { listAuditLog } from '../../../../../domains/record/audit/contract.ts'
import type { ClientError, Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { fetchUntilNewPage } from '../../../api/fetch-until-new-page.ts'
import { cachedAs } from '../../../api/stale.ts'
import { useAges, useFormat } from '../../../format.ts'
import { useDays } from '../../../parts/story/use-days.ts'
import { LinkButton, Button } from '../../../parts/forms/button.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { idOfResource, isUuid, type NamedThing } from '../../../parts/story/things.ts'
import { foldEqual } from '../../../parts/story/event-groups.ts'
import { useAreNamed, useThings } from '../../../parts/story/use-names.ts'
import { withParam } from '../../../paths.ts'
import { useAuditWords } from '../../../words/audit/index.ts'
import { useStoryWords } from '../../../words/story/index.ts'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { AddressChoice } from '../../../parts/forms/options.tsx'
import {
  actionName,
  actionOutcome,
  actionSentence,
  doneSentence,
  withoutThing,
} from '../../../parts/story/sentences.ts'
import { soughtActions } from './sought-actions.ts'
import { Actor, Sentence } from '../../../parts/story/sentence.tsx'

type Log = Reply<typeof listAuditLog>
type LogRow = Log['rows'][number]

/** The pages of the log. Its cursor is in the answer itself, where usePages does not look for one. */
const useLog = () => {
  const filter = { ...useAuditFilter(), limit: 100 }
  return useInfiniteQuery({
    ...cachedAs(listAuditLog, filter),
    queryFn: ({ pageParam }): Promise<Log> =>
      call(listAuditLog, { query: { ...filter, ...(pageParam !== null && { cursor: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** What equal entries have in common. A person who looks for one action looks for its resources. */
const keyOf =
  (isOfAction: boolean) =>
  ({ action, metadata, outcome, actorId, resourceId }: LogRow) =>
    [actionOutcome(action, metadata), outcome, actorId, isOfAction ? resourceId : ''].join()

interface AlikeEntriesProps {
  readonly count: number
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** Folds entries that are like the entry above them; a single entry needs no fold. */
const AlikeEntries = ({ count, isOpen, children }: AlikeEntriesProps) => {
  const { showAlike } = useStoryWords()
  if (count < 2) return children
  return (
    <details className="audit-alike" open={isOpen}>
      <summary>{showAlike(count)}</summary>
      {children}
    </details>
  )
}

/** The entries that fit the filters, newest first; the same action of a person in a row is folded behind its newest. */
export const Entries = ({ open }: { readonly open: string | null }) => {
  const words = useAuditWords()
  const { action } = useAuditFilter()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useLog()
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const ids = rows.flatMap((row) => [row.actorId, idOfResource(row)]).filter(isUuid)
  const things = useThings(ids)
  const areNamed = useAreNamed(ids)
  const { dayOf, dayName } = useDays()
  if (error) return <Refusal error={error satisfies ClientError | Error} />
  if (!data || !areNamed) return <RowsSkeleton rows={8} />
  if (rows.length === 0) {
    return (
      <EmptyPanel title={words.none} text="">
        <LinkButton to="?" replace>
          {words.showAll}
        </LinkButton>
      </EmptyPanel>
    )
  }
  // A name that no action has narrows nothing.
  const isUnknown = action !== undefined && rows.some((row) => row.action !== action)
  return (
    <div className="stack-8">
      {isUnknown ? <p className="note wait">{words.unknownAction}</p> : null}
      {[...Map.groupBy(rows, ({ occurredAt }) => dayOf(occurredAt))].map(([day, ofDay]) => (
        <section key={day} className="story-day">
          <h2>{dayName(day)}</h2>
          <div className="panel rows">
            {foldEqual(ofDay, keyOf(action !== undefined)).map(([newest, ...alike]) => (
              <Fragment key={newest!.id}>
                <EntryRow row={newest!} things={things} isOpen={newest!.id === open} />
                <AlikeEntries count={alike.length} isOpen={alike.some(({ id }) => id === open)}>
                  {alike.map((row) => (
                    <EntryRow key={row.id} row={row} things={things} isOpen={row.id === open} />
                  ))}
                </AlikeEntries>
              </Fragment>
            ))}
          </div>
        </section>
      ))}
      <ShowMore
        onMore={hasNextPage ? () => void fetchUntilNewPage(fetchNextPage, data.pages.length) : undefined}
        rest={{ isReading: isFetchingNextPage, error: null }}
      />
    </div>
  )
}

interface OutcomeProps extends Pick<LogRow, 'outcome' | 'erasedAt'> {
  /** Whether the usual outcome is shown too; a list leaves it out. */
  readonly isWhole?: boolean
}

export const OutcomeState = ({ outcome, erasedAt, isWhole = true }: OutcomeProps) => {
  const words = useAuditWords()
  if (outcome !== 'success')
    return (
      <State glyph="bad" tone="bad">
        {words.filters.outcomes[outcome]}
      </State>
    )
  if (erasedAt === null) return isWhole ? <span className="m done">{words.done}</span> : null
  return (
    <State glyph="erased" tone="plain">
      {words.erased}
    </State>
  )
}

interface EntryRowProps {
  readonly row: LogRow
  readonly things: ReadonlyMap<string, NamedThing | null>
  readonly isOpen: boolean
}

const EntryRow = ({ row, things, isOpen }: EntryRowProps) => {
  const [query] = useSearchParams()
  const { number } = useFormat()
  const { agoInWords } = useAges()
  const { timeOf } = useDays()
  const { id, position, action, occurredAt } = row
  return (
    <Link
      className={isOpen ? 'row audit-row on' : 'row audit-row'}
      aria-current={isOpen || undefined}
      to={withParam(query, 'entry', id)}
      preventScrollReset
    >
      <span className="m num position">{number(position)}</span>
      <span className="who">
        <AuditActor row={row} things={things} />
      </span>
      <span className="t cut grow" title={action}>
        <AuditSentence row={row} things={things} isLinked={false} />
      </span>
      <OutcomeState {...row} isWhole={false} />
      <time className="m num" dateTime={occurredAt} title={agoInWords(occurredAt)}>
        {timeOf(occurredAt, true)}
      </time>
      <ChevronRight className="i hide-s" aria-hidden="true" />
    </Link>
  )
}

const outcomes = ['all', 'denied', 'failure'] as const
const actors = ['user', 'api_key', 'agent', 'system'] as const
const days = ['from', 'to'] as const

/** The filters of the log, all of them in the address. */
export const Filters = () => {
  const words = useAuditWords().filters
  const [query, setQuery] = useSearchParams()
  const outcome = useChoice('outcome', outcomes)
  const choices = useActionChoices(query.get('action') ?? '')
  // On a phone the log comes first; filters that are set stay in sight.
  const [areOpen, setOpen] = useState(['actor', 'action', ...days].some((name) => query.has(name)))
  return (
    <div className="filters audit-filters">
      <Segments label={words.outcome} param="outcome" names={words.outcomes} chosen={outcome} />
      <Button className="only-s" aria-expanded={areOpen} onClick={() => setOpen(!areOpen)}>
        {words.more}
      </Button>
      <div className={areOpen ? 'more-filters' : 'more-filters hide-s'}>
        <AddressChoice
          param="actor"
          label={words.who}
          all={words.anyone}
          of={actors.map((id) => ({ id, name: words.actors[id] }))}
        />
        <AddressChoice param="action" label={words.action} all={words.anything} of={choices} />
        {days.map((day) => (
          <label key={day} className="day">
            {words[day]}
            <input
              type="date"
              className="input"
              value={query.get(day) ?? ''}
              onChange={({ target }) => setQuery(withParam(query, day, target.value).search, { replace: true })}
            />
          </label>
        ))}
      </div>
    </div>
  )
}

/** The actions that people look for, in words; including the action in the address. */
const useActionChoices = (chosen: string) => {
  const { actions } = useStoryWords()
  const names = chosen === '' || soughtActions.includes(chosen) ? soughtActions : [...soughtActions, chosen]
  return names
    .map((id) => ({ id, name: actionName(id, actions) ?? id }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The filters of an address, as the operation takes them: the last day ends where the next one begins. */
const useAuditFilter = () => {
  const [query] = useSearchParams()
  const outcome = useChoice('outcome', outcomes)
  const actorType = actors.find((one) => one === query.get('actor'))
  const action = query.get('action')
  const from = midnightOf(query.get('from'), 0)
  const to = midnightOf(query.get('to'), 1)
  return {
    ...(outcome !== 'all' && { outcome }),
    ...(actorType && { actorType }),
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

/** The local beginning of the day that many days later; undefined for text that is no day. */
const midnightOf = (day: string | null, daysLater: number) => {
  const at = new Date(`${day}T00:00:00`)
  at.setDate(at.getDate() + daysLater)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

type AuditRow = Pick<
  Reply<typeof listAuditLog>['rows'][number],
  | 'action'
  | 'outcome'
  | 'metadata'
  | 'actorType'
  | 'actorId'
  | 'resourceType'
  | 'resourceId'
  | 'parentType'
  | 'parentId'
>

interface AuditSentenceProps {
  readonly row: AuditRow
  readonly things: ReadonlyMap<string, NamedThing | null>
  readonly isLinked: boolean
}

/** The action or attempt, and its object; the action's id if it has no words yet. */
export const AuditSentence = ({ row, things, isLinked }: AuditSentenceProps) => {
  const words = useStoryWords()
  const id = idOfResource(row)
  const isDone = row.outcome === 'success'
  const names = [actionOutcome(row.action, row.metadata), row.action]
  const done = isDone ? names.map((name) => doneSentence(name, id !== undefined, words.events)) : []
  const sentence = [...done, ...names.map((name) => actionSentence(name, isDone, words.actions))].find(Boolean)
  if (sentence === undefined) return <span className="mono">{row.action}</span>
  const thing = things.get(id ?? '')
  const isMissing = thing && !sentence.includes('{thing}')
  // A noun such as “a secret” is enough for a thing without a name.
  const shown = id === undefined ? withoutThing(sentence) : isMissing ? `${sentence}: {thing}` : sentence
  return <Sentence sentence={shown} thing={thing} isLinked={isLinked} />
}

/** Who did it: the server, an agent, or a person, by name; keys have the names of their people. */
export const AuditActor = ({ row, things }: Pick<AuditSentenceProps, 'row' | 'things'>) => {
  const words = useStoryWords()
  if (row.actorType === 'system') return <Actor name={undefined} />
  if (row.actorType === 'agent') return <Actor name={words.agent} />
  const person = things.get(row.actorId ?? '')
  return <Actor name={person === undefined ? '…' : (person?.title ?? null)} actorType={row.actorType} />
}
