/** The services of a data provider. */
export const capabilities = ['find_email', 'verify_email', 'find_company', 'enrich_company', 'enrich_person'] as const
export type Capability = (typeof capabilities)[number]

/** The known facts of a person or a company, in normal form, for a question to a provider. */
export interface LookupInput {
  readonly domain?: string
  readonly company?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
}

/** The result of an address's check. `accept_all`: its server takes mail for any name. */
export const verdicts = ['valid', 'accept_all', 'unknown', 'invalid'] as const
export type Verdict = (typeof verdicts)[number]

/** The facts that a provider has; unknown ones are absent. */
export interface LookupResult {
  readonly email?: string
  readonly verdict?: Verdict
  readonly domain?: string
  readonly company?: string
  readonly country?: string
  readonly name?: string
  readonly role?: string
  /** How sure it is, from 0 to 1. */
  readonly confidence: number
}

/** `pending`: the provider is at work and has not answered yet. */
export type LookupAnswer = { readonly found: LookupResult } | 'not_found' | 'pending'

/** Whether the facts suffice for a capability. */
export const isAskable = (capability: Capability, input: LookupInput): boolean => {
  const { domain, company, firstName, lastName, email } = input
  const isNamed = firstName !== undefined && lastName !== undefined
  switch (capability) {
    case 'find_email':
      return isNamed && domain !== undefined
    case 'verify_email':
      return email !== undefined
    case 'find_company':
      return company !== undefined
    case 'enrich_company':
      return domain !== undefined
    case 'enrich_person':
      return email !== undefined || (isNamed && domain !== undefined)
  }
}

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
