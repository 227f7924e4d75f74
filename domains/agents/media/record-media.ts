import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { AssetRow } from '../assets/index.ts'
import type { PaidCall } from './pay.ts'
import { titleOf, type FileRole, type MediaKind } from './rules.ts'
import { insertMedia, type NewMedia } from './store.ts'

interface MediaToRecord extends Pick<NewMedia, 'projectId' | 'model'> {
  readonly kind: MediaKind
  /** The text that it was asked with, or the name of its file; undefined for none. */
  readonly asked: string | undefined
  readonly userId: string
  readonly call: PaidCall
  readonly files: readonly { readonly role: FileRole; readonly asset: AssetRow }[]
  readonly seconds?: number | undefined
  readonly language?: string | null
  readonly wordCount?: number
  readonly now: Date
}

/** Inserts a result of a model, and settles its call. Returns the row, and the subject of the audit row. */
export const recordMedia = async (tx: Transaction, made: MediaToRecord) => {
  const { kind, projectId, model, seconds, files } = made
  const media: NewMedia = {
    id: uuidv7(),
    projectId,
    kind,
    title: made.asked === undefined ? null : titleOf(made.asked),
    model,
    callId: made.call.id,
    costMicros: await made.call.settleIn(tx),
    durationMs: seconds === undefined ? null : Math.round(seconds * 1_000),
    language: made.language ?? null,
    wordCount: made.wordCount ?? null,
    createdBy: made.userId,
    createdAt: made.now,
    files: files.map(({ role, asset }) => ({ role, assetId: asset.id })),
  }
  await insertMedia(tx, media)
  const subject = {
    resource: ['ai_media', media.id] as const,
    metadata: { kind, model, costMicros: media.costMicros, files: files.length },
    ...(projectId !== null && { within: { projectId } }),
  }
  return { media, subject }
}
