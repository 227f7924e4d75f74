import type { GrowthMail } from './marked-text.ts'

/** Mails by lead, the leads in the order in which they came, those of one lead in the order of its sequence. */
export const inSequence = (mails: readonly GrowthMail[]): readonly GrowthMail[] => {
  const byLead = Map.groupBy(mails, ({ leadId }) => leadId)
  return [...byLead.values()].flatMap((ofLead) => ofLead.toSorted((one, other) => (one.step ?? 0) - (other.step ?? 0)))
}
