import type { MovedPage } from '../../../platform/pages/index.ts'

const paths = ['/join', '/join-portal', '/reset-password', '/verify-email', '/open', '/letters'] as const

/** Where links of letters from before the console had these pages lead: invitations hold for days, a way out for good. */
export const movedPages: readonly MovedPage[] = paths.map((path) => ({ path, to: `/console${path}` }))
