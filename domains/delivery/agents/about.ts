import type { Subject } from '../../../platform/handler/index.ts'

/** What an audit row about an agent says. */
export const aboutAgent = ({
  id,
  projectId,
  name,
}: {
  readonly id: string
  readonly projectId: string | null
  readonly name: string
}): Subject => ({
  resource: ['agent', id],
  ...(projectId !== null && { parent: ['project', projectId] as const }),
  metadata: { name, ...(projectId !== null && { projectId }) },
})
