import type { listGrowthProposalRuns } from '../../../../../../domains/growth/proposals/contract.ts'
import type { ClientError, Reply } from '../../../../../../platform/client/index.ts'
import { useFormat } from '../../../../format.ts'
import { FailureNote } from '../../../../parts/failure/failure-note.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'

interface ProposalsNoteProps {
  /** Undefined if there was none. */
  readonly run: Reply<typeof listGrowthProposalRuns>[number] | undefined
  readonly error: ClientError | null
}

/** The result of the newest research run: the number of proposed plays, or the reason for no proposals. */
export const ProposalsNote = ({ run, error }: ProposalsNoteProps) => {
  const words = useGrowthPlayWords()
  const { day, dollars } = useFormat()
  if (!run) return <PlayRefusal error={error} />
  const { status, failure, playsProposed, playsDropped, costUsd, createdAt } = run
  if (failure !== null) return <FailureNote message={`${words.notProposed(day(createdAt))} ${failure.message}`} />
  return (
    <p className="quiet" role="status">
      {status === 'queued' ? words.proposing : null}
      {status === 'finished'
        ? words.proposedCount(playsProposed, playsDropped, day(createdAt), dollars(costUsd))
        : null}
    </p>
  )
}
