const ofEveryTenant = ['common', 'organizations', 'consumers']

/**
 * True if an issuer belongs to a single company: issuers that Microsoft shares among all companies, and templates, do
 * not.
 */
export const isOneTenant = (issuer: string): boolean =>
  !issuer.includes('{') && !new URL(issuer).pathname.split('/').some((part) => ofEveryTenant.includes(part))

/**
 * True if an issuer serves every company, so that its claim `hd` names the person's company. Source: Google, OpenID
 * Connect.
 */
export const isSharedIssuer = (issuer: string): boolean => issuer === 'https://accounts.google.com'
