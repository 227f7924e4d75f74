import type { Operation } from '../../platform/contract/index.ts'
import type { Reply } from '../caller.ts'

/** An error as most operations answer it, also where this one answers as the provider does whose interface it has. */
export const ownError = ({ errorShape }: Operation, reply: Reply): Reply => {
  if (!errorShape || reply.status < 400) return reply
  const { message, code } = reply.body.error as { readonly message: string; readonly code: string }
  return { ...reply, body: { error: message, code, requestId: reply.headers.get('x-request-id') } }
}
