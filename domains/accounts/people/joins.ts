// Fragments for statements of other domains. Arguments are SQL: a column or a parameter.

/** To join the sessions that a passkey began, as `session`. */
export const withSessionsOfPasskey = (passkeyId: string): string => `join session on session.passkey_id = ${passkeyId}`
