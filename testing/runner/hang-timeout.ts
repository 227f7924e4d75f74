/** When a test takes what it waits for as hung: far beyond what the slowest machine needs, since no test judges speed. */
export const hungAfterMs = 120_000

/** For `vi.waitFor` and `vi.waitUntil`, which know no setting; `expect.poll` and tests have theirs in vitest.config.ts. */
export const patience = { timeout: hungAfterMs, interval: 20 }
