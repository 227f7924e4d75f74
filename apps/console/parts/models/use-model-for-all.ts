import { useMutation, useQueryClient } from '@tanstack/react-query'
import { agentRoles } from '../../../../domains/agents/agents/rules.ts'
import { clearModelPreference, setModelPreference } from '../../../../domains/agents/models/contract.ts'
import { call } from '../../api/client.ts'
import { refreshAfter } from '../../api/stale.ts'

/** Sets the model of every role; null leaves each to the server. */
export const useModelForAll = (then?: (model: string | null) => unknown) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (model: string | null) => {
      for (const role of agentRoles) {
        if (model === null) await call(clearModelPreference, { params: { role } })
        else await call(setModelPreference, { params: { role }, body: { modelIdentifier: model } })
      }
      return model
    },
    onSuccess: then,
    // Some of the roles may be set when one is refused.
    onSettled: () => refreshAfter(client, setModelPreference),
  })
}
