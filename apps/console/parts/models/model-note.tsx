import { Link } from 'react-router'
import type { AgentRole } from '../../../../domains/agents/agents/rules.ts'
import { listAiModels, listModelPreferences } from '../../../../domains/agents/models/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useRole } from '../../api/use-role.ts'
import { paths } from '../../paths.ts'
import { useModelWords } from '../../words/models/index.ts'
import { useWords } from '../../words/shell/index.ts'
import { Button, LinkButton } from '../forms/button.tsx'
import { Refusal } from '../feedback/refusal.tsx'
import { useModelForAll } from './use-model-for-all.ts'
import { usableModel, workingModel } from './working-model.ts'

interface ModelNoteProps {
  readonly role?: AgentRole
  /** The model of the agent itself, if it has one. */
  readonly ofAgent?: string | null | undefined
  /** Whether to connect one is the first thing to do on the page. */
  readonly isMain?: boolean
}

/** Which model would work; undefined until it is read. */
export const useWorkingModel = ({ role = 'coder', ofAgent = null }: ModelNoteProps) => {
  const { workspace } = useRole()
  const models = useLateReply(listAiModels, { params: { workspaceId: workspace.id } }).data?.data
  const preferences = useLateReply(listModelPreferences).data
  if (!models || !preferences) return undefined
  return { working: workingModel(role, models, preferences, ofAgent), other: usableModel(models) }
}

/** The model that would work, before a run begins; and a link to connect one if no model would write code. */
export const ModelNote = ({ isMain = false, ...of }: ModelNoteProps) => {
  const words = useModelWords()
  const { models } = useWords()
  const known = useWorkingModel(of)
  const use = useModelForAll()
  if (!known) return <p className="quiet model-note">&nbsp;</p>
  const { working, other } = known
  const link = <Link to={paths.models}>{models}</Link>
  if (working.kind === 'model') {
    return (
      <p className="quiet">
        {words.newCycle(working.id)} {link}
      </p>
    )
  }
  return (
    <div className="note wait">
      <div className="stack-8">
        <p>{working.kind === 'offline' ? words.nowOffline : words.nowUnusable(working.id, working.reason)}</p>
        <div className="line wrap">
          {other ? (
            <Button size="small" isPending={use.isPending} onClick={() => use.mutate(other.id)}>
              {words.useOther(other.id)}
            </Button>
          ) : null}
          <LinkButton size="small" variant={isMain && !other ? 'primary' : 'outline'} to={paths.models}>
            {other ? models : words.connectFirst}
          </LinkButton>
        </div>
        <Refusal error={use.error} />
      </div>
    </div>
  )
}
