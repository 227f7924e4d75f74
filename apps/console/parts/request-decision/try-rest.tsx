import { hasUntried } from '../../../../domains/delivery/requests/rules.ts'
import { useInboxWords } from '../../words/inbox/index.ts'
import { Button } from '../forms/button.tsx'
import type { Request, useRequestDecision } from './use-request-decision.ts'

interface TryRestProps extends Pick<ReturnType<typeof useRequestDecision>, 'decide' | 'isPending'> {
  readonly request: Pick<Request, 'reasons'>
}

/** Has the parts of a change tried that had no time, in the place of a decision; nothing if all were tried. */
export const TryRest = ({ request: { reasons }, decide, isPending }: TryRestProps) => {
  const words = useInboxWords()
  return hasUntried(reasons) ? (
    <Button isPending={isPending} title={words.restHint} onClick={() => decide({ status: 'rest' })}>
      {words.tryRest}
    </Button>
  ) : null
}
