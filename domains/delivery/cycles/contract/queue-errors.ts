/** The database refused the run that the operation begins: what whoever begins one is refused with. */
export const queueErrors = {
  notQueued: {
    status: 502,
    code: 'dispatch_failed',
    message: 'The run could not be queued. Nothing was started or changed; try again.',
    retryAfterSeconds: 5,
  },
} as const
