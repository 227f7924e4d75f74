import type { ChangePart } from './change.ts'

/** True if a part consists of characters in a text, and not of a whole file. */
export const isTextPart = ({ kind }: Pick<ChangePart, 'kind'>): boolean =>
  kind === 'added' || kind === 'changed' || kind === 'removed'
