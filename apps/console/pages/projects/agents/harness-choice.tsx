import {
  clearProjectHarness,
  getResolvedProjectHarness,
  setProjectHarness,
} from '../../../../../domains/agents/models/contract.ts'
import { harnessNames, type HarnessName } from '../../../../../domains/agents/agents/rules.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { Refusal } from '../../../parts/refusal.tsx'
import { useProjectWords } from '../../../words/project/index.ts'

const above = 'above'

/** The program that drives the model in this project, what chose it, and the choice to change that. */
export const HarnessChoice = ({ projectId }: { readonly projectId: string }) => {
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
