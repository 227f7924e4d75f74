import { addCycleAttachment, listCycleAttachments } from '../../../../../../domains/delivery/conversation/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import { call } from '../../../../api/client.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { isBeingRead } from '../../../../../../domains/agents/parsing/rules.ts'

export type Attachment = Reply<typeof listCycleAttachments>[number]

const readEveryMs = 2_000

const isFileBeingRead = ({ document }: Attachment) => document !== null && isBeingRead(document.status)

/** The files of a cycle; the list is read again while the server still reads a file. */
export const useAttachments = (cycleId: string): readonly Attachment[] => {
  const input = { params: { id: cycleId } }
  const rows = useLateReply(listCycleAttachments, input).data ?? []
  useLateReply(listCycleAttachments, input, { refetchInterval: rows.some(isFileBeingRead) ? readEveryMs : false })
  return rows
}

/** Uploads files one after the other to a cycle's proposal, or to a message that is sent later under this id. */
export const uploadFiles = async (cycleId: string, files: readonly File[], messageId?: string): Promise<void> => {
  for (const file of files)
    await call(addCycleAttachment, {
      params: { id: cycleId },
      query: { name: file.name, ...(messageId !== undefined && { messageId }) },
      body: { content: file, sizeBytes: file.size, mediaType: file.type || 'text/plain' },
    })
}

interface AddedFiles {
  readonly files: readonly File[]
  readonly messageId?: string
}

/** Uploads files, and reads the list again, also after a refusal: some files may have arrived before it. */
export const useAddFiles = (cycleId: string) =>
  useChange(({ files, messageId }: AddedFiles) => uploadFiles(cycleId, files, messageId), {
    calls: [addCycleAttachment],
  })

const waitMs = 60_000
const pauseMs = 500

/** Waits until the files of a cycle are read, so that the next agents receive their text; at most a minute. */
export const whenRead = async (cycleId: string): Promise<void> => {
  const endsAt = performance.now() + waitMs
  while (performance.now() < endsAt) {
    const rows = await call(listCycleAttachments, { params: { id: cycleId } })
    if (!rows.some(isFileBeingRead)) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
