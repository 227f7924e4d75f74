import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState, type ReactNode, useMemo } from 'react'
import { subjectOf } from '../../../../../../domains/delivery/runs/rules/step-subject.ts'
import { useAges, useFormat } from '../../../../format.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { Empty } from '../../../../parts/feedback/empty.tsx'
import { Age } from '../../../../parts/text/age.tsx'
import { Joined } from '../../../../parts/text/joined.tsx'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { RowsSkeleton } from '../../../../parts/feedback/skeleton.tsx'
import { taskStates } from '../../../../states.ts'
import { useTalkWords } from '../../../../words/conversation/index.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { useGrowingRecord } from '../../use-growing-record.ts'
import { stepIcons } from './step-icons.ts'
import { groupsOf, isUnderWay, type Step, stepsOf } from './transcript-steps.ts'
import { isTaskAtWork, isMerged, type Task } from './cycle-tasks.ts'
import { getCycleTranscript } from '../../../../../../domains/delivery/transcripts/contract.ts'
import { page } from '../../../../api/client.ts'
import { outputExcerpt } from './output-excerpt.ts'

const stepsShown = 200
const lookEveryMs = 1_500
// A shorter time between two steps means nothing for either.
const shortMs = 1_000

/** The steps of a task's agent; the list grows while it is at work. Earlier steps are drawn on demand. */
export const TaskSteps = ({ task }: { readonly task: Task }) => {
  const { cycle: words, states } = useWords()
  const talk = useTalkWords()
  const input = { params: { id: task.cycleId }, query: { taskId: task.id } }
  const { data, error, isLoading, refetch, hasNextPage } = useGrowingRecord(getCycleTranscript, input, {
    read: (cursor) =>
      page(getCycleTranscript, { ...input, query: { ...input.query, ...(cursor !== undefined && { cursor }) } }),
    nextOf: ({ next }) => next,
    refetchInterval: isTaskAtWork(task) && lookEveryMs,
  })
  const steps = useMemo(() => stepsOf(data?.pages.flatMap(({ rows }) => rows) ?? []), [data])
  const [count, setCount] = useState(stepsShown)
  const last = steps.at(-1)
  // A call of a tool without its result is the agent's present action.
  const live = isTaskAtWork(task) && last && isUnderWay(last) ? last : undefined
  if (isLoading) return <RowsSkeleton />
  return (
    <>
      {error ? (
        <div className="pad">
          <Refusal error={error} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data && steps.length === 0 ? <Empty title={words.noSteps} text={words.noStepsText} /> : null}
      {steps.length > count ? (
        <div className="pad">
          <Button size="small" onClick={() => setCount(count + stepsShown)}>
            {talk.earlierSteps(steps.length - count)}
          </Button>
        </div>
      ) : null}
      <ol className="rail steps">
        {groupsOf(steps.slice(-count)).map(([step, ...more], at, groups) =>
          more.length > 0 ? (
            <Edits key={step.key} steps={[step, ...more]} />
          ) : step === live ? (
            <AtWork key={step.key} task={task} since={step.at}>
              <b>{words.doing[live.kind]}</b> <span className="mono">{subjectOf(step.text)}</span>
            </AtWork>
          ) : (
            <StepLine
              key={step.key}
              step={step}
              until={groups[at + 1]?.[0].at}
              isWaiting={step === last && task.status !== 'failed' && !isMerged(task)}
            />
          ),
        )}
        {isTaskAtWork(task) && last && !live ? (
          <AtWork task={task} since={last.at}>
            <b>{states.task[task.status]}</b>
          </AtWork>
        ) : null}
      </ol>
      {hasNextPage ? <p className="pad quiet">{talk.loadingEarlier}</p> : null}
    </>
  )
}

/** Edits in a row, as one line with the paths behind it. */
const Edits = ({ steps }: { readonly steps: readonly Step[] }) => {
  const words = useWords().cycle
  const { lasted } = useFormat()
  const files = [...new Set(steps.map(({ text }) => subjectOf(text)))]
  const lastedMs = steps.reduce((sum, { tookMs = 0 }) => sum + tookMs, 0)
  const Icon = stepIcons.edited
  return (
    <li>
      <Icon className="i" aria-hidden="true" />
      <div className="what">
        <b>{words.did.edited}</b>{' '}
        <details>
          <summary>{words.files(files.length)}</summary>
          {files.map((file) => (
            <div key={file} className="mono">
              {file}
            </div>
          ))}
        </details>
      </div>
      <span className="at">{lastedMs < shortMs ? '' : lasted(lastedMs)}</span>
    </li>
  )
}

interface StepLineProps {
  readonly step: Step
  /** When the next step began; undefined for the last one. */
  readonly until: string | undefined
  /** Whether the task may still get the answer that this step asked for. */
  readonly isWaiting: boolean
}

const StepLine = ({ step, until, isWaiting }: StepLineProps) => {
  const words = useWords().cycle
  const { lasted, whole } = useFormat()
  const untilNext = until === undefined ? 0 : Date.parse(until) - Date.parse(step.at)
  const lastedMs = step.tookMs ?? untilNext
  const Icon = stepIcons[step.kind]
  return (
    <li>
      <Icon className="i" aria-hidden="true" />
      <StepWords step={step} isWaiting={isWaiting} />
      <span className="at">
        {step.kind === 'began' || step.kind === 'ended' ? null : (
          <span title={whole(step.at)}>
            {isUnderWay(step) ? words.interrupted : lastedMs < shortMs ? '' : lasted(lastedMs)}
          </span>
        )}
      </span>
      {step.output === undefined ? null : <StepOutput text={step.output} isFailed={step.ok === false} />}
    </li>
  )
}

const StepWords = ({ step, isWaiting }: Pick<StepLineProps, 'step' | 'isWaiting'>): ReactNode => {
  const { kind, at, text, outcome = '', ok } = step
  const words = useWords().cycle
  const { waited } = useTalkWords()
  const { worded } = useServerWords()
  switch (kind) {
    case 'said':
    case 'thought':
      return (
        <div className="what think" dir="auto">
          <Folded text={worded(text)} most={wordsMost} />
        </div>
      )
    case 'began':
      return <Dated at={at}>{text === '' ? words.began : words.beganAgain(text)}</Dated>
    case 'ended':
      return (
        <Dated at={at}>
          {outcome === 'asked' && !isWaiting ? waited : (words.ended[outcome] ?? words.endedAs(outcome))}
        </Dated>
      )
    case 'asked':
      return (
        <div className="what">
          <b>{words.asked}</b> <span className="quiet">{text}</span>
        </div>
      )
    case 'ran':
    case 'read':
    case 'edited':
    case 'searched':
    case 'questioned':
    case 'used':
    case 'heard':
      return (
        <div className="what">
          <b>{words.did[kind]}</b>{' '}
          <Folded text={subjectOf(text)} most={subjectMost} className={kind === 'questioned' ? undefined : 'mono'} />
          {ok === false ? (
            <span className="tag bad">
              <Glyph name="bad" />
              {words.fail}
            </span>
          ) : null}
        </div>
      )
  }
}

/** A beginning or an end, with its time; the time at the end of a line is how long a step took. */
const Dated = ({ at, children }: { readonly at: string; readonly children: ReactNode }) => (
  <div className="what">
    <Joined parts={[children, <Age key="at" at={at} className="quiet" />]} />
  </div>
)

const subjectMost = 160
const wordsMost = 320

interface FoldedProps {
  readonly text: string
  readonly most: number
  readonly className?: string | undefined
}

/** A command, a path or the words of an agent; a long text is folded behind its beginning. */
const Folded = ({ text, most, className }: FoldedProps) => {
  const words = useWords().cycle
  if (text.length <= most) return <span className={className}>{text}</span>
  return (
    <details>
      <summary>
        <span className={className}>{text.slice(0, most)}…</span> <span className="link">{words.showMore}</span>
      </summary>
      <span className={className}>{text}</span>
    </details>
  )
}

interface AtWorkProps {
  readonly task: Task
  /** When the step began; if that is unknown, the time of the step before it. */
  readonly since: string
  readonly children: ReactNode
}

/** The step under way, with its clock. */
const AtWork = ({ task, since, children }: AtWorkProps) => {
  const words = useWords()
  const { age } = useAges()
  return (
    <li>
      <Glyph name={taskStates[task.status].glyph} />
      <div className="what">{children}</div>
      <span className="at">{words.cycle.now(age(since))}</span>
    </li>
  )
}

const linesShown = 6
const charsMost = 1_200

/** The lines of a step's output that show most; the whole output on demand. */
const StepOutput = ({ text, isFailed }: { readonly text: string; readonly isFailed: boolean }) => {
  const words = useWords().cycle
  const [isWhole, setWhole] = useState(false)
  const lines = text.trimEnd().split('\n')
  const isLong = lines.length > linesShown || text.length > charsMost
  const isFolded = !isFailed && !isWhole && lines.length > 1
  const output = isWhole ? text.trimEnd() : outputExcerpt(text, linesShown).slice(0, charsMost)
  return (
    <div className="body">
      {isFolded ? null : (
        <pre tabIndex={0} aria-label={words.output}>
          {output}
        </pre>
      )}
      {isFolded || isLong || isWhole ? (
        <Button
          variant="plain"
          size="small"
          {...(isFolded && { icon: ChevronRight })}
          onClick={() => setWhole(!isWhole)}
        >
          {isFolded ? words.output : isWhole ? words.showLess : words.showMore}
        </Button>
      ) : null}
    </div>
  )
}
