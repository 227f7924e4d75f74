import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useNavigate } from 'react-router'
import { goBack } from '../../../../../domains/delivery/planning/contract.ts'
import { call } from '../../../api/client.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useStartedCycle } from '../../../parts/revert/use-started-cycle.ts'
import { paths } from '../../../paths.ts'
import { useRevisionWords } from '../../../words/revisions/index.ts'

interface GoBackButtonProps {
  readonly projectId: string
  readonly to: { readonly revisionId: string; readonly generation: number }
  /** The newest revision whose difference is shown beside the button. */
  readonly expectedRevisionId: string
}

/** Starts the cycle that brings a project back to a revision, and opens it. */
export const GoBackButton = ({ projectId, to, expectedRevisionId }: GoBackButtonProps) => {
  const words = useRevisionWords()
  const { number } = useFormat()
  const navigate = useNavigate()
  const start = useStartedCycle({
    propose: () => call(goBack, { params: { id: projectId }, body: { revisionId: to.revisionId, expectedRevisionId } }),
    operation: goBack,
    then: ({ id, projectId: _, ...state }) => navigate(paths.cycle(projectId, id), { state }),
  })
  return (
    <div className="stack">
      <Button
        variant="primary"
        icon={RotateCcw}
        isPending={start.isPending}
        pendingText={words.goingBack}
        onClick={() => start.mutate(undefined)}
      >
        {words.goBackTo(number(to.generation))}
      </Button>
      <Refusal error={start.error} />
    </div>
  )
}
