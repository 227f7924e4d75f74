import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { rowExpiry } from '../../../platform/retention/index.ts'
import { deploymentLog, type DeploymentLogRow } from './tables.ts'

/** The longest piece of a log. */
export const pieceMostChars = 16_384
const piecesKept = 256
const piecesRead = 64

const append = statement<{ deploymentId: string; content: string; now: Date }>(
  'deployment-log.append',
  `insert into deployment_log (workspace_id, deployment_id, written_at, content)
   select workspace_id, id, :now, :content from deployment where id = :deploymentId`,
)
const trim = statement<{ deploymentId: string; kept: number }>(
  'deployment-log.trim',
  `delete from deployment_log where deployment_id = :deploymentId and id <= (
     select id from deployment_log where deployment_id = :deploymentId order by id desc offset :kept limit 1)`,
)
/** Adds a piece of a log, and removes the oldest beyond the limit. One piece more than readers get marks a truncated log. */
export const appendLog = async (tx: Transaction, deploymentId: string, content: string, now: Date): Promise<void> => {
  await append(tx, { deploymentId, content, now })
  await trim(tx, { deploymentId, kept: piecesKept + 1 })
}

const newestHidden = statement<{ deploymentId: string }, { id: number }>(
  'deployment-log.newest-hidden',
  `select id from deployment_log where deployment_id = :deploymentId order by id desc offset ${piecesKept} limit 1`,
)
const pieces = statement<{ deploymentId: string; after: number; rows: number }, DeploymentLogRow>(
  'deployment-log.pieces',
  `select ${deploymentLog.columns} from deployment_log
   where deployment_id = :deploymentId and id > :after order by id limit :rows`,
)
/** The pieces of a log after one of them, oldest first. */
export const logAfter = async (tx: Transaction, deploymentId: string, after: number) => {
  const hidden = (await newestHidden(tx, { deploymentId })).at(0)
  const rows = await pieces(tx, { deploymentId, after: Math.max(after, hidden?.id ?? 0), rows: piecesRead })
  return { text: rows.map(({ content }) => content).join(''), last: rows.at(-1)?.id, isTruncated: hidden !== undefined }
}

export const logExpiry = rowExpiry('deploymentLogs', deploymentLog, 'written_at')
