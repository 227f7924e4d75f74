import { validate } from 'uuid'

/** An id of the path. An invalid id is handled like an unknown id. */
export const validIdOr = (text: string, absent: () => never): string => (validate(text) ? text : absent())
