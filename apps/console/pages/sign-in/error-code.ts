import { Refused } from '../../../../platform/client/index.ts'

/** The code of the server's refusal; undefined for any other error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Refused ? error.answered.code : undefined
