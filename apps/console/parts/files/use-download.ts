import { useMutation } from '@tanstack/react-query'
import type { ClientError, Input } from '../../../../platform/client/index.ts'
import type { Operation } from '../../../../platform/contract/operation.ts'
import { open } from '../../api/client.ts'
import { sha256Of } from '../deliverable/snapshot.ts'
import { save } from './save-file.ts'

/** The received bytes do not have the promised hash. */
export class HashMismatch extends Error {}

interface Download {
  readonly name: string
  readonly type: string
  /** Headers that name the portal to the server, for a client's download. */
  readonly headers?: Readonly<Record<string, string>>
  /** Nothing else is saved than bytes with this hash. */
  readonly sha256?: string
  readonly then?: () => void
}

/** Has the browser save the bytes that an operation answers with: `mutate(input)`, and the refusal. */
export const useDownload = <Op extends Operation>(operation: Op, { name, type, headers, sha256, then }: Download) =>
  useMutation<void, ClientError | HashMismatch, Input<Op>>({
    mutationFn: async (input) => {
      const bytes = await open(operation, input, headers)
      const content = await new Response(bytes, { headers: { 'content-type': type } }).blob()
      const computed = sha256 === undefined ? undefined : await sha256Of(await content.arrayBuffer())
      if (computed !== undefined && computed !== sha256) throw new HashMismatch()
      save(content, name)
    },
    onSuccess: then,
  })
