const sentences = {
  issuer:
    'The issuer is not the one of its own discovery document, or is for several tenants. Enter the issuer of your own tenant.',
  configuration: 'The discovery document of the issuer lacks an address that OpenID Connect needs.',
  unreachable: 'The identity provider was not reached.',
  answer: 'The answer of the identity provider does not hold.',
} as const

type IdentityRefusalReason = keyof typeof sentences

/** A provider that cannot be used, or an answer of it that does not hold. `detail` is a sentence or a code of the fault. */
export class IdentityProviderRefusal extends Error {
  override readonly name = 'IdentityProviderRefusal'
  readonly reason: IdentityRefusalReason
  readonly detail: string | undefined

  constructor(reason: IdentityRefusalReason, detail?: string, cause?: unknown) {
    super(sentences[reason], { cause })
    this.reason = reason
    this.detail = detail
  }
}
