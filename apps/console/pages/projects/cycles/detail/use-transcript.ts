import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { getCycleTranscript } from '../../../../../../domains/delivery/transcripts/contract.ts'
import { page } from '../../../../api/client.ts'
import { queries } from '../../../../api/queries.ts'
import { cachedAs } from '../../../../api/stale.ts'
import { stepsOf } from './transcript-steps.ts'
import { isAtWork, type Task } from './cycle-tasks.ts'

const lookEveryMs = 1_500

type TranscriptPage = Awaited<ReturnType<typeof page<typeof getCycleTranscript>>>

/** Reads a page of the record. A page that another page follows never changes, so it is read once. */
const readPage = async (task: Task, cursor: string | undefined): Promise<TranscriptPage> => {
  const input = { params: { id: task.cycleId }, query: { taskId: task.id, ...(cursor !== undefined && { cursor }) } }
  const queryKey = [getCycleTranscript.id, input, 'page']
  const cached = queries.getQueryData<TranscriptPage>(queryKey)
  if (cached) return cached
  const read = await page(getCycleTranscript, input)
  if (read.next !== undefined) queries.setQueryData(queryKey, read)
  return read
}

/** The steps of a task's agent, to its end, read page by page; while the task is at work the end is read again. */
export const useTranscript = (task: Task) => {
  const { data, error, isLoading, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...cachedAs(getCycleTranscript, { params: { id: task.cycleId }, query: { taskId: task.id } }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => readPage(task, cursor),
    getNextPageParam: ({ next }) => next,
    refetchInterval: isAtWork(task) && lookEveryMs,
  })
  const goesOn = hasNextPage && !isFetching && !error
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  const steps = useMemo(() => stepsOf(data?.pages.flatMap(({ rows }) => rows) ?? []), [data])
  return { steps, isRead: data !== undefined, isReading: hasNextPage, error, isLoading, refetch }
}
