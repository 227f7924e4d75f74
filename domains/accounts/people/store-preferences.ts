import { json, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { changedDismissals, type DismissalChange } from './rules/dismissed-failures.ts'
import { lockPerson } from './store-letters.ts'
import { personPreference, type PreferenceRow } from './tables.ts'

const none: PreferenceRow = {
  theme: null,
  density: null,
  language: null,
  singleKeys: true,
  dismissedFailures: [],
}

const find = statement<{ userId: string }, PreferenceRow>(
  'people.preferences',
  `select ${personPreference.columns} from person_preference where user_id = :userId`,
)
/** The person's preferences for the console; by default their device's. */
export const preferencesOf = async (tx: Transaction, userId: string): Promise<PreferenceRow> =>
  (await find(tx, { userId })).at(0) ?? none

const save = statement<
  Omit<PreferenceRow, 'dismissedFailures'> & { dismissedFailures: Json; userId: string; now: Date }
>(
  'people.save-preferences',
  insertInto(
    personPreference,
    ['theme', 'density', 'language', 'singleKeys', 'dismissedFailures'],
    { userId: ':userId', updatedAt: ':now' },
    `on conflict (user_id) do update set theme = excluded.theme, density = excluded.density,
       language = excluded.language, single_keys = excluded.single_keys,
       dismissed_failures = excluded.dismissed_failures, updated_at = excluded.updated_at`,
  ),
)
type PreferenceChange = Partial<Omit<PreferenceRow, 'dismissedFailures'>> & DismissalChange

/** The preferences after a change; undefined if there is no such person. One change of a person at a time. */
export const changePreferences = async (
  tx: Transaction,
  userId: string,
  { dismissFailure, restoreFailure, ...choices }: PreferenceChange,
  now: Date,
): Promise<PreferenceRow | undefined> => {
  if (!(await lockPerson(tx, userId))) return undefined
  const before = await preferencesOf(tx, userId)
  const dismissedFailures = changedDismissals(before.dismissedFailures, { dismissFailure, restoreFailure })
  const changed = { ...before, ...choices, dismissedFailures }
  await save(tx, { ...changed, dismissedFailures: json(dismissedFailures), userId, now })
  return changed
}

const remove = statement<{ userId: string }>(
  'people.remove-preferences',
  'delete from person_preference where user_id = :userId',
)
export const removePreferences = (tx: Transaction, userId: string) => remove(tx, { userId })
