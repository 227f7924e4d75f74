import { formatOf } from '../../../packages/document-readers/index.ts'
import { type Caller, isAgency } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { AssetParts, AssetRow } from '../../agents/assets/index.ts'
import { beginParse } from '../../agents/parsing/index.ts'
import { aboutCycle, type CycleRow } from '../cycles/index.ts'
import { isAttachmentShown } from './rules/attachments.ts'
import { findAttachment, type AttachmentView } from './store-attachments.ts'
import type { AttachmentRow } from './tables.ts'

export interface AttachmentParts extends AssetParts {
  readonly engine: Engine
}

/** The file of a cycle with this id that the caller sees. */
export const shownAttachment = async (
  tx: Transaction,
  cycle: Pick<CycleRow, 'id'>,
  id: string,
  { role, userId }: Pick<Caller, 'role' | 'userId'>,
): Promise<AttachmentView | undefined> => {
  const found = await findAttachment(tx, { cycleId: cycle.id, id })
  return found && isAttachmentShown(found, { userId, isOfAgency: isAgency(role) }) ? found : undefined
}

/** Begins the parse of a file, pictures too if the server can; returns the document's id, undefined without text. */
export const parseAttachment = async (
  tx: Transaction,
  engine: Pick<Engine, 'start'>,
  asset: AssetRow,
  file: { fileName: string; projectId: string; userId: string; now: Date },
): Promise<string | undefined> => {
  if (!formatOf(asset.mediaType)) return undefined
  const kind = { engine: 'text', isScanned: true, isVisual: false, isCritical: false } as const
  return beginParse(tx, engine, asset, { ...kind, ...file, url: undefined })
}

/** The subject of a file's audit rows and events; its name stays with the file, which may be erased. */
export const aboutAttachment = (
  cycle: CycleRow,
  { id, messageId, authorSide }: Pick<AttachmentRow, 'id' | 'messageId' | 'authorSide'>,
  more: Readonly<Record<string, unknown>> = {},
): Subject => ({
  ...aboutCycle(cycle, { messageId, authorSide, ...more }),
  resource: ['cycle_attachment', id],
  parent: ['cycle', cycle.id],
})
