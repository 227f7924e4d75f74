import { startGrowthDrafts } from '../../../../../../domains/growth/drafts/contract.ts'
import { isWriting } from '../../../../../../domains/growth/drafts/rules.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { useFormat } from '../../../../format.ts'
import { Button, LinkButton } from '../../../../parts/forms/button.tsx'
import { FailureNote } from '../../../../parts/failure/failure-note.tsx'
import { Progress } from '../../../../parts/feedback/progress.tsx'
import { Section } from '../../../../parts/section.tsx'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import type { PlayRead } from '../play.ts'

/** Has the mails of the leads written, and shows how far that is. */
export const DraftsSection = ({ read: { play, results, lastDraftRun, missing } }: { readonly read: PlayRead }) => {
  const words = useGrowthPlayWords()
  const start = useOperation(startGrowthDrafts)
  const isAtWork = isWriting(lastDraftRun?.status)
  const leads = results.leads.new + results.leads.queued
  const waiting = results.drafts + results.unknown
  const written = waiting + results.approved + results.sent + results.refused
  const isComplete = leads > 0 && written >= (leads + results.leads.ended) * play.steps.length
  return (
    <Section title={words.drafts} text={words.draftsText}>
      <div className="panel pad stack">
        {lastDraftRun ? <LastRun run={lastDraftRun} all={leads} /> : <p className="quiet">{words.neverWritten}</p>}
        <PlayRefusal error={start.error} />
        <div className="line wrap">
          {isComplete ? null : (
            <Button
              isPending={start.isPending}
              disabled={isAtWork || leads === 0}
              onClick={() => start.mutate({ params: { playId: play.id }, body: {} })}
            >
              {results.drafts > 0 ? words.writeAgain : words.writeDrafts}
            </Button>
          )}
          {leads === 0 ? (
            <LinkButton variant="plain" to={paths.growthPlayLeads(play.id)}>
              {words.goTo.leads}
            </LinkButton>
          ) : null}
          {waiting > 0 ? (
            <LinkButton variant={missing.length > 0 ? 'primary' : 'outline'} to={paths.growthMails(play.id)}>
              {words.review(waiting)}
            </LinkButton>
          ) : null}
        </div>
      </div>
    </Section>
  )
}

interface LastRunProps {
  readonly run: NonNullable<PlayRead['lastDraftRun']>
  /** Leads of the play that get mails. */
  readonly all: number
}

const LastRun = ({ run, all }: LastRunProps) => {
  const words = useGrowthPlayWords()
  const { dollars, whole } = useFormat()
  const { status, leads, drafts, leadsSkipped, sentencesDropped, costUsd, failure, createdAt } = run
  const isAtWork = isWriting(status)
  const progress = words.progress(leads, Math.max(all, leads))
  const facts = [
    isAtWork ? progress : words.written(drafts, leads),
    ...(leadsSkipped > 0 ? [words.skipped(leadsSkipped)] : []),
    ...(sentencesDropped > 0 ? [words.dropped(sentencesDropped)] : []),
    words.cost(dollars(costUsd)),
  ]
  return (
    <div className="stack-8">
      <p role="status">
        <b>{words.runStatuses[status]}</b> <span title={whole(createdAt)}>{facts.join(' ')}</span>
      </p>
      {isAtWork ? <Progress label={progress} done={leads} all={Math.max(all, leads, 1)} /> : null}
      {failure === null ? null : <FailureNote message={`${words.draftFailures[failure.code]} ${failure.message}`} />}
    </div>
  )
}
