import { listAiModels } from '../../../../domains/agents/models/contract.ts'
import { useReply } from '../../api/use-operation.ts'
import { useRole } from '../../api/use-role.ts'
import { paths } from '../../paths.ts'
import { useModelWords } from '../../words/models/index.ts'
import { LinkButton } from '../button.tsx'
import { Empty } from '../empty.tsx'
import { usableModel } from './working-model.ts'

/** Whether a connected model could work. */
export const useHasConnected = (): boolean => {
  const { workspace } = useRole()
  const { data } = useReply(listAiModels, { params: { workspaceId: workspace.id } })
  return usableModel(data) !== undefined
}

interface ModelMissingProps {
  /** The sentence that says what needs a model. */
  readonly title: string
  /** What it would do here. */
  readonly text: string
}

/** In the place of a form that cannot work: what it needs, and the way to it. */
export const ModelMissing = ({ title, text }: ModelMissingProps) => (
  <Empty title={title} text={text}>
    <LinkButton variant="primary" to={paths.settingsOf('models')}>
      {useModelWords().connectFirst}
    </LinkButton>
  </Empty>
)
