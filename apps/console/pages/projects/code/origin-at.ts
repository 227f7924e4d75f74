import type { FileContent } from '../../../../../domains/delivery/repository-reads/contract.ts'

type Origins = NonNullable<FileContent['origins']>
export type Origin = Origins['lines'][number] & { readonly task: Origins['tasks'][number] | undefined }

/** The range that a line belongs to, with its task, by binary search: ranges are in the order of their lines. */
export const originAt = ({ lines, tasks }: Origins, line: number): Origin | undefined => {
  let from = 0
  let to = lines.length
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (lines[middle]!.endLine < line) from = middle + 1
    else to = middle
  }
  const range = lines[from]
  if (!range || range.line > line) return undefined
  return { ...range, task: tasks.find(({ taskId }) => taskId === range.taskId) }
}
