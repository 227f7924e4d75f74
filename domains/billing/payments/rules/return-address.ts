interface ReturnContext {
  /** An address of this server. */
  readonly home: string
  readonly isAgency: boolean
}

/**
 * True if a provider may send payers there. A payment page is shared by all who may pay the invoice, so a client must
 * not decide the return address of the others.
 */
export const isReturnAddress = (text: string, { home, isAgency }: ReturnContext): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, origin, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return origin === new URL(home).origin || (isAgency && protocol === 'https:')
}
