import type { Expiry } from '../retention/index.ts'
import { answersDueIn, removeOldAnswers } from './store.ts'

/** Answers that are no longer kept. */
export const answerExpiry: Expiry = { kind: 'idempotencyAnswers', dueIn: answersDueIn, remove: removeOldAnswers }
