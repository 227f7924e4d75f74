import type { listAgents } from '../../../../../domains/agents/agents/contract.ts'
import type { AgentRole } from '../../../../../domains/agents/agents/rules.ts'
import { listAiModels } from '../../../../../domains/agents/models/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { workingModel, type Preferences } from '../../../parts/models/working-model.ts'
import { useModelWords } from '../../../words/models/index.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useRole } from '../../../api/use-role.ts'

interface AgentModelProps {
  readonly agent: Pick<Reply<typeof listAgents>[number], 'modelOverride'>
  readonly preferences: Preferences
  /** The role whose preference counts. */
  readonly of: AgentRole
}

/** The model that an agent works with, and who chose it. */
export const AgentModel = ({ agent, preferences, of: role }: AgentModelProps) => {
  const words = useProjectWords().agents
  const modelWords = useModelWords()
  const { workspace } = useRole()
  const models = useLateReply(listAiModels, { params: { workspaceId: workspace.id } }).data?.data
  // The line is there before its text, so that the rows below stay.
  if (!models) return '\u00a0'
  const working = workingModel(role, models, preferences, agent.modelOverride)
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
