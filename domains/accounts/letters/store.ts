import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isGranted, isLive, isSteered, projectName } from '../../code/projects/index.ts'
import { wantsLetters } from '../people/index.ts'
import { workspacePeople } from '../workspaces/index.ts'
import { gatheredMs, type LetterKind } from './rules.ts'
import { letter, type LetterRow } from './tables.ts'
import { type AfterRowOfPerson, pagesOfPerson } from '../../../platform/db/page.ts'
import { rowExpiry } from '../../../platform/retention/index.ts'

export interface LetterCause {
  readonly kind: LetterKind
  /** Null for a subject that belongs to the workspace itself. */
  readonly projectId: string | null
  readonly cycleId: string | null
  /** The request, the approval, the cycle, or whose budget it is. */
  readonly subjectId: string
  readonly title: string
  /** How many things of a change no test shows; left out for anything else. */
  readonly unshown?: number
  /** When a request expires, or a deliverable is due; null or left out if it has no such time. */
  readonly decideBy?: Date | null
  /** The stored object of a picture of the subject. */
  readonly pictureKey?: string | undefined
  /** Why a run failed, in a line; clients do not get it. */
  readonly why?: string
  readonly now: Date
}
type LetterValues = Omit<LetterCause, 'unshown' | 'decideBy' | 'pictureKey' | 'why'> & {
  readonly unshown: number | null
  readonly decideBy: Date | null
  readonly pictureKey: string | null
  readonly why: string | null
  readonly reminds: boolean
  readonly doneBy: string | null
}

// Letters go to people who may see the subject now, except the person who did it.
const write = (needs: 'view' | 'steer' | 'manage' | 'administer', condition: string) =>
  `insert into letter (id, workspace_id, user_id, kind, reminds, needs, project_id, cycle_id, subject_id, title, unshown,
     decide_by, picture_key, why, created_at, due_at)
   select gen_random_uuid(), :workspace, m.user_id, :kind, :reminds, '${needs}', :projectId, :cycleId, :subjectId,
     left(:title, 200), :unshown, :decideBy, :pictureKey, left(:why, 300), :now, :now
   from ${workspacePeople} where m.user_id is distinct from :doneBy::uuid and ${condition}`

export const writeToAgency = statement<LetterValues>('letter.to-agency', write('manage', `m.role <> 'client'`))
export const writeToClients = statement<LetterValues>(
  'letter.to-clients',
  write('steer', `m.role = 'client' and ${isSteered(':projectId', 'm.user_id')}`),
)
export const writeToAdministrators = statement<LetterValues>(
  'letter.to-administrators',
  write('administer', `m.role in ('owner', 'admin')`),
)
export const writeToPerson = statement<LetterValues & { userId: string }>(
  'letter.to-person',
  write('view', 'm.user_id = :userId'),
)

/** Withdraws the letters about a subject that needs no decision any more, unless they are on their way. */
export const withdrawLetters = statement<{ subjectId: string; now: Date }>(
  'letter.take-back',
  'update letter set ended_at = :now where subject_id = :subjectId and ended_at is null',
)

const takeBackOfCycle = statement<{ cycleId: string; now: Date; kind: LetterKind | null }>(
  'letter.take-back-of-cycle',
  `update letter set ended_at = :now
   where cycle_id = :cycleId and ended_at is null and (:kind::text is null or kind = :kind)`,
)
/** Withdraws the letters about a cycle, of a kind or of all. */
export const withdrawCycleLetters = (tx: Transaction, cycleId: string, now: Date, kind?: LetterKind) =>
  takeBackOfCycle(tx, { cycleId, now, kind: kind ?? null })

// The condition that each letter has to meet before it goes out.
const isReadable = `case when letter.kind = 'key' then true when letter.needs = 'administer' then m.role in ('owner', 'admin') else (m.role <> 'client' or letter.needs = 'view' and ${isGranted('letter.project_id', 'm.user_id')}
    or letter.needs = 'steer' and ${isSteered('letter.project_id', 'm.user_id')})
  and ${isLive('letter.project_id')} end`
const isReadBy = (role: string) => `exists (select from ${workspacePeople} and m.user_id = letter.user_id and ${role})`

/** Workspaces with letters to be sent. */
export const lettersDueIn = workspacesDue('letter', 'letter where ended_at is null and due_at <= now()::timestamptz(3)')

const readers = statement<{ limit: number }, { userId: string }>(
  'letter.due-readers',
  `select distinct user_id as "userId" from letter
   where workspace_id = :workspace and ended_at is null and due_at <= now()::timestamptz(3) order by 1 limit :limit`,
)
export const dueReaders = async (tx: Transaction, limit: number) =>
  (await readers(tx, { limit })).map(({ userId }) => userId)

