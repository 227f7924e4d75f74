import { isAgency, type Caller } from '../../../platform/access/index.ts'

/** Whose eyes events are for: what waits for a person is asked and told among the agency. */
export type EventReader = 'agency' | 'client'
export const readerOf = ({ role }: Pick<Caller, 'role'>): EventReader => (isAgency(role) ? 'agency' : 'client')
