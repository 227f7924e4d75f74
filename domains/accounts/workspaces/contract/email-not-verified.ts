/** Refuses a person whose address is not verified a place that was meant for that address. */
export const emailNotVerified = {
  status: 403,
  code: 'email_not_verified',
  message: 'Your mail address is not verified yet. Open the link in the mail about it, then try again.',
} as const
