import type { Transaction } from '../../../platform/db/transaction.ts'
import { writeToAdministrators, writeToAgency, writeToClients, writeToPerson, type Cause } from './store.ts'

interface How {
  /** Who did it, and knows it. */
  readonly doneBy?: string | undefined
  readonly reminds?: boolean
}

const valuesOf = (cause: Cause, { doneBy, reminds = false }: How) => ({ ...cause, reminds, doneBy: doneBy ?? null })

/** Writes a letter to everybody of the agency, in the transaction of its cause. */
export const tellAgency = (tx: Transaction, cause: Cause, how: How = {}) => writeToAgency(tx, valuesOf(cause, how))

/** The same to owners and administrators of the workspace, about what is its own. */
export const tellAdministrators = (tx: Transaction, cause: Omit<Cause, 'projectId' | 'cycleId'>) =>
  writeToAdministrators(tx, valuesOf({ ...cause, projectId: null, cycleId: null }, {}))

/** The same to the clients who may steer the project. */
export const tellClients = (tx: Transaction, cause: Cause, how: How = {}) => writeToClients(tx, valuesOf(cause, how))

/** The same to one person. */
export const tellPerson = (tx: Transaction, userId: string, cause: Cause, how: How = {}) =>
  writeToPerson(tx, userId, valuesOf(cause, how))
