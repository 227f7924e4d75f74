import { useNavigate } from 'react-router'
import { archiveProject, deleteProject, unarchiveProject } from '../../../../../domains/code/projects/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton } from '../../../parts/confirm-button.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { toast } from '../../../parts/toast.ts'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useUndoWords } from '../../../words/undo/index.ts'
import type { Project } from './about-form.tsx'

/** Puts a project away, takes it back, or deletes it with everything that is in it. */
export const EndOfProject = ({ project }: { readonly project: Project }) => {
  const words = useProjectWords().settings
  const undo = useUndoWords()
  const navigate = useNavigate()
  const archive = useOperation(archiveProject)
  const unarchive = useOperation(unarchiveProject)
  const of = { params: { id: project.id } }
  const isArchived = project.archivedAt !== null
  const putAway = () =>
    archive.mutate(of, {
      onSuccess: () => toast(words.archived(project.name), { words: undo, act: () => unarchive.mutateAsync(of) }),
    })
  return (
    <div className="panel pad stack-16">
      <p className="soft">{isArchived ? words.archivedText : words.archiveText}</p>
      <div className="line wrap">
        {isArchived ? (
          <Button isPending={unarchive.isPending} onClick={() => unarchive.mutate(of)}>
            {words.unarchive}
          </Button>
        ) : (
          <Button isPending={archive.isPending} onClick={putAway}>
            {words.archive}
          </Button>
        )}
        <ConfirmButton
          variant="danger"
          label={words.remove}
          operation={deleteProject}
          input={of}
          then={() => navigate(paths.projects, { replace: true })}
          title={words.removeAsk(project.name)}
          typed={{ label: words.typeName, text: project.name }}
        >
          {words.removeText}
        </ConfirmButton>
      </div>
      <Refusal error={archive.error ?? unarchive.error} />
    </div>
  )
}
