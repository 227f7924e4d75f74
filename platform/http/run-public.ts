import { callHandler } from '../handler/handler.ts'
import type { ReplyValue } from '../handler/reply.ts'
import { contextOf } from './context.ts'
import { checkForm } from './decide-access.ts'
import type { Run } from './run.ts'

const nobody = { caller: undefined, level: undefined }

/** Runs a handler for everybody: there is no caller, and nothing to decide or to record. */
export const runPublic = async (run: Run): Promise<ReplyValue> => {
  const { handler, request, parts, replies } = run
  const { workspaceId } = request
  checkForm(handler.operation, request)
  if (workspaceId === undefined) {
    return callHandler(handler, { ...contextOf(run, { ...nobody, now: parts.database.now() }), ...replies })
  }
  const open = handler.operation.method === 'GET' ? parts.database.reading : parts.database.within
  return open(workspaceId, async (tx) =>
    callHandler(handler, { ...contextOf(run, { ...nobody, now: await tx.now() }), ...replies, tx }),
  )
}
