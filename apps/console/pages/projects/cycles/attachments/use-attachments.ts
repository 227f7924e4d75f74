import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addCycleAttachment, listCycleAttachments } from '../../../../../../domains/delivery/conversation/contract.ts'
import type { ClientError, Reply } from '../../../../../../platform/client/index.ts'
import { call } from '../../../../api/client.ts'
import { refreshAfter } from '../../../../api/stale.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { isBeingRead } from '../../../../../../domains/agents/parsing/rules.ts'

export type Attachment = Reply<typeof listCycleAttachments>[number]

const readEveryMs = 2_000

const isFileBeingRead = ({ document }: Attachment) => document !== null && isBeingRead(document.status)

/** The files of a cycle, requested again while some of them are being read. */
export const useAttachments = (cycleId: string): readonly Attachment[] => {
  const input = { params: { id: cycleId } }
  const rows = useLateReply(listCycleAttachments, input).data ?? []
  useLateReply(listCycleAttachments, input, { refetchInterval: rows.some(isFileBeingRead) ? readEveryMs : false })
  return rows
}

/** Adds files, one after the other, to the proposal of a cycle, or to a message that is sent later under this id. */
export const uploadFiles = async (cycleId: string, files: readonly File[], messageId?: string): Promise<void> => {
  for (const file of files)
    await call(addCycleAttachment, {
      params: { id: cycleId },
      query: { name: file.name, ...(messageId !== undefined && { messageId }) },
      body: { content: file, sizeBytes: file.size, mediaType: file.type || 'text/plain' },
    })
}

export const useAddFiles = (cycleId: string) => {
  const client = useQueryClient()
  return useMutation<void, ClientError, { readonly files: readonly File[]; readonly messageId?: string }>({
    mutationFn: ({ files, messageId }) => uploadFiles(cycleId, files, messageId),
    // Some of several files may have arrived before one was refused.
    onSettled: () => refreshAfter(client, addCycleAttachment),
  })
}

const waitMs = 60_000
const pauseMs = 500

/** Waits until the files of a cycle were read, so that the next agents receive their words; a minute at most. */
export const whenRead = async (cycleId: string): Promise<void> => {
  const endsAt = performance.now() + waitMs
  while (performance.now() < endsAt) {
    const rows = await call(listCycleAttachments, { params: { id: cycleId } })
    if (!rows.some(isFileBeingRead)) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
