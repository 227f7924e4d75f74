import { useMutation } from '@tanstack/react-query'
import type { ClientError, Input } from '../../../platform/client/index.ts'
import type { Operation } from '../../../platform/contract/operation.ts'
import { open } from '../api/client.ts'
import { save } from './save-file.ts'

interface Download {
  readonly name: string
  readonly type: string
  /** What names the portal to the server, where a client downloads. */
  readonly headers?: Readonly<Record<string, string>>
  readonly then?: () => void
}

/** Has the browser save the bytes that an operation answers with: `mutate(input)`, and what it was refused with. */
export const useDownload = <Op extends Operation>(operation: Op, { name, type, headers, then }: Download) =>
  useMutation<void, ClientError, Input<Op>>({
    mutationFn: async (input) => {
      const bytes = await open(operation, input, headers)
      save(await new Response(bytes, { headers: { 'content-type': type } }).blob(), name)
    },
    onSuccess: then,
  })
