import type { ScheduledContext } from '../../../../platform/jobs/index.ts'
import type { PushJobParts } from '../parts.ts'
import { pushHead } from '../push-head.ts'
import { duePushes } from '../store-links.ts'

const atOnce = 4
const lookRows = 200

/** Pushes the newest revisions of connected projects to their code hosts, four at once. */
export const pushRevisions = async (parts: PushJobParts, context: ScheduledContext): Promise<void> => {
  const { signal, log } = context
  const due = [...(await parts.database.identity((tx) => duePushes(tx, lookRows)))]
  const pushNext = async () => {
    for (let next = due.shift(); next && !signal.aborted; next = due.shift())
      try {
        await pushHead(parts, next, context)
      } catch (error) {
        log.error({ err: error, project: next.projectId }, 'Push to a code host broke off; will retry')
      }
  }
  await Promise.all(Array.from({ length: atOnce }, pushNext))
}
