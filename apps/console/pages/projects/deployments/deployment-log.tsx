import { useDeploymentWords } from '../../../words/deployments/index.ts'
import { useDeploymentLog } from './use-deployment-log.ts'

interface DeploymentLogProps {
  readonly id: string
  /** Whether lines may be added. */
  readonly isGrowing: boolean
}

/** The output while a deployment was built and served; read on while it may grow. */
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
