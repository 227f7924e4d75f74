import { listGrowthProposalRuns } from '../../../../../../domains/growth/proposals/contract.ts'
import { useFirstRowsLater } from '../../../../api/use-operation.ts'
import { useFormat } from '../../../../format.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'

/** The result of the newest research run: the number of proposed plays, or why there are none. */
export const ProposalsNote = ({ projectId }: { readonly projectId: string }) => {
  const words = useGrowthPlayWords()
  const { day, dollars } = useFormat()
  const { data, error } = useFirstRowsLater(listGrowthProposalRuns, { params: { projectId }, query: { limit: 1 } })
  const run = data?.[0]
  if (!run) return <PlayRefusal error={error} />
  const { status, failure, playsProposed, playsDropped, costUsd, createdAt } = run
  return (
    <p className="quiet" role="status">
      {status === 'queued' ? words.proposing : null}
      {status === 'finished'
        ? words.proposedCount(playsProposed, playsDropped, day(createdAt), dollars(costUsd))
        : null}
      {failure === null ? null : (
        <>
          {words.notProposed(day(createdAt))} <span dir="auto">{failure.message}</span>
        </>
      )}
    </p>
  )
}
