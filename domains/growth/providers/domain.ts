import type { Database } from '../../../platform/db/database.ts'
import { type ScheduledContext, inDueWorkspaces, type EndContext, type RunEnd } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { growthProviders } from './contract.ts'
import type { LookupParts } from './catalogue.ts'
import routes, { lookupJobActions, recordPassEnded } from './handlers.ts'
import { abandonExpiredCalls, callExpiry, expiredCallsIn } from './store-calls.ts'
import { cachedOfPerson, eraseCached, oldAnswersIn, removeOldAnswers } from './store-cache.ts'
import { unmarkLeads } from '../leads/index.ts'
import { lookupRun } from './graph.ts'
import { lookStep } from './steps/look.ts'
import { endPass } from './store-passes.ts'

/** A run that the engine itself ended, such as one whose process died again and again. */
const ended = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status === 'finished') return
  const leadsLeft = await unmarkLeads(tx, run.subjectId)
  const failed = await endPass(tx, { id: run.subjectId, status: 'failed', reason: 'internal', leadsLeft, now })
  if (failed) recordPassEnded(tx, failed)
}

const atOnce = 1_000

/** Settles the look-ups that dead processes left open, at their full price: the provider may have billed them. */
const sweepLookups = (database: Database, context: ScheduledContext): Promise<void> => {
  const abandonIn = (workspace: string) => database.within(workspace, (tx) => abandonExpiredCalls(tx, atOnce))
  return inDueWorkspaces(database, expiredCallsIn, abandonIn, context)
}

export default domain({
  name: 'providers',
  contract: growthProviders,
  handlers: routes,
  workflows: (parts: LookupParts) => [lookupRun.workflow({ first: 'look', steps: { look: lookStep(parts) }, ended })],
  schedules: ({ database }: { readonly database: Database }) => [
    { name: 'growth-lookups', everySeconds: 300, work: (context) => sweepLookups(database, context) },
  ],
  person: {
    exportIn: async (tx, { email }) => ({ growthLookups: await cachedOfPerson(tx, email) }),
    eraseIn: (tx, { email }) => eraseCached(tx, email),
  },
  retention: [callExpiry, { kind: 'growthLookupAnswers', dueIn: oldAnswersIn, remove: removeOldAnswers }],
  jobActions: lookupJobActions,
})
