import type { ScheduledContext } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { growthSending } from './contract.ts'
import { playJobActions } from './judge-play.ts'
import type { SendingParts } from './parts.ts'
import { sendingJobActions } from './record-changes.ts'
import routes from './handlers.ts'
import { sweepSending } from './sweep-sending.ts'
import { readToken } from './unsubscribe-token.ts'

const sendEverySeconds = 15

export default domain({
  name: 'sending',
  contract: growthSending,
  handlers: routes,
  // The signature in the token is checked with the key of that workspace.
  workspaceFinders: { unsubscribe: async (_database, token) => readToken(token)?.workspace },
  schedules: (parts: SendingParts) => [
    {
      name: 'growth-sending',
      everySeconds: sendEverySeconds,
      work: (context: ScheduledContext) => sweepSending(parts, context),
    },
  ],
  jobActions: [...playJobActions, ...sendingJobActions],
})
