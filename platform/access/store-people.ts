import { statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'

/** To join the person of a row: `from seat s ${withPerson('s.user_id')}`. */
export const withPerson = (userId: string): string => `join users on users.id = ${userId}`

const name = statement<{ userId: string }, { name: string }>(
  'access.person-name',
  'select name from users where id = :userId',
)
/**
 * The name of a person whom the transaction sees: a member of its workspace, or any person in a transaction among
 * people.
 */
export const nameOfPerson = async (tx: Transaction, userId: string): Promise<string | undefined> =>
  (await name(tx, { userId })).at(0)?.name

const names = statement<{ ids: readonly string[] }, { id: string; name: string }>(
  'access.people-names',
  'select id, name from users where id = any(:ids)',
)
/** Names of several people, by their ids. */
export const namesOfPeople = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await names(tx, { ids: [...new Set(ids)] })).map(({ id, name: shown }) => [id, shown]))
