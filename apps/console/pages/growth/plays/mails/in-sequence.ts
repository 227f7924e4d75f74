import type { GrowthMail } from './marked-text.ts'

const stepOf = ({ step }: GrowthMail) => step ?? 0

/**
 * Mails by lead, the mails of a lead in the order of its sequence. Leads whose first mail waits come before those whose
 * next one follows a mail that was approved; else in the order in which they came.
 */
export const inSequence = (mails: readonly GrowthMail[]): readonly GrowthMail[] => {
  const byLead = Map.groupBy(mails, ({ leadId }) => leadId)
  const sequences = [...byLead.values()].map((ofLead) => ofLead.toSorted((one, other) => stepOf(one) - stepOf(other)))
  return sequences.toSorted(([one], [other]) => stepOf(one!) - stepOf(other!)).flat()
}
