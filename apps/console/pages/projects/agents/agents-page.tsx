import { useState } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listAgents } from '../../../../../domains/agents/agents/contract.ts'
import {
  getResolvedProjectHarness,
  listModelPreferences,
  clearProjectHarness,
  setProjectHarness,
} from '../../../../../domains/agents/models/contract.ts'
import { prefetch, useReply, useOperation } from '../../../api/use-operation.ts'
import { prefetchPages, useRows } from '../../../api/use-pages.ts'
import { hasTyped } from '../../../api/typed-values.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { Head } from '../../../parts/page.tsx'
import { SelectSetting } from '../../../parts/forms/switch.tsx'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { ProjectFrame } from '../project-frame.tsx'
import { AgentActions, PinButton, typedFork, type Agent } from './agent-actions.tsx'
import { dutyRows, otherAgents } from './agent-duties.ts'
import { DutyTable } from './duty-table.tsx'
import { executorOf, type ExecutorReason } from './executor.ts'
import { harnessNames, type HarnessName } from '../../../../../domains/agents/agents/rules.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import './agents.css'

const of = (projectId: string) => ({ query: { projectId } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  prefetch(getResolvedProjectHarness, { params: { projectId: id } })
  return prefetchPages(listAgents, of(id))
}

export default function AgentsPage() {
  const id = useParams().projectId!
  const { tabs, agents: words } = useProjectWords()
  const nameOf = useWords().agentName
  const agents = useRows(listAgents, 1_000, of(id)).rows.map((agent) => ({ ...agent, name: nameOf(agent.name) }))
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

interface AgentRowProps {
  readonly agent: Agent
  readonly projectId: string
  /** Why the agent carries out the tasks; undefined for a candidate. */
  readonly why: ExecutorReason | undefined
  readonly isPinned: boolean
}

/** The agent that carries out the tasks, or a candidate for it. */
const AgentRow = ({ agent, projectId, why, isPinned }: AgentRowProps) => {
  const words = useProjectWords().agents
  const { name, duty, role, isBuiltIn } = agent
  const description = isBuiltIn && role === 'coder' ? words.coderText : agent.description
  const scope = isBuiltIn ? words.builtIn : agent.projectId === null ? words.ofWorkspace : words.ofProject
  return (
    <div className="row tall agent">
      <div className="grow">
        <div className="line">
          <b className="cut" dir="auto" title={name}>
            {name}
          </b>
          {why === undefined ? null : <span className="tag live">{words.chosen}</span>}
          <span className="quiet">{why === undefined ? scope : words.why[why]}</span>
        </div>
        {description === null ? null : (
          <p className="soft clamp" dir="auto" title={description}>
            {description}
          </p>
        )}
      </div>
      <div className="line wrap">
        {duty === 'executor' ? (
          <PinButton projectId={projectId} agent={agent} isPinned={isPinned} isChosen={why !== undefined} />
        ) : null}
        <AgentActions agent={agent} projectId={projectId} />
      </div>
    </div>
  )
}

// The choice that removes the project's own harness.
const above = 'above'

/** The harness that drives the model in this project, its source, and the choice of another harness. */
const HarnessChoice = ({ projectId }: { readonly projectId: string }) => {
  const words = useProjectWords().agents
  const of = { params: { projectId } }
  const { harness, chosenBy, installed, reason } = useReply(getResolvedProjectHarness, of)
  const set = useOperation(setProjectHarness)
  const clear = useOperation(clearProjectHarness)
  const choose = (name: string) =>
    name === above ? clear.mutate(of) : set.mutate({ ...of, body: { harness: name as HarnessName } })
  return (
    <div className="panel harness">
      <SelectSetting
        label={words.harness}
        hint={installed ? words.harnessText : (reason ?? words.notInstalled)}
        isDisabled={set.isPending || clear.isPending}
        chosen={chosenBy === 'project' ? harness : above}
        choices={[
          [above, chosenBy === 'project' ? words.fromAbove : words.fromAboveNow(words.harnessName(harness))],
          ...harnessNames.map((name) => [name, words.harnessName(name)] as const),
        ]}
        onChoose={choose}
      />
      <Refusal error={set.error ?? clear.error} />
    </div>
  )
}
