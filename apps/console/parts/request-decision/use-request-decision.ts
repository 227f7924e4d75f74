import type { Reply } from '../../../../platform/client/index.ts'
import { type getPendingRequest, resolvePendingRequest } from '../../../../domains/delivery/requests/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useInboxWords } from '../../words/inbox/index.ts'
import { rememberApproval } from '../revert/approved-cycles.ts'
import { toast } from '../feedback/toast.ts'
import { decisionText } from './request-title.ts'

export type Request = Reply<typeof getPendingRequest>
type Decision = { status: 'approved' | 'denied' | 'rest'; decision?: string; feedback?: string }

/** Decides a request in its place. */
export const useRequestDecision = (request: Request) => {
  const words = useInboxWords()
  const decide = useOperation(resolvePendingRequest, {
    then: (decided) => {
      const { requestType, status, cycleId } = decided
      toast(decisionText(request, decided, words))
      if (requestType === 'approval' && status === 'approved') rememberApproval(cycleId)
    },
  })
  return { ...decide, decide: (body: Decision) => decide.mutate({ params: { id: request.id }, body }) }
}
