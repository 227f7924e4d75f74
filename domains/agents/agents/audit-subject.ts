import type { Subject } from '../../../platform/handler/index.ts'

/** The subject of an agent's audit row and event. */
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
