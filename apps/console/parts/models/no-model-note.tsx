import { listAiModels } from '../../../../domains/agents/models/contract.ts'
import { useReply } from '../../api/use-operation.ts'
import { useRole } from '../../api/use-role.ts'
import { paths } from '../../paths.ts'
import { useModelWords } from '../../words/models/index.ts'
import { LinkButton } from '../forms/button.tsx'
import { Empty } from '../feedback/empty.tsx'
import { usableModel } from './working-model.ts'

/** Whether a connected model could work. */
export const useHasConnected = (): boolean => {
  const { workspace } = useRole()
  const { data } = useReply(listAiModels, { params: { workspaceId: workspace.id } })
  return usableModel(data) !== undefined
}

interface ModelMissingProps {
  /** The sentence that names the feature that needs a model. */
  readonly title: string
  /** The work of a model on this page. */
  readonly text: string
}

/** The place of a form that cannot work without a model, with the way to connect one. */
export const ModelMissing = ({ title, text }: ModelMissingProps) => (
  <Empty title={title} text={text}>
    <LinkButton variant="primary" to={paths.models}>
      {useModelWords().connectFirst}
    </LinkButton>
  </Empty>
)
