import { Link } from 'react-router'
import { listDeployments } from '../../../../../domains/code/deployments/contract.ts'
import { useFirstRowsLater } from '../../../api/use-operation.ts'
import { State } from '../../../parts/feedback/state.tsx'
import { useClientOf } from '../../../parts/story/use-clients-of.ts'
import { paths, previewPath } from '../../../paths.ts'
import { useDeploymentWords } from '../../../words/deployments/index.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { deploymentLooks } from '../deployments/deployment-looks.ts'

/** Whom a project is for, and its address. */
export const ProjectFacts = ({ projectId }: { readonly projectId: string }) => {
  const { overview: words, settings } = useProjectWords()
  const client = useClientOf(projectId)
  return (
    <section>
      <div className="sect-head">
        <h2>{settings.about}</h2>
      </div>
      <dl className="panel pad kv">
        <dt>{words.client}</dt>
        <dd>
          {client ? (
            <Link className="link" dir="auto" to={paths.client(client.id)}>
              {client.name}
            </Link>
          ) : client === null ? (
            <span className="line wrap">
              {words.noClient}
              <Link className="link" to={paths.clients}>
                {words.chooseClient}
              </Link>
            </span>
          ) : (
            '\u00a0'
          )}
        </dd>
        <Served projectId={projectId} kind="project" />
        <Served projectId={projectId} kind="production" />
      </dl>
    </section>
  )
}

interface ServedProps {
  readonly projectId: string
  readonly kind: 'project' | 'production'
}

/** The newest deployment of a kind: its state, which opens it while it is live. */
const Served = ({ projectId, kind }: ServedProps) => {
  const words = useDeploymentWords()
  const newest = useFirstRowsLater(listDeployments, { query: { projectId, kind, limit: 1 } }).data?.[0]
  return (
    <>
      <dt>{words.kinds[kind]}</dt>
      <dd>
        {newest?.status === 'live' ? (
          <Link className="link" to={previewPath(newest.url)} target="_blank" rel="noopener">
            <State {...deploymentLooks.live}>{words.statuses.live}</State>
          </Link>
        ) : newest ? (
          <Link className="link" to={paths.deployments(projectId)}>
            {words.statuses[newest.status]}
          </Link>
        ) : (
          <span className="line wrap">
            {words.notDeployed}
            <Link className="link" to={paths.deployments(projectId)}>
              {kind === 'production' ? words.deployProduction : words.deploy}
            </Link>
          </span>
        )}
      </dd>
    </>
  )
}
