import { validate } from 'uuid'

/** An id of the path in its one form; what is no id is as absent as an unknown one. */
export const knownId = (text: string, absent: () => never): string => (validate(text) ? text.toLowerCase() : absent())
