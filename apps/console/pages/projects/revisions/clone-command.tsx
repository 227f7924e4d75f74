import ChevronRight from 'lucide-react/icons/chevron-right'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { useRevisionWords } from '../../../words/revisions/index.ts'
import { useReply } from '../../../api/use-operation.ts'
import { useRole } from '../../../api/use-role.ts'
import { paths } from '../../../paths.ts'
import { folderNameOf } from './folder-name.ts'
import './clone-command.css'

/** The command that clones a hosted project with git, on request; nothing for a project of a code host. */
export const CloneCommand = ({ projectId }: { readonly projectId: string }) => {
  const words = useRevisionWords()
  const { workspace } = useRole()
  const { project, repositories } = useReply(getProject, { params: { id: projectId } })
  if (!repositories.some(({ host, primary }) => primary && host === 'native-repos')) return null
  const address = new URL(`/w/${workspace.id}/${projectId}.git`, window.location.origin).href
  const command = `git clone ${address} ${folderNameOf(project.name)}`
  return (
    <details className="clone">
      <summary className="row">
        <ChevronRight className="i" aria-hidden="true" />
        {words.clone}
      </summary>
      <p className="quiet">
        {words.clonePassword} <TextLink to={paths.settingsOf('keys')}>{words.cloneKey}</TextLink>. {words.clonePush}
      </p>
      <div className="line">
        <code className="command">{command}</code>
        <CopyButton text={command} label={words.copyClone} />
      </div>
    </details>
  )
}
