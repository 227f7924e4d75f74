import type { MovedPage } from '../../../platform/pages/index.ts'

const paths = ['/join', '/join-portal', '/reset-password', '/verify-email', '/open', '/letters'] as const

/**
 * Redirects for links of older letters, from before the console had these pages: invitations hold for days, a link to
 * switch letters off permanently.
 */
export const movedPages: readonly MovedPage[] = paths.map((path) => ({ path, to: `/console${path}` }))
