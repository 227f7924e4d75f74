import {
  batchFileReader,
  type BatchFileItem,
  type BatchLineFault,
} from '../../../../../domains/agents/batches/rules/batch-file.ts'

/** The largest file of a batch: 16 MiB. */
export const fileMostBytes = 16 * 2 ** 20

export type ReadBatchFile =
  | { readonly items: readonly BatchFileItem[] }
  | { readonly fault: 'too_large' | 'empty' }
  | { readonly fault: BatchLineFault; readonly line: number }

/** The items of a chosen file, or its first fault. */
export const readBatchFile = async (file: Blob): Promise<ReadBatchFile> => {
  if (file.size > fileMostBytes) return { fault: 'too_large' }
  const reader = batchFileReader()
  const lines = (await file.text()).replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  for (const [at, text] of lines.entries()) {
    const fault = reader.read(text, at + 1)
    if (fault) return { fault, line: at + 1 }
  }
  return reader.items.length === 0 ? { fault: 'empty' } : { items: reader.items }
}
