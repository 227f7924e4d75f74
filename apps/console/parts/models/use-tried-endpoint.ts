import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createModelEndpoint,
  deleteModelEndpoint,
  testModelEndpoint,
} from '../../../../domains/agents/models/contract/endpoints.ts'
import { call } from '../../api/client.ts'
import { refreshAfter } from '../../api/stale.ts'

/** Adds an endpoint and asks its model one question. An endpoint stays only if agents can work with the model. */
export const useTriedEndpoint = <Body>(
  add: (body: Body) => Promise<{ readonly id: string }>,
  onAdded: (identifier: string) => void,
) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Body) => {
      const { id } = await add(body)
      const params = { id }
      const undo = () => call(deleteModelEndpoint, { params })
      const tested = await call(testModelEndpoint, { params, body: {} }).catch(async (error: unknown) => {
        await undo()
        throw error
      })
      if (!tested.works) await undo()
      return tested
    },
    onSuccess: ({ works, identifier }) => (works ? onAdded(identifier) : undefined),
    onSettled: () => refreshAfter(client, createModelEndpoint),
  })
}
