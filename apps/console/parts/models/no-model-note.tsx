import { Link } from 'react-router'
import { listAiModels } from '../../../../domains/agents/models/contract.ts'
import { useReply } from '../../api/use-operation.ts'
import { useRole } from '../../api/use-role.ts'
import { paths } from '../../paths.ts'
import { useModelWords } from '../../words/models/index.ts'
import { Glyph } from '../glyph.tsx'
import { usableModel } from './working-model.ts'

interface NoModelNoteProps {
  /** The sentence that says what needs a model. */
  readonly text: string
}

/** Says that no model is connected, with the way to connect one; nothing once there is one. */
export const NoModelNote = ({ text }: NoModelNoteProps) => {
  const words = useModelWords()
  const { workspace } = useRole()
  const { data } = useReply(listAiModels, { params: { workspaceId: workspace.id } })
  if (usableModel(data)) return null
  return <ModelMissingNote text={text} link={words.connectFirst} />
}

/** A note about a model that is missing, with the way to the models. */
export const ModelMissingNote = ({ text, link }: NoModelNoteProps & { readonly link: string }) => (
  <div className="note wait">
    <Glyph name="wait" />
    <p>
      {text}{' '}
      <Link className="link" to={paths.settingsOf('models')}>
        {link}
      </Link>
    </p>
  </div>
)
