import { matchStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { attachmentLimits } from './rules/attachments.ts'
import { cycleAttachment, type AttachmentRow } from './tables.ts'

/** A file with the facts of its message. */
export interface AttachmentView extends AttachmentRow {
  /** Whether its message was sent, by the person who added it. */
  readonly isSent: boolean
  /** Whether agents hear that message. */
  readonly isHeard: boolean
}

const select = `select ${cycleAttachment.columns}, m.id is not null as "isSent",
    coalesce(m.drives, false) as "isHeard"
  from cycle_attachment left join message m on m.workspace_id = cycle_attachment.workspace_id
    and m.id = cycle_attachment.message_id and m.cycle_id = cycle_attachment.cycle_id
    and m.created_by = cycle_attachment.created_by and m.task_id is null`

const ofCycle = statement<{ cycleId: string }, AttachmentView>(
  'cycle-attachment.of-cycle',
  `${select} where cycle_attachment.cycle_id = :cycleId
   order by cycle_attachment.created_at, cycle_attachment.id limit ${attachmentLimits.files}`,
)
/** The files of a cycle, oldest first, including files of unsent messages. */
export const attachmentsOf = (tx: Transaction, cycleId: string) => ofCycle(tx, { cycleId })

export const findAttachment = rowStatement<{ cycleId: string; id: string }, AttachmentView>(
  'cycle-attachment.find',
  `${select} where cycle_attachment.cycle_id = :cycleId and cycle_attachment.id = :id`,
)

export const lockAttachment = statement<{ id: string }>(
  'cycle-attachment.lock',
  'select from cycle_attachment where workspace_id = :workspace and id = :id for no key update',
)

const count = statement<{ cycleId: string }, { files: number }>(
  'cycle-attachment.count',
  'select count(*)::int as files from cycle_attachment where cycle_id = :cycleId',
)
export const hasAttachmentRoom = async (tx: Transaction, cycleId: string) =>
  (await count(tx, { cycleId }))[0]!.files < attachmentLimits.files

/** True if an id belongs to another person's message, or to a message outside this cycle’s conversation. */
export const isOtherMessage = matchStatement<{ id: string; cycleId: string; userId: string }, { id: string }>(
  'cycle-attachment.message-taken',
  `select id from message where workspace_id = :workspace and id = :id
     and (cycle_id is distinct from :cycleId::uuid or task_id is not null or created_by <> :userId)`,
)

export const insertAttachment = statement<Omit<AttachmentRow, 'createdAt'> & { now: Date }>(
  'cycle-attachment.insert',
  insertInto(
    cycleAttachment,
    [
      ...(['id', 'projectId', 'cycleId', 'messageId', 'assetId', 'documentId', 'name', 'mediaType'] as const),
      ...(['sizeBytes', 'authorSide', 'createdBy'] as const),
    ],
    { workspaceId: ':workspace', createdAt: ':now' },
  ),
)

export const setAttachmentDocument = statement<{ id: string; documentId: string }>(
  'cycle-attachment.set-document',
  'update cycle_attachment set document_id = :documentId where workspace_id = :workspace and id = :id',
)

export const removeAttachment = statement<{ id: string }>(
  'cycle-attachment.remove',
  'delete from cycle_attachment where workspace_id = :workspace and id = :id',
)

/** Removes the files that were added to cycles of a project. */
export const removeAttachments = statement<{ projectId: string }>(
  'cycle-attachment.remove-of-project',
  'delete from cycle_attachment where project_id = :projectId',
)

export const attachmentsOfPerson = statement<{ userId: string }, AttachmentRow>(
  'cycle-attachment.of-person',
  `select ${cycleAttachment.columns} from cycle_attachment where workspace_id = :workspace and created_by = :userId
   order by id limit 10000`,
)

/** Names of files can name their author; the files belong to the work of the cycle. */
export const clearAttachmentNames = statement<{ userId: string }>(
  'cycle-attachment.forget-names',
  `update cycle_attachment set name = 'File' where workspace_id = :workspace and created_by = :userId`,
)
