const ofEveryTenant = ['common', 'organizations', 'consumers']

/** Whether an issuer is one company's: those that Microsoft shares among all companies, and templates, are not. */
export const isOneTenant = (issuer: string): boolean =>
  !issuer.includes('{') && !new URL(issuer).pathname.split('/').some((part) => ofEveryTenant.includes(part))

/** Whether one issuer serves every company, so that its claim `hd` says whose person it is. Source: Google, OpenID Connect. */
export const isSharedIssuer = (issuer: string): boolean => issuer === 'https://accounts.google.com'
