import ChevronRight from 'lucide-react/icons/chevron-right'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { listAuditLog } from '../../../../../domains/record/audit/contract.ts'
import type { ClientError, Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { fetchUntilNewPage } from '../../../api/fetch-until-new-page.ts'
import { cachedAs } from '../../../api/stale.ts'
import { useAges, useFormat } from '../../../format.ts'
import { useDays } from '../../../parts/story/use-days.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
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
import { useAuditFilter } from './audit-filters.tsx'
import { AuditActor, AuditSentence } from './audit-sentence.tsx'

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

const keyOf = ({ action, outcome, actorId, resourceId }: LogRow) => [action, outcome, actorId, resourceId].join()

interface AlikeProps {
  readonly count: number
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** Folds entries that equal the entry above them; a single entry needs no fold. */
const Alike = ({ count, isOpen, children }: AlikeProps) => {
  const { showAlike } = useStoryWords()
  if (count < 2) return children
  return (
    <details className="audit-alike" open={isOpen}>
      <summary>{showAlike(count)}</summary>
      {children}
    </details>
  )
}

/** The entries that fit the filters, newest first; equal entries in a row are folded behind the newest of them. */
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
      <div className="panel">
        <Empty title={words.none} text="">
          <LinkButton to="?" replace>
            {words.showAll}
          </LinkButton>
        </Empty>
      </div>
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
            {foldEqual(ofDay, keyOf).map(([newest, ...alike]) => (
              <Fragment key={newest!.id}>
                <EntryRow row={newest!} things={things} isOpen={newest!.id === open} />
                <Alike count={alike.length} isOpen={alike.some(({ id }) => id === open)}>
                  {alike.map((row) => (
                    <EntryRow key={row.id} row={row} things={things} isOpen={row.id === open} />
                  ))}
                </Alike>
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
