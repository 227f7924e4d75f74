import { inWorkspacesOf, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import type { PushJobParts } from '../parts.ts'
import { pushHead } from '../push-head.ts'
import { duePushes } from '../store-links.ts'

const atOnce = 2
const lookRows = 200

/** Pushes the newest revisions of connected projects to their code hosts, two of a workspace at once. */
export const pushRevisions = async (parts: PushJobParts, context: ScheduledContext): Promise<void> => {
  const due = await parts.database.identity((tx) => duePushes(tx, { rows: lookRows }))
  await inWorkspacesOf(due, (one, turn) => pushHead(parts, one, turn), context, {
    failure: 'Push to a code host broke off; will retry',
    about: ({ projectId }) => ({ project: projectId }),
    atOnce,
  })
}
