import { useState } from 'react'
import { getProject, updateProject } from '../../../../../domains/code/projects/contract.ts'
import { deactivateAgent, forkAgent, type listAgents } from '../../../../../domains/agents/agents/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { hasTyped } from '../../../api/typed-values.ts'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useProjectWords } from '../../../words/project/index.ts'

export type Agent = Reply<typeof listAgents>[number]

interface PinProps {
  readonly projectId: string
  readonly agent: Agent
  readonly isPinned: boolean
  /** Whether the agent carries out the tasks now, pinned or by default. */
  readonly isChosen: boolean
}

/** Pins the agent that carries out the tasks of a project, or unpins it. */
export const PinButton = ({ projectId, agent, isPinned, isChosen }: PinProps) => {
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
export const AgentActions = ({ agent, projectId }: { readonly agent: Agent; readonly projectId: string }) => {
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

interface ForkProps {
  readonly agent: Agent
  readonly projectId: string
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
