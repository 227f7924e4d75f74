import { useMutation } from '@tanstack/react-query'
import type { ClientError, Input } from '../../../platform/client/index.ts'
import type { Operation } from '../../../platform/contract/operation.ts'
import { open } from '../api/client.ts'
import { save } from './save-file.ts'

/** Has the browser save the bytes that an operation answers with: `mutate(input)`, and what it was refused with. */
export const useDownload = <Op extends Operation>(operation: Op, { name, type }: { name: string; type: string }) =>
  useMutation<void, ClientError, Input<Op>>({
    mutationFn: async (input) => {
      const bytes = await open(operation, input)
      save(await new Response(bytes, { headers: { 'content-type': type } }).blob(), name)
    },
  })
