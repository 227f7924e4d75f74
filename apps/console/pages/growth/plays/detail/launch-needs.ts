import { listGrowthMailboxes } from '../../../../../../domains/growth/mailboxes/contract.ts'
import { playNeeds, stateOfNeed, type NeedState, type PlayNeed } from '../../../../../../domains/growth/plays/rules.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import type { PlayRead } from '../play.ts'

/** The needs of a play to be launched and to send, the state of each, and the figures beside them. */
export const useLaunchNeeds = ({ play, results, missing }: PlayRead) => {
  const { data } = useLateReply(listGrowthMailboxes)
  const mailboxes = (data?.mailboxes ?? []).filter(
    ({ id, status }) => status === 'connected' && (play.mailboxIds.length === 0 || play.mailboxIds.includes(id)),
  ).length
  const { leads } = results
  const states = Object.fromEntries(playNeeds.map((need) => [need, stateOfNeed(need, missing)])) as Readonly<
    Record<PlayNeed, NeedState>
  >
  return { states, mailboxes, leads: leads.new + leads.queued + leads.ended, canLaunch: missing.length === 0 }
}
