import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { PersonIdentity } from './rules/own-data.ts'
import { formerName } from './tables.ts'

const keep = statement<PersonIdentity>(
  'people.keep-former-name',
  insertInto(formerName, ['userId', 'name', 'email'], { replacedAt: 'now()' }, 'on conflict do nothing'),
)
/** Inserts a name and an address that are about to be replaced. */
export const keepFormerName = (tx: Transaction, { userId, name, email }: PersonIdentity) =>
  keep(tx, { userId, name, email })

const former = statement<{ userId: string }, { name: string; email: string | null }>(
  'people.former-names',
  `select f.name, case when exists (select from users u where u.email_normal = lower(f.email) and u.id <> f.user_id)
     then null else f.email end as email
   from former_name f where f.user_id = :userId order by f.replaced_at`,
)
/** The former names of a person; an address that belongs to another person by now is null. */
export const formerNamesOf = (tx: Transaction, userId: string) => former(tx, { userId })

const forget = statement<{ userId: string }>(
  'people.forget-former-names',
  'delete from former_name where user_id = :userId',
)
export const forgetFormerNames = (tx: Transaction, userId: string) => forget(tx, { userId })
