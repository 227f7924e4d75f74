/** The pages before sign-in, below /console. They are built with the portal, as visitors wait for both: decisions/0389. */
export const waysIn = [
  'sign-in',
  'sign-in/company',
  'company/:workspaceId',
  'sign-up',
  'verify-email',
  'reset-password',
  'join',
  'join-portal',
  'open',
  'letters',
  'start',
] as const
