import Bot from 'lucide-react/icons/bot'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listAgents } from '../../../../../domains/agents/agents/contract.ts'
import {
  getResolvedProjectHarness,
  listModelPreferences,
  clearProjectHarness,
  setProjectHarness,
} from '../../../../../domains/agents/models/contract.ts'
import { listProjectTimeline } from '../../../../../domains/record/events/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, prefetchFirstRows, useFirstRows, useReply, useOperation } from '../../../api/use-operation.ts'
import { prefetchPages, useRows } from '../../../api/use-pages.ts'
import { Head } from '../../../parts/page.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { idOfThing } from '../../../parts/story/things.ts'
import { useAreNamed } from '../../../parts/story/use-names.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { ProjectFrame } from '../project-frame.tsx'
import { AgentActions, PinButton } from './agent-actions.tsx'
import { dutyRows, lastResult, otherAgents } from './agent-duties.ts'
import { Joined } from '../../../parts/text/joined.tsx'
import { AgentModel } from './agent-model.tsx'
import { DutyTable, timelineOf } from './duty-table.tsx'
import { executorOf } from './executor.ts'
import { harnessNames, type HarnessName } from '../../../../../domains/agents/agents/rules.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import './agents.css'

const of = (projectId: string) => ({ query: { projectId } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  prefetchFirstRows(listProjectTimeline, timelineOf(id))
  prefetch(getResolvedProjectHarness, { params: { projectId: id } })
  return prefetchPages(listAgents, of(id))
}

type Agent = Reply<typeof listAgents>[number]
type Preferences = Reply<typeof listModelPreferences>

export default function AgentsPage() {
  const id = useParams().projectId!
  const { tabs, agents: words } = useProjectWords()
  const agents = useRows(listAgents, 1_000, of(id)).rows
  const { project } = useReply(getProject, { params: { id } })
  const preferences = useReply(listModelPreferences)
  const pinned = (project.runtime as { agentId?: string } | undefined)?.agentId
  const { harness } = useReply(getResolvedProjectHarness, { params: { projectId: id } })
  const chosen = executorOf(agents, { pinned, harness })
  const rows = dutyRows(agents, chosen?.agent)
  const others = otherAgents(agents, rows)
  const events = useFirstRows(listProjectTimeline, timelineOf(id))
  const results = new Map(rows.map(({ duty }) => [duty, lastResult(duty, events)]))
  const areNamed = useAreNamed([...results.values()].map((result) => result && idOfThing(result)))
  return (
    <ProjectFrame id={id}>
      <Head
        title={tabs.agents}
        text={chosen ? `${words.title(chosen.agent.name)} ${words.why[chosen.why]}` : words.noneText}
      />
      {areNamed ? (
        <>
          <DutyTable rows={rows} results={results} preferences={preferences} />
          <section className="sect">
            <div className="sect-head">
              <h2>{words.settings}</h2>
            </div>
            <div className="panel rows">
              <dl className="kv pad">
                <dt>{words.harness}</dt>
                <dd>
                  <HarnessChoice projectId={id} />
                </dd>
              </dl>
              {[...(chosen ? [chosen.agent] : []), ...others].map((agent) => (
                <AgentRow
                  key={agent.id}
                  agent={agent}
                  projectId={id}
                  preferences={preferences}
                  isChosen={agent.id === chosen?.agent.id}
                  isPinned={agent.id === pinned}
                />
              ))}
            </div>
          </section>
        </>
      ) : (
        <RowsSkeleton rows={6} />
      )}
    </ProjectFrame>
  )
}

interface AgentRowProps {
  readonly agent: Agent
  readonly projectId: string
  readonly preferences: Preferences
  readonly isChosen: boolean
  readonly isPinned: boolean
}

const AgentRow = ({ agent, projectId, preferences, isChosen, isPinned }: AgentRowProps) => {
  const words = useProjectWords().agents
  const { name, description, duty, role, isBuiltIn } = agent
  const scope = isBuiltIn ? words.builtIn : agent.projectId === null ? words.ofWorkspace : words.ofProject
  return (
    <div className="row tall agent">
      <Bot className="i quiet" aria-hidden="true" />
      <div className="grow">
        <div className="line">
          <b className="cut" dir="auto" title={name}>
            {name}
          </b>
          {isChosen ? <span className="tag live">{words.chosen}</span> : null}
        </div>
        <p className="quiet">
          <Joined parts={[scope, role === null ? words.duties[duty] : words.roles[role]]} />
          <AgentModel agent={agent} preferences={preferences} of={role ?? 'coder'} before={'\u00a0· '} />
        </p>
        {description === null ? null : (
          <p className="soft clamp" dir="auto" title={description}>
            {description}
          </p>
        )}
      </div>
      <div className="line wrap">
        {duty === 'executor' ? <PinButton projectId={projectId} agent={agent} isPinned={isPinned} /> : null}
        <AgentActions agent={agent} projectId={projectId} />
      </div>
    </div>
  )
}

const above = 'above'

/** The program that drives the model in this project, what chose it, and the choice to change that. */
const HarnessChoice = ({ projectId }: { readonly projectId: string }) => {
  const words = useProjectWords().agents
  const of = { params: { projectId } }
  const { harness, chosenBy, installed, reason } = useReply(getResolvedProjectHarness, of)
  const set = useOperation(setProjectHarness)
  const clear = useOperation(clearProjectHarness)
  const choose = (name: string) =>
    name === above ? clear.mutate(of) : set.mutate({ ...of, body: { harness: name as HarnessName } })
  return (
    <div className="stack-8">
      <div className="line wrap">
        <span className="mono">{harness}</span>
        <span className="quiet">{words.chosenBy[chosenBy]}</span>
        <select
          className="input pick"
          aria-label={words.harnessChoice}
          value={chosenBy === 'project' ? harness : above}
          disabled={set.isPending || clear.isPending}
          onChange={(event) => choose(event.target.value)}
        >
          <option value={above}>{words.fromAbove}</option>
          {harnessNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {installed ? null : <p className="note wait">{reason ?? words.notInstalled}</p>}
      <Refusal error={set.error ?? clear.error} />
    </div>
  )
}
