import { useParams, type LoaderFunctionArgs } from 'react-router'
import {
  listCodeHosts,
  listProjectPullRequests,
  previewProjectRepoConnect,
} from '../../../../../domains/code/code-hosts/contract.ts'
import { getProject, getProjectPolicies } from '../../../../../domains/code/projects/contract.ts'
import { listChatChannels } from '../../../../../domains/delivery/chat/contract.ts'
import { listTrackers } from '../../../../../domains/delivery/trackers/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { Head } from '../../../parts/page.tsx'
import { useFormat } from '../../../format.ts'
import { useConnectionWords } from '../../../words/connections/index.ts'
import { usePolicyWords } from '../../../words/policies/index.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { ProjectFrame } from '../project-frame.tsx'
import { AboutForm } from './about-form.tsx'
import { CodeHostSection } from './code-host-section.tsx'
import { ConnectionList } from './connection-list.tsx'
import { EndOfProject } from './end-of-project.tsx'
import { Policies } from './project-policies.tsx'
import { PullRequests } from './pull-requests.tsx'
import './project-settings.css'

export const loader = ({ params }: LoaderFunctionArgs) => {
  const of = { params: { id: params.projectId! } }
  prefetch(getProjectPolicies, of)
  prefetch(previewProjectRepoConnect, of)
  prefetch(listProjectPullRequests, of)
  prefetch(listCodeHosts)
  prefetch(listTrackers)
  prefetch(listChatChannels)
  return prefetch(getProject, of)
}

export default function SettingsPage() {
  const id = useParams().projectId!
  const { tabs, settings: words } = useProjectWords()
  const policies = usePolicyWords()
  const connections = useConnectionWords()
  const { whole } = useFormat()
  const { project } = useReply(getProject, { params: { id } })
  return (
    <ProjectFrame id={id}>
      <Head
        title={tabs.settings}
        text={project.archivedAt === null ? words.since(whole(project.createdAt)) : words.archivedTitle}
      />
      <div className="settings">
        <section>
          <h2>{words.about}</h2>
          <AboutForm project={project} />
        </section>
        <section>
          <h2>{policies.title}</h2>
          <p className="soft">{policies.textOfProject}</p>
          <Policies id={id} />
        </section>
        <section>
          <h2>{connections.title}</h2>
          <p className="soft">{connections.text}</p>
          <CodeHostSection id={id} />
          <PullRequests id={id} />
        </section>
        <section>
          <h2>{connections.connections}</h2>
          <p className="soft">{connections.connectionsText}</p>
          <ConnectionList />
        </section>
        <section>
          <h2>{words.end}</h2>
          <EndOfProject project={project} />
        </section>
      </div>
    </ProjectFrame>
  )
}
