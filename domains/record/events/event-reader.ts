import { isAgency, type Caller } from '../../../platform/access/index.ts'

/** Whose eyes events are for: what waits for a person is asked and told among the agency. */
export type Reader = 'agency' | 'client'
export const readerOf = ({ role }: Pick<Caller, 'role'>): Reader => (isAgency(role) ? 'agency' : 'client')
