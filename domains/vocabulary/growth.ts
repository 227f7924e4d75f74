import type { Words } from '../../platform/contract/vocabulary.ts'

/** Properties of outreach. */
export const growth: Words = {
  'GrowthSettings.month': 'What growth spent this month.',
}
