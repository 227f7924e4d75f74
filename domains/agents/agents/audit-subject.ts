import type { Subject } from '../../../platform/handler/index.ts'

/** What an audit row, and the event beside it, say about an agent. */
export const agentAuditSubject = ({
  id,
  projectId,
  name,
}: {
  readonly id: string
  readonly projectId: string | null
  readonly name: string
}): Subject => ({
  resource: ['agent', id],
  ...(projectId !== null && { parent: ['project', projectId] as const, within: { projectId } }),
  metadata: { name, ...(projectId !== null && { projectId }) },
})
