import type { Session } from '../../session.ts'
import type { PushOptions } from '../../sync/push-path.ts'
import { syncPath } from '../../sync/sync-path.ts'
import { pulledDocument, pulledText } from './pull.ts'
import { pushedDocument, pushedText } from './push.ts'

/** `atelier sync [path]` */
export const sync = async (session: Session, path: string, options: PushOptions): Promise<void> => {
  const { pulled, pushed } = await syncPath(session, path, options)
  const here = { ...pulled, path }
  const isStill = pulled.outcome === 'up_to_date' && pulled.protectedFiles.length === 0
  session.output.print([...(isStill ? [] : [pulledText(here)]), pushedText(pushed)].join('\n'))
  const isInStep = isStill && pushed.outcome === 'up_to_date'
  const outcome = isInStep ? 'up_to_date' : options.dryRun ? 'would_sync' : 'synced'
  session.output.document({ outcome, pulled: pulledDocument(here), pushed: pushedDocument(pushed) })
}
