import { RefusedError } from '../../../../platform/client/index.ts'

/** The code of the server's refusal; undefined for any other error. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof RefusedError ? error.answered.code : undefined
