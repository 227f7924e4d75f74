import { useState } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listAgents } from '../../../../../domains/agents/agents/contract.ts'
import { getResolvedProjectHarness, listModelPreferences } from '../../../../../domains/agents/models/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, useRows } from '../../../api/use-pages.ts'
import { hasTyped } from '../../../api/typed-values.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { Head } from '../../../parts/page.tsx'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { ProjectFrame } from '../project-frame.tsx'
import { dutyRows, otherAgents } from './agent-duties.ts'
import { executorOf } from './executor.ts'
import { Section } from '../../../parts/section.tsx'
import { AgentRow, DutyTable, typedFork, HarnessChoice } from './agent-parts.tsx'
import './agents.css'
import '../../../parts/list/wide-table.css'

const agentsOf = (projectId: string) => ({ query: { projectId } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  prefetch(getResolvedProjectHarness, { params: { projectId: id } })
  return prefetchPages(listAgents, agentsOf(id))
}

export default function AgentsPage() {
  const id = useParams().projectId!
  const { tabs, agents: words } = useProjectWords()
  const nameOf = useWords().agentName
  const agents = useRows(listAgents, 1_000, agentsOf(id)).rows.map((agent) => ({ ...agent, name: nameOf(agent.name) }))
  const { project } = useReply(getProject, { params: { id } })
  const preferences = useReply(listModelPreferences)
  const pinned = (project.runtime as { agentId?: string } | undefined)?.agentId
  const { harness } = useReply(getResolvedProjectHarness, { params: { projectId: id } })
  const chosen = executorOf(agents, { pinned, harness })
  const rows = dutyRows(agents, chosen?.agent)
  const candidates = [...(chosen ? [chosen.agent] : []), ...otherAgents(agents, rows)]
  const [isOpen, setOpen] = useState(() => candidates.some((agent) => hasTyped(typedFork(id, agent.id))))
  return (
    <ProjectFrame id={id}>
      <Head
        title={tabs.agents}
        text={chosen ? words.title(rows.length) : words.noneText}
        actions={<LinkButton to={paths.models}>{words.changeModels}</LinkButton>}
      />
      <DutyTable
        rows={rows}
        preferences={preferences}
        change={
          <Button size="small" aria-expanded={isOpen} aria-label={words.changeOf} onClick={() => setOpen(!isOpen)}>
            {words.change}
          </Button>
        }
      />
      {isOpen || chosen === undefined ? (
        <Section title={words.coders} text={words.codersText}>
          <div className="panel rows">
            {candidates.map((agent) => (
              <AgentRow
                key={agent.id}
                agent={agent}
                projectId={id}
                why={agent.id === chosen?.agent.id ? chosen.why : undefined}
                isPinned={agent.id === pinned}
              />
            ))}
          </div>
        </Section>
      ) : null}
      <HarnessChoice projectId={id} />
    </ProjectFrame>
  )
}
