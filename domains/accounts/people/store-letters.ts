import { rowStatement, matchStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { letterSetting, type LetterSettingRow } from './tables.ts'

const all: LetterSettingRow = { requests: true, approvals: true, failedRuns: true, budgets: true }

const find = rowStatement<{ userId: string }, LetterSettingRow>(
  'people.letter-setting',
  `select ${letterSetting.columns} from letter_setting where user_id = :userId`,
)
/** The letters that a person wants; all, until they choose. */
export const letterSettingsOf = async (tx: Transaction, userId: string): Promise<LetterSettingRow> =>
  (await find(tx, { userId })) ?? all

/** Locks a person, for one change at a time; false if there is no such person. Runs in an identity transaction. */
export const lockPerson = matchStatement<{ userId: string }, { id: string }>(
  'people.lock',
  'select id from users where id = :userId for update',
)
const save = statement<LetterSettingRow & { userId: string; now: Date }>(
  'people.save-letter-setting',
  insertInto(
    letterSetting,
    ['requests', 'approvals', 'failedRuns', 'budgets'],
    { userId: ':userId', updatedAt: ':now' },
    `on conflict (user_id) do update set requests = excluded.requests, approvals = excluded.approvals,
       failed_runs = excluded.failed_runs, budgets = excluded.budgets, updated_at = excluded.updated_at`,
  ),
)

/** The settings after a change; undefined if there is no such person. One change of a person at a time. */
export const changeLetterSettings = async (
  tx: Transaction,
  userId: string,
  change: Partial<LetterSettingRow>,
  now: Date,
): Promise<LetterSettingRow | undefined> => {
  if (!(await lockPerson(tx, { userId }))) return undefined
  const changed = { ...(await letterSettingsOf(tx, userId)), ...change }
  await save(tx, { ...changed, userId, now })
  return changed
}

export const removeLetterSettings = statement<{ userId: string }>(
  'people.remove-letter-setting',
  'delete from letter_setting where user_id = :userId',
)

/** A fragment for statements of other domains: whether a person wants letters of a kind, given as SQL. */
export const wantsLetters = (userId: string, kind: string): string =>
  `coalesce((select case ${kind} when 'approval' then s.approvals when 'failed_run' then s.failed_runs when 'budget' then s.budgets
     when 'key' then true else s.requests end from letter_setting s where s.user_id = ${userId}), true)`
