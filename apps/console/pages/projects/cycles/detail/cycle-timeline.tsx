import { Suspense, useState } from 'react'
import { getCycleRunDiagnostics } from '../../../../../../domains/delivery/runs/contract.ts'
import { getCycleTimeline } from '../../../../../../domains/delivery/cycles/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { usePages } from '../../../../api/use-pages.ts'
import { useAges, useFormat } from '../../../../format.ts'
import { Age } from '../../../../parts/text/age.tsx'
import { Empty } from '../../../../parts/feedback/empty.tsx'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { ShowMore } from '../../../../parts/list/show-more.tsx'
import { RowsSkeleton } from '../../../../parts/feedback/skeleton.tsx'
import { cycleStates, isUnderWay, taskStates, type StateBadge } from '../../../../states.ts'
import { useCourseWords } from '../../../../words/run-progress/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { isCheckingResult, type Cycle, type Task } from './cycle-tasks.ts'
import { runningChecks } from '../../../../../../domains/delivery/runs/rules/running-checks.ts'
import { haltOf } from '../../../../../../domains/delivery/tasks/rules.ts'
import type { en } from '../../../../words/run-progress/en.ts'
import type { Words } from '../../../../words/words.ts'

interface CycleTimelineProps {
  readonly cycle: Cycle
  readonly tasks: readonly Task[]
}

// No event reports that a run waits for a sandbox, or received it.
const lookEveryMs = 10_000

/** Why a run waits without a question on this page: since when, what follows, and who can help. */
export const CycleWaitNote = ({ cycle, tasks, isAsked }: CycleTimelineProps & { readonly isAsked: boolean }) => {
  const words = useCourseWords()
  const { whole } = useFormat()
  const { ageInWords } = useAges()
  const isGoing = isUnderWay(cycle)
  const asking = { enabled: isGoing, refetchInterval: isGoing && lookEveryMs }
  const { data } = useLateReply(getCycleRunDiagnostics, { params: { id: cycle.id } }, asking)
  const parked = (isGoing ? (data?.parked ?? []) : []).flatMap(({ kind, ...one }) => {
    const texts = kind === 'sandbox' || (kind === 'person' && !isAsked) ? words.waits[kind] : undefined
    return texts ? [{ ...one, texts }] : []
  })
  const running = isGoing && data ? runningChecks(data) : undefined
  const over = running?.over ?? (isCheckingResult(cycle, tasks) ? 'result' : undefined)
  if (parked.length === 0 && over === undefined) return null
  return (
    <section className="panel rows" aria-label={words.waiting}>
      {over === undefined ? null : (
        <RunningChecks over={over} running={running} since={running?.step.startedAt ?? cycle.statusChangedAt} />
      )}
      {parked.map(({ texts, since, taskId, details }, at) => {
        const title = tasks.find(({ id }) => id === taskId)?.title
        return (
          <div key={at} className="row tall">
            <Glyph name="wait" />
            <div className="grow">
              <b>{texts.title}</b>
              {title === undefined ? null : <span dir="auto"> {words.ofTask(title)}</span>}
              <p className="quiet">
                <span title={whole(since)}>{words.since(ageInWords(since))}</span> {texts.text(waitOf(details))}
              </p>
            </div>
          </div>
        )
      })}
    </section>
  )
}

const waitOf = (details: Readonly<Record<string, unknown>>) => {
  const { runs, requests, people, place } = details
  return { runs: Number(runs), requests: Number(requests), people: Number(people), place: Number(place) || undefined }
}

interface RunningChecksProps {
  readonly over: NonNullable<RunningChecksProps['running']>['over']
  readonly running: ReturnType<typeof runningChecks>
  readonly since: string
}

/** The checks that run now, with the time that each took in the last run. */
const RunningChecks = ({ over, running, since }: RunningChecksProps) => {
  const words = useCourseWords()
  const { cycle } = useWords()
  const { whole, list, lasted } = useFormat()
  const { age } = useAges()
  const took = list((running?.checks ?? []).map(({ name, durationMs }) => words.took(name, lasted(durationMs))))
  return (
    <div className="row tall">
      <Glyph name={cycleStates.reviewing.glyph} />
      <div className="grow">
        <b>{words.checksOf[over]}</b>
        <p className="quiet">
          {[took && words.tookBefore(took), over === 'result' && words.nothingToDo].filter(Boolean).join(' ')}
        </p>
      </div>
      <span className="m num" title={whole(since)}>
        {cycle.now(age(since))}
      </span>
    </div>
  )
}

/** The events of a cycle, newest first; read once a person unfolds them. */
export const CycleTimeline = (props: CycleTimelineProps) => {
  const words = useCourseWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="course" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.title}</summary>
      {isOpen ? (
        <Suspense fallback={<RowsSkeleton />}>
          <Timeline {...props} />
        </Suspense>
      ) : null}
    </details>
  )
}

const Timeline = ({ cycle: { id }, tasks }: CycleTimelineProps) => {
  const words = useCourseWords()
  const { rows, ...rest } = usePages(getCycleTimeline, { params: { id }, query: { limit: 100 } })
  const titles = new Map(tasks.map((task) => [task.id, task.title]))
  if (rows.length === 0) return <Empty title={words.none} text={words.noneText} />
  return (
    <>
      <ol className="rail steps">
        {rows.map((event) => (
          <EventLine key={event.id} event={event} task={titles.get(event.taskId ?? '')} />
        ))}
      </ol>
      <ShowMore onMore={rest.more} rest={rest} />
    </>
  )
}

interface TimelineEventProps {
  readonly event: Reply<typeof getCycleTimeline>[number]
  readonly task: string | undefined
}

const EventLine = ({ event, task }: TimelineEventProps) => {
  const { eventType, occurredAt } = event
  const { glyph, text } = eventText(event, useWords().states, useCourseWords())
  return (
    <li>
      <Glyph name={glyph} />
      <div>
        {text ?? <span className="mono">{eventType}</span>}
        {task === undefined ? null : (
          <span className="quiet" dir="auto">
            &nbsp;· {task}
          </span>
        )}
      </div>
      <Age at={occurredAt} className="at" />
    </li>
  )
}

interface CycleEvent {
  readonly eventType: string
  readonly payload?: { readonly failure?: { readonly code?: string } | null }
}

/** The text of an event: the state that it led to, or the action; undefined for an unknown event. */
const eventText = ({ eventType, payload }: CycleEvent, states: Words['states'], words: typeof en) => {
  const [kind = '', name = ''] = eventType.split('.')
  const halt = kind === 'task' ? haltOf({ status: name, ...payload }) : undefined
  if (halt !== undefined) return { glyph: 'stopped' as const, text: states.halts[halt] }
  const badges = { cycle: cycleStates, task: taskStates }[kind] as ByName<StateBadge>
  const stateTexts = { cycle: states.cycle, task: states.task }[kind] as ByName<string>
  const { cycle, task, pending_request } = words
  const actionTexts = { cycle, task, pending_request }[kind] as ByName<string>
  return {
    glyph: badges?.[name]?.glyph ?? (kind === 'pending_request' ? 'wait' : 'queued'),
    text: stateTexts?.[name] ?? actionTexts?.[name],
  }
}

type ByName<Value> = Readonly<Record<string, Value>> | undefined
