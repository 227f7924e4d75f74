import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Age } from '../../parts/text/age.tsx'
import { LinkButton, Button } from '../../parts/forms/button.tsx'
import { Empty } from '../../parts/feedback/empty.tsx'
import { dot, Joined } from '../../parts/text/joined.tsx'
import { RunAgainButton } from '../../parts/failure/run-again-button.tsx'
import { useHeadline } from '../../parts/failure/use-headline.ts'
import { Glyph } from '../../parts/text/glyph.tsx'
import { paths } from '../../paths.ts'
import { useInboxWords } from '../../words/inbox/index.ts'
import { useMessageWords } from '../../words/messages/index.ts'
import { toast } from '../../parts/feedback/toast.ts'
import { useWords } from '../../words/shell/index.ts'
import { waitingTitle } from '../../parts/request-decision/request-title.ts'
import { PartialRows } from '../../parts/list/partial-rows.tsx'
import { DecideRequest } from '../projects/cycles/change-review/decide-request.tsx'
import { isForClient, waitingKind, type WaitingItem } from '../../api/waiting-items.ts'
import { waitingGlyph, type useWaitingConversations } from '../../shell/use-waiting-count.ts'
import { conversationPlace } from '../../parts/text/conversation-place.ts'
import { withoutMarks } from '../../parts/text/without-marks.ts'
import { useMutation } from '@tanstack/react-query'
import { ChangeRequestButton } from '../../parts/failure/change-request-button.tsx'
import { FailureNote } from '../../parts/failure/failure-note.tsx'
import { Refusal } from '../../parts/feedback/refusal.tsx'
import { dismissFailure, restoreFailure } from '../../shell/dismissed-failures.ts'
import { useUndoWords } from '../../words/undo/index.ts'
import { useNow } from '../../clock.ts'
import { useAges } from '../../format.ts'
import '../../parts/list/waiting-row.css'
import '../../parts/request-decision/decision.css'

interface InboxProps {
  readonly things: readonly WaitingItem[]
  /** The conversations in which a client waits for an answer. */
  readonly waiting: ReturnType<typeof useWaitingConversations>
  /** Running work while nothing waits, in a sentence. */
  readonly activity: string
}

/** All that waits for this person, then the messages of clients; the first is open, unless the address names another. */
export const Inbox = ({ things, waiting, activity }: InboxProps) => {
  const words = useInboxWords()
  const { list } = useWords().inbox
  const [query] = useSearchParams()
  if (things.length + waiting.length === 0) {
    return (
      <section className="panel" aria-label={list}>
        <Empty glyph="good" title={words.done} text={activity} />
      </section>
    )
  }
  const open = things.find(({ id }) => id === query.get('open')) ?? things[0]
  return (
    <section className="panel rows" aria-label={list}>
      <Things things={things} open={open} />
      <MessageRows waiting={waiting} />
    </section>
  )
}

/** What waits for clients; nothing without any. */
export const WithClients = ({ things }: Pick<InboxProps, 'things'>) => {
  const { withClients } = useInboxWords()
  const [query] = useSearchParams()
  if (things.length === 0) return null
  return (
    <section className="sect" aria-label={withClients}>
      <div className="sect-head">
        <h2>
          {withClients} <span className="quiet">{things.length}</span>
        </h2>
      </div>
      <div className="panel rows">
        <Things things={things} open={things.find(({ id }) => id === query.get('open'))} />
      </div>
    </section>
  )
}

const Things = ({ things, open }: Pick<InboxProps, 'things'> & { readonly open: WaitingItem | undefined }) => {
  const [query] = useSearchParams()
  return (
    <PartialRows rows={things} minRows={1 + things.findIndex((thing) => thing === open)}>
      {(thing) =>
        thing === open ? (
          <OpenThing key={thing.id} thing={thing} isNamed={thing.id === query.get('open')} />
        ) : (
          <ClosedThing key={thing.id} thing={thing} />
        )
      }
    </PartialRows>
  )
}

interface LineProps {
  readonly thing: WaitingItem
  /** Where its title leads; a closed one leads to itself. */
  readonly to?: string
  /** Whether the whole row leads there. */
  readonly isWhole?: boolean
  /** Below the age. */
  readonly children?: ReactNode
}

const Line = ({ thing, to, isWhole = false, children }: LineProps) => {
  const words = useInboxWords()
  const { failed, cycleTitle, cycleHandle, projectName, since } = thing
  const { headline } = useHeadline(failed?.failure?.message ?? '')
  const title = waitingTitle(thing, words)
  const facts = [
    words.kinds[isForClient(thing) ? 'client' : waitingKind(thing)],
    projectName,
    cycleHandle,
    // The note of an open failure begins with the headline.
    failed ? isWhole && headline : title.includes(cycleTitle ?? '') ? '' : cycleTitle,
  ].filter(Boolean)
  return (
    <>
      <Glyph name={waitingGlyph(thing)} />
      <div>
        <h2 className="t" dir="auto">
          {to === undefined ? (
            title
          ) : (
            <Link to={to} className={isWhole ? 'whole-row' : undefined} replace={isWhole} preventScrollReset={isWhole}>
              {title}
            </Link>
          )}
        </h2>
        <p className="m" dir="auto" title={facts.join(dot)}>
          <Joined parts={[<b key="kind">{facts[0]}</b>, ...facts.slice(1)]} />
        </p>
      </div>
      <div className="end">
        <Age at={since} className="age" />
        {children}
      </div>
    </>
  )
}

