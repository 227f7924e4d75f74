import { Fragment } from 'react'
import { useFormat } from '../../format.ts'
import { Empty } from '../../parts/empty.tsx'
import { ProseBlock } from '../../parts/prose.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { usePlaygroundWords } from '../../words/playground/index.ts'
import { knownRefusal } from './known-refusal.ts'
import type { Outcome } from './use-ask.ts'

interface AnswerPanelProps {
  readonly text: string
  readonly isPending: boolean
  readonly error: unknown
  readonly outcome: Outcome | undefined
}

/** The model's answer: plain while it comes, formatted when it is whole, with its tokens and its cost. */
export const AnswerPanel = ({ text, isPending, error, outcome }: AnswerPanelProps) => {
  const words = usePlaygroundWords()
  const isAsked = isPending || error !== null || outcome !== undefined
  return (
    <section
      className={`playground-answer panel ${isAsked ? 'pad stack-16' : ''}`}
      aria-label={words.answer}
      aria-busy={isPending}
    >
      {isAsked ? <h2>{words.answer}</h2> : <Empty title={words.noAnswer} text={words.noAnswerText} />}
      <Refusal error={knownRefusal(error, words.codes)} codes={words.codes} />
      {isPending && text === '' ? <p className="quiet">{words.waiting}</p> : null}
      {outcome && !isPending ? (
        <ProseBlock text={text} />
      ) : (
        <p className="playground-text" dir="auto">
          {text}
        </p>
      )}
      {outcome && !isPending ? <Facts outcome={outcome} isEmpty={text.trim() === ''} /> : null}
    </section>
  )
}

const Facts = ({ outcome, isEmpty }: { readonly outcome: Outcome; readonly isEmpty: boolean }) => {
  const words = usePlaygroundWords()
  const { dollars, lasted, number } = useFormat()
  const { model, usage, costUsd, tookMs, isStopped, isDocumentCut } = outcome
  const facts = [
    [words.facts.model, model],
    [words.facts.read, usage ? number(usage.prompt_tokens) : words.unknown],
    [words.facts.written, usage ? number(usage.completion_tokens) : words.unknown],
    [words.facts.cost, costUsd === null ? words.unknown : dollars(costUsd)],
    [words.facts.time, lasted(tookMs)],
  ] as const
  return (
    <div className="stack-16" role="status">
      {isEmpty && !isStopped ? <p className="quiet">{words.emptyAnswer}</p> : null}
      {isStopped ? <p className="quiet">{words.stopped}</p> : null}
      {isDocumentCut ? <p className="quiet">{words.cut}</p> : null}
      <dl className="kv">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {costUsd === null ? null : <p className="quiet">{words.byList}</p>}
    </div>
  )
}
