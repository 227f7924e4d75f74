const sentences = {
  key: (who: string) => `${who} refused the key.`,
  used: (who: string) => `The plan with ${who} is used up.`,
  busy: (who: string) => `${who} takes no more requests at the moment.`,
  slow: (who: string) => `${who} took too long to answer.`,
  failed: (who: string) => `${who} failed to answer.`,
  request: (who: string) => `${who} does not take this request.`,
  unreadable: (who: string) => `What ${who} answered cannot be read.`,
} as const

export type LookupRefusalReason = keyof typeof sentences

/** A sent look-up without a documented answer may have been billed all the same. */
const perhapsBilled: readonly LookupRefusalReason[] = ['slow', 'failed', 'unreadable']

/** A provider returned no answer. `message` names the provider, and contains nothing from its answer. */
export class LookupRefusal extends Error {
  override readonly name = 'LookupRefusal'
  readonly reason: LookupRefusalReason
  readonly isPerhapsBilled: boolean

  constructor(reason: LookupRefusalReason, who: string, cause?: unknown) {
    super(sentences[reason](who), { cause })
    this.reason = reason
    this.isPerhapsBilled = perhapsBilled.includes(reason)
  }
}
