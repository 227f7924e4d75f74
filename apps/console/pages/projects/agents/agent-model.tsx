import type { listAgents } from '../../../../../domains/agents/agents/contract.ts'
import type { listModelPreferences } from '../../../../../domains/agents/models/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useProjectWords } from '../../../words/project/index.ts'

interface AgentModelProps {
  readonly agent: Reply<typeof listAgents>[number]
  readonly preferences: Reply<typeof listModelPreferences>
  /** The role whose preference counts. */
  readonly of: string
}

/** The model that an agent works with, and who chose it. */
export const AgentModel = ({ agent, preferences, of: role }: AgentModelProps) => {
  const words = useProjectWords().agents
  const preferred = preferences.find((one) => one.role === role && one.inEffect)
  if (agent.modelOverride !== null) return <ChosenModel name={agent.modelOverride} chosenBy={words.byAgent} />
  if (preferred) return <ChosenModel name={preferred.modelIdentifier} chosenBy={words.byRole} />
  return <>{words.ofServer}</>
}

const ChosenModel = ({ name, chosenBy }: { readonly name: string; readonly chosenBy: string }) => (
  <>
    <span className="mono">{name}</span> <span className="quiet">{chosenBy}</span>
  </>
)
