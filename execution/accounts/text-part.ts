import type { ChangePart } from './change.ts'

/** Whether a part is of characters of a text, and not of a whole file. */
export const isTextPart = ({ kind }: Pick<ChangePart, 'kind'>): boolean =>
  kind === 'added' || kind === 'changed' || kind === 'removed'
