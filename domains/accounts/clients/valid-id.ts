import { validate } from 'uuid'

/** An id of the path; what is none is as absent as an unknown one. */
export const validIdOr = (text: string, absent: () => never): string => (validate(text) ? text : absent())
