import { listGrowthMailboxes } from '../../../../../../domains/growth/mailboxes/contract.ts'
import { getGrowthSettings } from '../../../../../../domains/growth/settings/contract.ts'
import { useLateReply, useReply } from '../../../../api/use-operation.ts'
import type { PlayRead } from '../play.ts'

export const needNames = ['steps', 'acknowledgement', 'postalAddress', 'mailbox', 'leads'] as const
export type NeedName = (typeof needNames)[number]

/** What a play needs, and what of it is there. Without the first three it is not launched; without the others it sends nothing. */
export const useLaunchNeeds = ({ play, results }: PlayRead) => {
  const { senderPostalAddress } = useReply(getGrowthSettings)
  const { data } = useLateReply(listGrowthMailboxes)
  const mailboxes = (data?.mailboxes ?? []).filter(
    ({ id, status }) => status === 'connected' && (play.mailboxIds.length === 0 || play.mailboxIds.includes(id)),
  ).length
  const leads = results.leads.new + results.leads.queued
  const has: Readonly<Record<NeedName, boolean>> = {
    steps: play.steps.length > 0,
    acknowledgement: play.acknowledgedAt !== null,
    postalAddress: senderPostalAddress !== null,
    mailbox: mailboxes > 0,
    leads: leads > 0,
  }
  return { has, mailboxes, leads, canLaunch: has.steps && has.acknowledgement && has.postalAddress }
}