export type OpenLetter = LetterRow & { readonly isWanted: boolean; readonly project: string | null }
/**
 * A person's unsent letters, the oldest first, locked until the transaction ends; and whether they may still be sent.
 * Letters that are being withdrawn are left out.
 */
export const openLetters = statement<{ userId: string }, OpenLetter>(
  'letter.open',
  `select ${letter.columns}, ${projectName('letter.project_id')} as project,
     ${isReadBy(isReadable)} and ${wantsLetters('letter.user_id', 'letter.kind')} as "isWanted"
   from letter where workspace_id = :workspace and user_id = :userId and ended_at is null
   order by created_at, id for update of letter skip locked`,
)

const pictured = statement<{ userId: string }, { id: string; pictureKey: string | null }>(
  'letter.pictured',
  `select id, picture_key as "pictureKey" from letter
   where workspace_id = :workspace and user_id = :userId and ended_at is null limit 2`,
)
/** The picture of a person's unsent letter, if a single one is unsent and has one. */
export const pictureOfOnly = async (tx: Transaction, userId: string) => {
  const [only, ...others] = await pictured(tx, { userId })
  return only?.pictureKey && others.length === 0 ? { letterId: only.id, key: only.pictureKey } : undefined
}

const last = oneRowStatement<{ userId: string }, { sentAt: Date | null }>(
  'letter.last-sent',
  `select max(ended_at) as "sentAt" from letter
   where workspace_id = :workspace and user_id = :userId and mail_id is not null`,
)
const putOff = statement<{ userId: string; until: Date }>(
  'letter.put-off',
  `update letter set due_at = :until
   where workspace_id = :workspace and user_id = :userId and ended_at is null and due_at < :until`,
)
/** Postpones a person's letters if the last mail to them is less than ten minutes old; returns whether it did. */
export const gatherLetters = async (tx: Transaction, userId: string, now: Date): Promise<boolean> => {
  const { sentAt } = await last(tx, { userId })
  const until = new Date((sentAt?.getTime() ?? 0) + gatheredMs)
  if (until <= now) return false
  await putOff(tx, { userId, until })
  return true
}

/** Ends letters: as part of a mail, or unsent. */
export const endLetters = statement<{ ids: readonly string[]; mailId: string | null; now: Date }>(
  'letter.end',
  'update letter set ended_at = :now, mail_id = :mailId where workspace_id = :workspace and id = any(:ids)',
)

/** How many things a mail names, and how many of them its reader may not see any more. */
export const lettersOfMail = oneRowStatement<{ mailId: string }, { count: number; unwanted: number }>(
  'letter.unwanted-of-mail',
  `select count(*)::int as count, (count(*) filter (where not ${isReadBy(isReadable)}))::int as unwanted
   from letter where workspace_id = :workspace and mail_id = :mailId`,
)

/** Queues the subjects of a mail again, as far as its reader may still see them. */
export const reopenLetters = statement<{ mailId: string; now: Date }>(
  'letter.reopen',
  `update letter set mail_id = null, ended_at = null, due_at = :now where workspace_id = :workspace and mail_id = :mailId`,
)

export const readerOf = rowStatement<{ userId: string }, { name: string; email: string; role: string }>(
  'letter.reader',
  `select users.name, users.email, m.role from ${workspacePeople} where m.user_id = :userId`,
)

type OwnLetter = Pick<LetterRow, 'id' | 'kind' | 'projectId' | 'subjectId' | 'createdAt' | 'endedAt'>

const page = statement<AfterRowOfPerson, OwnLetter>(
  'letter.of-person',
  `select id, kind, project_id as "projectId", subject_id as "subjectId", created_at as "createdAt", ended_at as "endedAt"
   from letter where workspace_id = :workspace and user_id = :userId
     and (:at::timestamptz is null or (created_at, id) > (:at, :id))
   order by created_at, id limit :rows`,
)
/** The subjects of a person's letters, oldest first, after the last row of the page before. */
export const lettersOfPerson = pagesOfPerson(page, 'createdAt')

export const deleteLettersOfPerson = statement<{ userId: string }>(
  'letter.forget-person',
  'delete from letter where workspace_id = :workspace and user_id = :userId',
)

export const purgeLetters = statement<{ projectId: string }>(
  'letter.purge',
  'delete from letter where project_id = :projectId',
)

/** Letters that ended long ago. */
export const letterExpiry = rowExpiry('mail', letter, 'ended_at')
