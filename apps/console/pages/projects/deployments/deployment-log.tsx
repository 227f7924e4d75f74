import { useEffect } from 'react'
import { getDeploymentLog } from '../../../../../domains/code/deployments/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useDeploymentWords } from '../../../words/deployments/index.ts'

const readEveryMs = 2_000

interface DeploymentLogProps {
  readonly id: string
  /** Whether lines may be added. */
  readonly isGrowing: boolean
}

/** What was printed while a deployment was built and served; read again while it may grow. */
export const DeploymentLog = ({ id, isGrowing }: DeploymentLogProps) => {
  const words = useDeploymentWords()
  const { data, refetch } = useLateReply(getDeploymentLog, { params: { id } })
  useEffect(() => {
    if (!isGrowing) return undefined
    const timer = setInterval(() => void refetch(), readEveryMs)
    return () => clearInterval(timer)
  }, [isGrowing, refetch])
  if (!data) return null
  return (
    <div className="deployment-log">
      {data.isTruncated ? <p className="quiet">{words.logEarlier}</p> : null}
      <pre dir="ltr" tabIndex={0} aria-label={words.log}>
        {data.text === '' ? words.logEmpty : data.text}
      </pre>
    </div>
  )
}
