import { isAgency, type Caller } from '../../../platform/access/index.ts'

/** The side that gets an event: requests for a person stay among the agency. */
export type EventReader = 'agency' | 'client'
export const readerOf = ({ role }: Pick<Caller, 'role'>): EventReader => (isAgency(role) ? 'agency' : 'client')
