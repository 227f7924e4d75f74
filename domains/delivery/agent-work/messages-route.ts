import { Type } from 'typebox'
import type { Route } from '../../../execution/egress/index.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import { drivingMessages, markMessagesGiven, messageFilesFor, nextForAgent } from '../conversation/index.ts'
import { oneAtATime } from './route-json.ts'

export const messagesHost = 'messages.atelier.internal'

const bodyMostBytes = 64 * 1024

/**
 * The route by which an agent asks for people's messages: `POST` of the ids that its conversation has, answered by the
 * next ones with their texts. The harness keeps the ids with the conversation, so that each is in it once, also after a
 * crash.
 */
export const messagesRoute = (
  { write }: Pick<EffectContext, 'write'>,
  { cycleId, agentId }: { readonly cycleId: string; readonly agentId: string },
): Route =>
  oneAtATime({
    form: Type.Object({ heard: Type.Array(Type.String({ maxLength: 36 }), { maxItems: 1_000 }) }),
    mostBytes: bodyMostBytes,
    malformed: { messages: [] },
    failed: { messages: [] },
    answer: async ({ heard }) => ({
      messages: await write(async (tx) => {
        const said = await drivingMessages(tx, cycleId, agentId)
        const next = nextForAgent(said, new Set(heard), await messageFilesFor(tx, cycleId))
        if (next.length > 0) await markMessagesGiven(tx, { ids: next.map(({ id }) => id), now: await tx.now() })
        return next
      }),
    }),
  })
