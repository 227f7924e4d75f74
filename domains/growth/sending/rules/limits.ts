import type { Reception } from '../../messages/rules.ts'
import type { PauseReason } from '../../plays/rules.ts'

export const limits = {
  days: 7,
  /** From how many mails on the rates count. */
  sentLeast: 200,
  complaintRate: 0.001,
  bounceRate: 0.03,
  /** How many complaints end a play before that. */
  complaintsMost: 2,
} as const

/** Why a play has to stop sending; undefined if it may continue. */
export const limitPassedBy = ({ sent, bounces, complaints }: Reception): PauseReason | undefined => {
  if (sent < limits.sentLeast) return complaints >= limits.complaintsMost ? 'complaints' : undefined
  if (complaints / sent > limits.complaintRate) return 'complaints'
  return bounces / sent > limits.bounceRate ? 'bounces' : undefined
}
