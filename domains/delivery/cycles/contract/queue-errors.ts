/** Refusals of a run's beginning by the database. */
export const queueErrors = {
  notQueued: {
    status: 502,
    code: 'dispatch_failed',
    message: 'The run could not be queued. Nothing was started or changed; try again.',
    retryAfterSeconds: 5,
  },
} as const
