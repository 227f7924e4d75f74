import { useParams, type LoaderFunctionArgs } from 'react-router'
import {
  listCodeHosts,
  listProjectPullRequests,
  previewProjectRepoConnect,
} from '../../../../../domains/code/code-hosts/contract.ts'
import { getProject, getProjectPolicies } from '../../../../../domains/code/projects/contract.ts'
import { getProjectBudget } from '../../../../../domains/delivery/budgets/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { Head } from '../../../parts/page.tsx'
import { useFormat } from '../../../format.ts'
import { useConnectionWords } from '../../../words/connections/index.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { ProjectFrame } from '../project-frame.tsx'
import { CodeHostSection, PullRequests, AboutForm, Policies, CapsForm, EndOfProject } from './settings-sections.tsx'
import { Section } from '../../../parts/section.tsx'
import '../../settings/settings.css'
import './project-settings.css'

export const loader = ({ params }: LoaderFunctionArgs) => {
  const input = { params: { id: params.projectId! } }
  prefetch(getProjectPolicies, input)
  prefetch(getProjectBudget, input)
  prefetch(previewProjectRepoConnect, input)
  prefetch(listProjectPullRequests, input)
  prefetch(listCodeHosts)
  return prefetch(getProject, input)
}

export default function SettingsPage() {
  const id = useParams().projectId!
  const input = { params: { id } }
  const { tabs, settings: words, budget } = useProjectWords()
  const connections = useConnectionWords()
  const { day } = useFormat()
  const hosts = useReply(listCodeHosts)
  const { project } = useReply(getProject, input)
  return (
    <ProjectFrame id={id}>
      <Head
        title={tabs.settings}
        text={project.archivedAt === null ? words.since(day(project.createdAt)) : words.archivedTitle}
      />
      <div className="settings settings-of-project">
        <Section title={words.about}>
          <AboutForm project={project} />
        </Section>
        <Policies id={id} />
        <Section title={budget.caps}>
          <CapsForm projectId={id} budget={useReply(getProjectBudget, input)} />
        </Section>
        <Section title={connections.title} text={hosts.length > 0 ? connections.text : undefined}>
          <CodeHostSection id={id} />
          <PullRequests id={id} />
        </Section>
        <Section title={words.end}>
          <EndOfProject project={project} />
        </Section>
      </div>
    </ProjectFrame>
  )
}
