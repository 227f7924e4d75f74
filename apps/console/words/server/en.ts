import { sentences } from '../../../../domains/delivery/sentences/rules/catalogue.ts'

/** The sentences of the server about runs, as it writes them. */
export const enSentences = sentences
