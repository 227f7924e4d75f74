import { listGrowthMailboxes } from '../../../../../../domains/growth/mailboxes/contract.ts'
import { playNeeds, type PlayNeed } from '../../../../../../domains/growth/plays/rules/preconditions.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import type { PlayRead } from '../play.ts'

/** The needs of a play to be launched and to send, which of them are met, and the figures beside them. */
export const useLaunchNeeds = ({ play, results, missing }: PlayRead) => {
  const { data } = useLateReply(listGrowthMailboxes)
  const mailboxes = (data?.mailboxes ?? []).filter(
    ({ id, status }) => status === 'connected' && (play.mailboxIds.length === 0 || play.mailboxIds.includes(id)),
  ).length
  const { leads } = results
  const has = Object.fromEntries(playNeeds.map((need) => [need, !missing.includes(need)])) as Readonly<
    Record<PlayNeed, boolean>
  >
  return { has, mailboxes, leads: leads.new + leads.queued + leads.ended, canLaunch: missing.length === 0 }
}
