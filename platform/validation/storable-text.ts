/** A text as PostgreSQL's text and jsonb take it: NUL and halves of surrogate pairs, which both refuse, are replaced. */
export const storableText = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()
