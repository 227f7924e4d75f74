import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { useRevisionWords } from '../../../words/revisions/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { folderNameOf } from './folder-name.ts'

interface CloneCommandProps {
  readonly projectId: string
  readonly name: string
}

/** The address that git clones a project from. */
export const cloneAddress = (workspaceId: string, projectId: string): string =>
  new URL(`/w/${workspaceId}/${projectId}.git`, window.location.origin).href

/** The command that clones a project with git. */
export const CloneCommand = ({ projectId, name }: CloneCommandProps) => {
  const words = useRevisionWords()
  const { workspace } = useRole()
  const command = `git clone ${cloneAddress(workspace.id, projectId)} ${folderNameOf(name)}`
  return (
    <section className="panel rows clone-panel">
      <div className="row tall clone-command">
        <div className="grow">
          <b>{words.clone}</b>
          <p className="quiet">{words.cloneText}</p>
        </div>
        <code className="command">{command}</code>
        <CopyButton text={command} label={words.copyClone} />
      </div>
    </section>
  )
}
