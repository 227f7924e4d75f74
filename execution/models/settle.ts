import type { Call, GatewayParts } from './call.ts'
import { type CallEnd, settleCall } from './store.ts'

/** Settles a call in a transaction of its own. */
export const settle = ({ database }: GatewayParts, call: Call, end: CallEnd): Promise<boolean> =>
  database.within(call.identity.workspaceId, (tx) => settleCall(tx, call.id, call.identity, end))
