import { useState, type ReactNode } from 'react'
import { getProject, updateProject } from '../../../../../domains/code/projects/contract.ts'
import { type listAgents, deactivateAgent, forkAgent } from '../../../../../domains/agents/agents/contract.ts'
import {
  listAiModels,
  getResolvedProjectHarness,
  clearProjectHarness,
  setProjectHarness,
} from '../../../../../domains/agents/models/contract.ts'
import { useReply, useOperation, useLateReply } from '../../../api/use-operation.ts'
import { hasTyped } from '../../../api/typed-values.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { useProjectWords } from '../../../words/project/index.ts'
import type { DutyRow } from './agent-duties.ts'
import type { ExecutorReason } from './executor.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { workingModel, type Preferences } from '../../../parts/models/working-model.ts'
import { useModelWords } from '../../../words/models/index.ts'
import { useRole } from '../../../api/use-role.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { SelectSetting } from '../../../parts/forms/switch.tsx'
import { harnessNames, type HarnessName } from '../../../../../domains/agents/agents/rules.ts'
import '../../../parts/list/wide-table.css'

interface AgentRowProps extends AgentProps {
  /** Why the agent carries out the tasks; undefined for a candidate. */
  readonly why: ExecutorReason | undefined
  readonly isPinned: boolean
}

/** The agent that carries out the tasks, or a candidate for it. */
export const AgentRow = ({ agent, projectId, why, isPinned }: AgentRowProps) => {
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

interface DutyTableProps {
  readonly rows: readonly DutyRow<Agent>[]
  readonly preferences: Preferences
  /** The button that changes the agent that carries out the tasks. */
  readonly change: ReactNode
}

/** One row for each duty: its agent, its task and its model. */
export const DutyTable = ({ rows, preferences, change }: DutyTableProps) => {
  const words = useProjectWords().agents
  return (
    <div className="panel wide-table stacked duties">
      <table className="grid">
        <thead>
          <tr>
            <th>{words.who}</th>
            <th>{words.does}</th>
            <th>{words.model}</th>
            <th>
              <span className="sr">{words.change}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ duty, agent }) => (
            <tr key={duty}>
              <td title={(agent.isBuiltIn ? null : agent.description) ?? undefined} dir="auto">
                <b>{agent.name}</b>
              </td>
              <td className="main">{words.dutyTexts[duty]}</td>
              <td>
                <AgentModel agent={agent} preferences={preferences} />
              </td>
              <td className="num">{duty === 'coder' ? change : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The model that an agent works with, and its source. */
const AgentModel = ({ agent, preferences }: { readonly agent: Agent; readonly preferences: Preferences }) => {
  const words = useProjectWords().agents
  const modelWords = useModelWords()
  const { workspace } = useRole()
  const models = useLateReply(listAiModels, { params: { workspaceId: workspace.id } }).data?.data
  // The line is there before its text, so that the rows below stay.
  if (!models) return '\u00a0'
  const working = workingModel(agent.role ?? 'coder', models, preferences, agent.modelOverride)
  const name = working.kind === 'offline' ? modelWords.offline : working.id
  const chosenBy = { agent: words.byAgent, role: words.byRole, server: words.ofServer }
  return (
    <>
      <span className={working.kind === 'offline' ? undefined : 'mono'}>{name}</span>{' '}
      <span className="quiet">
        {working.kind === 'model' ? chosenBy[working.chosenBy] : working.kind === 'unusable' ? working.reason : null}
      </span>
    </>
  )
}

type Agent = Reply<typeof listAgents>[number]

interface AgentProps {
  readonly projectId: string
  readonly agent: Agent
}

interface PinProps extends AgentProps {
  readonly isPinned: boolean
  /** Whether the agent carries out the tasks now, pinned or by default. */
  readonly isChosen: boolean
}

/** Pins the agent that carries out the tasks of a project, or unpins it. */
const PinButton = ({ projectId, agent, isPinned, isChosen }: PinProps) => {
  const words = useProjectWords().agents
  const { project } = useReply(getProject, { params: { id: projectId } })
  const pin = useOperation(updateProject)
  const { agentId: _before, ...rest } = project.runtime ?? {}
  const runtime = isPinned ? rest : { ...rest, agentId: agent.id }
  const verb = isPinned ? words.unpin : isChosen ? words.keep : words.pin
  return (
    <>
      <Button
        size="small"
        aria-label={`${verb}: ${agent.name}`}
        isPending={pin.isPending}
        onClick={() => pin.mutate({ params: { id: projectId }, body: { runtime } })}
      >
        {verb}
      </Button>
      <Refusal error={pin.error} />
    </>
  )
}

/** The key under which this tab stores the typed name of an agent's copy. */
export const typedFork = (projectId: string, id: string) => `agent.${projectId}.${id}`

/** Copies an agent, or switches an agent of this project off. A built-in agent is changed by a copy. */
const AgentActions = ({ agent, projectId }: AgentProps) => {
  const words = useProjectWords().agents
  const [isForking, setForking] = useState(() => hasTyped(typedFork(projectId, agent.id)))
  return (
    <>
      <Button size="small" aria-label={words.forkOf(agent.name)} onClick={() => setForking(true)}>
        {words.fork}
      </Button>
      {agent.projectId === projectId ? (
        <ConfirmButton
          variant="danger"
          size="small"
          aria-label={words.offOf(agent.name)}
          label={words.off}
          operation={deactivateAgent}
          input={{ params: { id: agent.id } }}
          title={words.offAsk(agent.name)}
        >
          {words.offText}
        </ConfirmButton>
      ) : null}
      {isForking ? <ForkForm agent={agent} projectId={projectId} onDone={() => setForking(false)} /> : null}
    </>
  )
}

interface ForkProps extends AgentProps {
  readonly onDone: () => void
}

const ForkForm = ({ agent, projectId, onDone }: ForkProps) => {
  const words = useProjectWords().agents
  const form = useForm(forkAgent, {
    name: typedFork(projectId, agent.id),
    input: { params: { id: agent.id } },
    saved: { name: '' },
    body: ({ name }) => ({ name: name.trim(), projectId }),
    then: onDone,
  })
  const close = () => {
    form.clear()
    onDone()
  }
  return (
    <Form className="fork stack-16" error={form.error} onSubmit={form.submit}>
      <DraftField draft={form} field="name" label={words.forkName} hint={words.forkHint} />
      <FormFoot of={form} verb={words.fork} isDisabled={!form.fields.name.trim()} onCancel={close} />
    </Form>
  )
}

// The choice that removes the project's own harness.
const above = 'above'

/** The harness that drives the model in this project, its source, and the choice of another harness. */
export const HarnessChoice = ({ projectId }: { readonly projectId: string }) => {
  const words = useProjectWords().agents
  const input = { params: { projectId } }
  const { harness, chosenBy, installed, reason } = useReply(getResolvedProjectHarness, input)
  const set = useOperation(setProjectHarness)
  const clear = useOperation(clearProjectHarness)
  const choose = (name: string) =>
    name === above ? clear.mutate(input) : set.mutate({ ...input, body: { harness: name as HarnessName } })
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
