import { TextLink } from '../../../parts/text/text-link.tsx'
import { Fact } from '../../../parts/text/fact.tsx'
import { listDeployments } from '../../../../../domains/code/deployments/contract.ts'
import { listProjectHistory } from '../../../../../domains/delivery/repository-reads/contract.ts'
import { useFirstRowsLater } from '../../../api/use-operation.ts'
import { State } from '../../../parts/feedback/state.tsx'
import { useClientOf } from '../../../parts/story/use-clients-of.ts'
import { Age } from '../../../parts/text/age.tsx'
import { paths, previewPath } from '../../../paths.ts'
import { useDeploymentWords } from '../../../words/deployments/index.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { deploymentLooks } from '../deployments/deployment-looks.ts'

/** The client of a project, its deployments and its newest revision. */
export const ProjectFacts = ({ projectId }: { readonly projectId: string }) => {
  const { overview: words, settings } = useProjectWords()
  const client = useClientOf(projectId)
  const history = { params: { id: projectId }, query: { limit: 1 } }
  const newest = useFirstRowsLater(listProjectHistory, history).data?.[0]
  return (
    <section>
      <div className="sect-head">
        <h2>{settings.about}</h2>
      </div>
      <dl className="panel pad kv">
        <Fact name={words.client}>
          {client ? (
            <TextLink to={paths.client(client.id)}>{client.name}</TextLink>
          ) : client === null ? (
            <TextLink to={paths.clients}>{words.chooseClient}</TextLink>
          ) : (
            '\u00a0'
          )}
        </Fact>
        <Served projectId={projectId} kind="project" />
        <Served projectId={projectId} kind="production" />
        {newest ? (
          <Fact name={words.revision}>
            <TextLink to={paths.revision(projectId, newest.revisionId)}>{words.number(newest.generation)}</TextLink>,{' '}
            <Age at={newest.createdAt} />
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

/** The newest deployment of a kind: its state, which opens it while it is live. */
const Served = ({ projectId, kind }: { readonly projectId: string; readonly kind: 'project' | 'production' }) => {
  const words = useDeploymentWords()
  const newest = useFirstRowsLater(listDeployments, { query: { projectId, kind, limit: 1 } }).data?.[0]
  return (
    <Fact name={words.kinds[kind]}>
      {newest?.status === 'live' ? (
        <TextLink to={previewPath(newest.url)} target="_blank" rel="noopener">
          <State {...deploymentLooks.live}>{words.statuses.live}</State>
        </TextLink>
      ) : (
        <TextLink to={paths.deployments(projectId)}>
          {newest ? words.statuses[newest.status] : kind === 'production' ? words.deployProduction : words.deploy}
        </TextLink>
      )}
    </Fact>
  )
}
