import { useDeploymentWords } from '../../../words/deployments/index.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getDeploymentLog } from '../../../../../domains/code/deployments/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import { cachedAs } from '../../../api/stale.ts'

interface DeploymentLogProps {
  readonly id: string
  /** Whether lines may be added. */
  readonly isGrowing: boolean
}

/** The output of the build and of the running deployment; read again while it may grow. */
export const DeploymentLog = ({ id, isGrowing }: DeploymentLogProps) => {
  const words = useDeploymentWords()
  const log = useDeploymentLog(id, isGrowing)
  if (!log) return null
  return (
    <div className="deployment-log">
      {log.isTruncated ? <p className="quiet">{words.logEarlier}</p> : null}
      <pre dir="ltr" tabIndex={0} aria-label={words.log}>
        {log.text === '' ? words.logEmpty : log.text}
      </pre>
    </div>
  )
}

const readEveryMs = 2_000

type LogPart = Reply<typeof getDeploymentLog>

/** Reads the lines after a place of the log. A part that another part follows never changes, so it is read once. */
const readPart = async (id: string, after: string | undefined): Promise<LogPart> => {
  const input = { params: { id }, query: after === undefined ? {} : { after } }
  const queryKey = [getDeploymentLog.id, input, 'part']
  const cached = queries.getQueryData<LogPart>(queryKey)
  if (cached) return cached
  const read = await call(getDeploymentLog, input)
  if (read.next !== null) queries.setQueryData(queryKey, read)
  return read
}

/** The log of a deployment to its end, which is read part by part; undefined until the first one is read. */
const useDeploymentLog = (id: string, isGrowing: boolean) => {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...cachedAs(getDeploymentLog, { params: { id } }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after }) => readPart(id, after),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: isGrowing && readEveryMs,
  })
  const goesOn = hasNextPage && !isFetching && !error
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  return data && { text: data.pages.map(({ text }) => text).join(''), isTruncated: data.pages[0]!.isTruncated }
}
