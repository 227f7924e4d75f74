import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockPerson } from './store-letters.ts'
import { personPreference, type PreferenceRow } from './tables.ts'

const none: PreferenceRow = { theme: null, density: null, language: null, singleKeys: true }

const find = statement<{ userId: string }, PreferenceRow>(
  'people.preferences',
  `select ${personPreference.columns} from person_preference where user_id = :userId`,
)
/** How a person wants the console; as their device says, until they say otherwise. */
export const preferencesOf = async (tx: Transaction, userId: string): Promise<PreferenceRow> =>
  (await find(tx, { userId })).at(0) ?? none

const save = statement<PreferenceRow & { userId: string; now: Date }>(
  'people.save-preferences',
  insertInto(
    personPreference,
    ['theme', 'density', 'language', 'singleKeys'],
    { userId: ':userId', updatedAt: ':now' },
    `on conflict (user_id) do update set theme = excluded.theme, density = excluded.density,
       language = excluded.language, single_keys = excluded.single_keys, updated_at = excluded.updated_at`,
  ),
)
/** The preferences after a change; undefined where there is no such person. One change of a person at a time. */
export const changePreferences = async (
  tx: Transaction,
  userId: string,
  change: Partial<PreferenceRow>,
  now: Date,
): Promise<PreferenceRow | undefined> => {
  if (!(await lockPerson(tx, userId))) return undefined
  const changed = { ...(await preferencesOf(tx, userId)), ...change }
  await save(tx, { ...changed, userId, now })
  return changed
}

const remove = statement<{ userId: string }>(
  'people.remove-preferences',
  'delete from person_preference where user_id = :userId',
)
export const removePreferences = (tx: Transaction, userId: string) => remove(tx, { userId })
