import { printable } from '../terminal/text.ts'
import type { Evidence } from './evidence.ts'

type ModelReview = NonNullable<NonNullable<Evidence['verdict']>['modelReview']>

const offlineModel = 'offline'
const outcomes = { no_objection: 'objects to nothing', ask: 'asks for a person', refuse: 'refuses', none: '' } as const

/**
 * The model's review of a change, in its words, which are as untrusted as the change; undefined if no model was to read
 * it: without a configured model each change would repeat that.
 */
export const modelReviewText = ({ outcome, model, summary, isCut }: ModelReview): string | undefined => {
  if (outcome === 'none')
    return model === offlineModel ? undefined : `No model reviewed the change: ${printable(summary)}`
  return `${printable(model)} read ${isCut ? 'the beginning of the change' : 'the change'} and ${outcomes[outcome]}. ${printable(summary)}`
}
