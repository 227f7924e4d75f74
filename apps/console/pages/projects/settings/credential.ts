/** The fields of a credential, named by their paths in the body of a request. */
export const credentialFields = {
  app: ['app.appId', 'app.installationId', 'app.privateKey'],
  codeHost: ['token', 'tokenExpiresAt'],
  tracker: ['token', 'tokenExpiresAt', 'refresh.refreshToken', 'refresh.clientId', 'refresh.clientSecret'],
  channel: ['webhookUrl'],
} as const

export type CredentialKind = keyof typeof credentialFields
export type CredentialField = (typeof credentialFields)[CredentialKind][number]
export type Credential = Readonly<Partial<Record<CredentialField, string>>>

interface CredentialBody {
  token?: string
  tokenExpiresAt?: string
  app?: { appId: string; installationId: string; privateKey: string }
  refresh?: { refreshToken: string; clientId: string; clientSecret: string }
  webhookUrl?: string
}

/** The credential in the body of a request. Empty fields are left out, and a day begins in the time zone of the browser. */
export const credentialBody = (kind: CredentialKind, credential: Credential): CredentialBody => {
  const body: Record<string, string | Record<string, string>> = {}
  for (const field of credentialFields[kind]) {
    const value = credential[field]?.trim() ?? ''
    const [outer = field, inner] = field.split('.')
    if (inner !== undefined && (value !== '' || kind === 'app' || outer in body))
      body[outer] = { ...(body[outer] as Record<string, string> | undefined), [inner]: value }
    else if (inner === undefined && value !== '')
      body[field] = field === 'tokenExpiresAt' ? new Date(`${value}T00:00:00`).toISOString() : value
  }
  return body
}

const weekMs = 7 * 86_400_000

export interface TokenEnd {
  readonly tokenExpiresAt: string | null
  readonly renewsItself?: boolean
  /** Why the last automatic renewal failed. */
  readonly renewalError?: string | null
}

/** Whether the token of a connection needs a person: it has ended, or ends within a week and nothing renews it. */
export const endOf = (
  { tokenExpiresAt, renewsItself = false, renewalError = null }: TokenEnd,
  now: number,
): 'ended' | 'ends' | undefined => {
  if (tokenExpiresAt === null || (renewsItself && renewalError === null)) return undefined
  const leftMs = Date.parse(tokenExpiresAt) - now
  if (leftMs <= 0) return 'ended'
  return leftMs <= weekMs ? 'ends' : undefined
}
