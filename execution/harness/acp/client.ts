import { client, methods, RequestError } from '@agentclientprotocol/sdk'
import type { ClientConnection, RequestPermissionRequest, SessionUpdate, Stream } from '@agentclientprotocol/sdk'
import { textOf, writeWhole } from '../native/files.ts'
import { resolvePath } from '../native/path.ts'
import { ToolRefusal } from '../native/refusal.ts'
import type { Emit } from '../record.ts'
import { answerPermission } from './permission.ts'

/**
 * Connects to an external agent as client of the Agent Client Protocol: receives its updates, decides its requests for
 * permission, and serves text files of the worktree. Terminals are not offered: an agent runs its commands itself, in
 * its own sandbox.
 */
export const connectClient = (
  stream: Stream,
  { root, emit, onUpdate }: { root: string; emit: Emit; onUpdate: (update: SessionUpdate) => void },
): ClientConnection => {
  let permissions = 0
  const permit = (request: RequestPermissionRequest) => {
    const { response, allowed, sentence } = answerPermission(root, request)
    const id = `permission-${(permissions += 1)}`
    const input = { title: (request.toolCall.title ?? '').slice(0, 500), kind: request.toolCall.kind ?? 'other' }
    emit({ type: 'tool-call', id, name: 'permission', input })
    emit({ type: 'tool-result', id, name: 'permission', ok: allowed, text: sentence })
    return response
  }
  return client({ name: 'atelier' })
    .onNotification(methods.client.session.update, ({ params }) => onUpdate(params.update))
    .onRequest(methods.client.session.requestPermission, ({ params }) => permit(params))
    .onRequest(methods.client.fs.readTextFile, ({ params: { path, line, limit } }) =>
      replyWith(async () => {
        const text = await textOf(await resolvePath(root, path))
        return { content: line == null && limit == null ? text : selectLines(text, line ?? 1, limit ?? Infinity) }
      }),
    )
    .onRequest(methods.client.fs.writeTextFile, ({ params: { path, content } }) =>
      replyWith(async () => {
        await writeWhole(root, path, content)
        return {}
      }),
    )
    .connect(stream)
}

const selectLines = (text: string, from: number, count: number) => {
  const lines = text.split(/(?<=\n)/)
  return lines.slice(from - 1, from - 1 + count).join('')
}

/** Returns the result of `work`; a path outside and a missing file are errors for the agent, and end nothing. */
const replyWith = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof ToolRefusal || code) throw new RequestError(-32_602, message)
    throw error
  }
}
