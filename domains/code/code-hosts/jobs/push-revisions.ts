import { eachDue, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import type { PushJobParts } from '../parts.ts'
import { pushHead } from '../push-head.ts'
import { duePushes } from '../store-links.ts'

const atOnce = 4
const lookRows = 200

/** Pushes the newest revisions of connected projects to their code hosts, four at once. */
export const pushRevisions = async (parts: PushJobParts, context: ScheduledContext): Promise<void> => {
  const due = await parts.database.identity((tx) => duePushes(tx, lookRows))
  await eachDue(due, (one) => pushHead(parts, one, context), context, {
    failure: 'Push to a code host broke off; will retry',
    about: ({ projectId }) => ({ project: projectId }),
    atOnce,
  })
}
