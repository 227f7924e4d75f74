import { type AfterRowOfPerson, pagesOfPerson } from '../../../platform/db/page.ts'
import { oneRowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import { vulnerabilityNotice, type NoticeRow } from './tables.ts'

const { columns } = vulnerabilityNotice

export const insertNotice = oneRowStatement<NoticeRow, NoticeRow>(
  'vulnerability-notice.insert',
  insertInto(
    vulnerabilityNotice,
    ['id', 'clientAccountId', 'vulnerability', 'note', 'toldAt', 'createdBy', 'createdAt'],
    { workspaceId: ':workspace' },
    `returning ${columns}`,
  ),
)

/** The notices about a vulnerability, the newest first; at most `rows`. */
export const noticesOf = statement<{ vulnerability: string; rows: number }, NoticeRow>(
  'vulnerability-notice.of',
  `select ${columns} from vulnerability_notice where workspace_id = :workspace and vulnerability = :vulnerability
   order by told_at desc, id desc limit :rows`,
)

const ofPerson = statement<AfterRowOfPerson, Omit<NoticeRow, 'createdBy'>>(
  'vulnerability-notice.of-person',
  `select id, client_account_id as "clientAccountId", vulnerability, note, told_at as "toldAt", created_at as "createdAt"
   from vulnerability_notice where created_by = :userId and (:at::timestamptz is null or (created_at, id) > (:at, :id))
   order by created_at, id limit :rows`,
)
/** The notices that a person recorded, oldest first, after the last row of the page before. */
export const noticesOfPerson = pagesOfPerson(ofPerson, 'createdAt')
