import type { Moved } from '../../../platform/pages/index.ts'

/** Where links of letters from before the console had these pages lead: invitations hold for days. */
export const moved: readonly Moved[] = (['/join', '/join-portal', '/reset-password', '/verify-email'] as const).map(
  (path) => ({ path, to: `/console${path}` }),
)
