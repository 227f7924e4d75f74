import type { ScheduledContext } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { growthPlays } from './contract.ts'
import { playJobActions } from './judge-play.ts'
import type { DraftWork, SendingParts } from './parts.ts'
import { draftJobActions, sendingJobActions } from './record-changes.ts'
import { proposingActions } from './propose-play.ts'
import routes from './routes.ts'
import { readToken } from './unsubscribe-token.ts'
import { findPlay, playsOfPerson } from './store.ts'
import { findMessage } from './store-thread.ts'
import { sweepSending } from './sweep-sending.ts'
import { draftWorkflow } from './workflow.ts'

const sendEverySeconds = 15

export default domain({
  name: 'plays',
  contract: growthPlays,
  handlers: routes,
  kinds: {
    growth_play: async (tx, id) => (await findPlay(tx, id)) && { projectId: null },
    growth_message: async (tx, id) => (await findMessage(tx, id)) && { projectId: null },
  },
  // The signature in the token is checked with the key of that workspace.
  workspaceFinders: { unsubscribe: async (_database, token) => readToken(token)?.workspace },
  workflows: (parts: DraftWork) => [draftWorkflow(parts)],
  schedules: (parts: SendingParts) => [
    {
      name: 'growth-sending',
      everySeconds: sendEverySeconds,
      work: (context: ScheduledContext) => sweepSending(parts, context),
    },
  ],
  person: { exportIn: async (tx, { userId }) => ({ growthPlays: await playsOfPerson(tx, userId) }) },
  jobActions: [...playJobActions, ...draftJobActions, ...proposingActions, ...sendingJobActions],
})
