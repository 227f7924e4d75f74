import { ModelFailure } from '../../../execution/models/index.ts'
import type { CallJudge } from '../../agents/spending/index.ts'
import { isWithinHardCap } from './spend.ts'

/** Refuses a call that the hard cap of growth does not cover. */
export const underHardCap: CallJudge = async (tx, { worstMicros }) => {
  if (await isWithinHardCap(tx, worstMicros)) return
  throw new ModelFailure(overCap, { status: 402, code: 'workspace_cap_reached', billed: 'nothing' })
}
const overCap =
  'The hard cap of growth for this month does not cover the call. An administrator can raise it in the growth settings.'
