interface ReturnContext {
  /** An address of this server. */
  readonly home: string
  readonly isAgency: boolean
}

/**
 * Whether a provider may send payers there. A page to pay on is shared by all who may pay the invoice, so that a client
 * must not decide where the others end up.
 */
export const isReturnAddress = (text: string, { home, isAgency }: ReturnContext): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, origin, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return origin === new URL(home).origin || (isAgency && protocol === 'https:')
}
