import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { executeCycle } from '../../../../../../domains/delivery/runs/contract.ts'
import { proposeCycle } from '../../../../../../domains/delivery/planning/contract.ts'
import { call } from '../../../../api/client.ts'
import { refreshAfter } from '../../../../api/stale.ts'
import { explain } from '../../../../errors.ts'
import { paths } from '../../../../paths.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { uploadFiles, whenRead } from '../attachments/use-attachments.ts'

interface ProposalFields {
  readonly title: string
  readonly description: string
  readonly isDraft: boolean
  readonly files?: readonly File[]
}

/** Proposes a cycle, starts it unless it is a draft, and opens its page. */
export const usePropose = (projectId: string, onWritten: () => void) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { errors } = useWords()
  return useMutation({
    mutationFn: async ({ title, description, isDraft, files = [] }: ProposalFields) => {
      const { cycle } = await call(proposeCycle, { body: { projectId, title, description } })
      const notAdded = await uploadFiles(cycle.id, files).then(
        () => undefined,
        (error: unknown) => explain(error, errors),
      )
      // A cycle without one of its files does not start; its page lets the person add the file again.
      if (notAdded) return { id: cycle.id, notStarted: notAdded }
      if (isDraft) return { id: cycle.id }
      if (files.length > 0) await whenRead(cycle.id)
      // A cycle that does not start exists too: its page shows the reason, and starts it again.
      return call(executeCycle, { params: { id: cycle.id } }).then(
        () => ({ id: cycle.id }),
        (error: unknown) => ({ id: cycle.id, notStarted: explain(error, errors) }),
      )
    },
    onSuccess: async ({ id, ...state }) => {
      onWritten()
      void refreshAfter(client, proposeCycle, executeCycle)
      await navigate(paths.cycle(projectId, id), { state })
    },
  })
}