const ClosedThing = ({ thing }: { readonly thing: WaitingItem }) => {
  const words = useInboxWords()
  const { answer } = useMessageWords()
  return thing.failed ? (
    <div className="waiting-row act">
      <Line thing={thing} to={`?open=${thing.id}`} isWhole>
        <RunAgainButton
          cycleId={thing.cycleId}
          size="small"
          onStarted={() => toast(words.runStarted(thing.cycleTitle ?? ''))}
        />
      </Line>
    </div>
  ) : (
    <Link className="waiting-row act" to={`?open=${thing.id}`} replace preventScrollReset>
      <Line thing={thing}>
        <span className="btn s">
          {waitingKind(thing) !== 'question' ? words.review : isForClient(thing) ? words.answerForClient : answer}
        </span>
      </Line>
    </Link>
  )
}

interface OpenThingProps {
  readonly thing: WaitingItem
  /** Whether the address names it, because a person opened it. */
  readonly isNamed: boolean
}

const OpenThing = ({ thing, isNamed }: OpenThingProps) => {
  const words = useInboxWords()
  const cycle = paths.cycle(thing.projectId, thing.cycleId)
  // On a phone the title leads there.
  const beside = (
    <LinkButton className="hide-s" variant="plain" to={cycle}>
      {words.open}
    </LinkButton>
  )
  return (
    <article className="waiting-row">
      <Line thing={thing} to={cycle} />
      <div className="inside">
        {thing.request ? (
          <DecideRequest request={thing.request} beside={beside} isDiffOpen={isNamed} />
        ) : thing.deliverable ? (
          <div className="line wrap">
            <LinkButton variant="primary" to={paths.deliverable(thing.projectId, thing.cycleId)}>
              {words.readAndDecide}
            </LinkButton>
            {beside}
          </div>
        ) : (
          <FailedCycle thing={thing} beside={beside} />
        )}
      </div>
    </article>
  )
}

const rowsShown = 5

/** The messages of clients that wait for an answer, and a link to all of them if there are many. */
const MessageRows = ({ waiting }: Pick<InboxProps, 'waiting'>) => {
  const words = useMessageWords()
  return (
    <>
      {waiting.slice(0, rowsShown).map((row) => {
        const { projectName, cycleTitle, authorName, excerpt, saidAt } = row
        const facts = [projectName, cycleTitle].filter((fact) => fact !== null).join('\u00a0· ')
        return (
          <Link key={conversationPlace(row)} className="waiting-row act" to={conversationPlace(row)}>
            <Glyph name="wait" />
            <div>
              <h2 className="t" dir="auto">
                {words.wrote(authorName ?? words.somebody, withoutMarks(excerpt))}
              </h2>
              <p className="m" dir="auto" title={facts}>
                <b>{words.message}</b>&nbsp;· {facts}
              </p>
            </div>
            <div className="end">
              <Age at={saidAt} className="age" />
              <span className="btn s">{words.answer}</span>
            </div>
          </Link>
        )
      })}
      {waiting.length > rowsShown ? (
        <Link className="row" to={paths.messages}>
          <Glyph name="wait" />
          <span className="grow t">{words.link(waiting.length)}</span>
        </Link>
      ) : null}
    </>
  )
}

/** Why a cycle failed, and another run of it. */
const FailedCycle = ({ thing, beside }: { readonly thing: WaitingItem; readonly beside: ReactNode }) => {
  const { failed, cycleId, cycleTitle } = thing
  const words = useInboxWords()
  const onStarted = () => toast(words.runStarted(cycleTitle ?? ''))
  const undo = useUndoWords()
  const dismiss = useMutation({
    mutationFn: dismissFailure,
    onSuccess: (_, dismissed) =>
      toast(words.dismissed(cycleTitle ?? ''), { words: undo, act: () => restoreFailure(dismissed) }),
  })
  return (
    <div className="decision">
      {failed?.failure ? <FailureNote message={failed.failure.message} log={failed.failure.log} /> : null}
      <Refusal error={dismiss.error} />
      <div className="line wrap">
        <RunAgainButton cycleId={cycleId} variant="primary" onStarted={onStarted} />
        {failed ? (
          <>
            <ChangeRequestButton cycleId={cycleId} description={failed.description} onStarted={onStarted} />
            <Button isPending={dismiss.isPending} onClick={() => dismiss.mutate(failed)}>
              {words.dismiss}
            </Button>
          </>
        ) : null}
        {beside}
      </div>
    </div>
  )
}

const hourMs = 3_600_000

interface SentenceProps {
  /** Since when each thing and message waits for this person. */
  readonly since: readonly string[]
  readonly mails: { readonly count: number; readonly isMore: boolean }
  readonly ofClients: number
  readonly activity: string
}

export const Sentence = ({ since, mails, ofClients, activity }: SentenceProps) => {
  const words = useInboxWords()
  const { ageInWords } = useAges()
  const now = useNow()
  const [oldest] = since.toSorted()
  // The age of what came just now says nothing.
  const isLong = oldest !== undefined && now - Date.parse(oldest) >= hourMs
  const age = isLong ? words.since(ageInWords(oldest)) : ''
  const title = words.title(since.length, mails.count, mails.isMore)
  return [`${title}.`, age, words.waitsForClient(ofClients), since.length + mails.count === 0 ? activity : '']
    .filter(Boolean)
    .join(' ')
}
