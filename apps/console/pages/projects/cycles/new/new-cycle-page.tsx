import { useState } from 'react'
import { useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { proposeCycle } from '../../../../../../domains/delivery/planning/contract.ts'
import { prefetch, useReply } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { DraftField } from '../../../../parts/forms/draft-field.tsx'
import { Form } from '../../../../parts/forms/form.tsx'
import { Head, Top, useTitle } from '../../../../parts/page.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { prefetchProjectModel, ProjectModel, useHasModel, useProjectModelRead } from '../../agents/project-model.tsx'
import { useFields } from '../../../../parts/forms/use-form.ts'
import { paths } from '../../../../paths.ts'
import { useAttachmentWords } from '../../../../words/attachments/index.ts'
import { useProjectWords } from '../../../../words/project/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { FileDrop } from '../attachments/file-drop.tsx'
import { canStart } from '../can-start.ts'
import { usePropose } from './use-propose-cycle.ts'
import { titleOf } from './title-of.ts'
import '../../project.css'

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetchProjectModel(id)
  return prefetch(getProject, { params: { id } })
}

export default function NewCyclePage() {
  const id = useParams().projectId!
  const words = useWords()
  const { newCycle } = useProjectWords()
  const { project } = useReply(getProject, { params: { id } })
  useProjectModelRead(id)
  useTitle(words.home_.newCycle, project.name)
  return (
    <>
      <Top crumbs={[{ name: project.name, to: paths.project(id) }, { name: words.home_.newCycle }]} />
      <div className="page read">
        <Head title={newCycle.title} text={newCycle.text} />
        <NewCycleForm projectId={id} />
      </div>
    </>
  )
}

const NewCycleForm = ({ projectId }: { readonly projectId: string }) => {
  const words = useProjectWords().newCycle
  const [query] = useSearchParams()
  // A message that becomes a cycle has a draft of its own, so that another draft stays as it is.
  const message = query.get('said') ?? ''
  const form = useFields(proposeCycle, {
    name: `cycle.${projectId}${message === '' ? '' : '.said'}`,
    saved: { title: titleOf(message), description: message },
    isNew: true,
  })
  const { title, description } = form.fields
  const [isDraft, setDraft] = useState(false)
  const [files, setFiles] = useState<readonly File[]>([])
  const hasModel = useHasModel(projectId)
  const mayStart = canStart(hasModel, description)
  const propose = usePropose(projectId, form.clear)
  const submit = () => form.sendTo(() => propose.mutate({ title: title.trim(), description, isDraft, files }))
  return (
    <Form className="new-cycle" error={propose.error} onSubmit={submit}>
      <ProjectModel projectId={projectId} isMain />
      <DraftField draft={form} field="title" label={words.name} hint={words.nameHint} placeholder={words.nameExample} />
      <DraftField
        draft={form}
        field="description"
        label={words.description}
        hint={words.descriptionHint}
        placeholder={words.descriptionExample}
        isLong
      />
      <ChosenFiles files={files} onDrop={(dropped) => setFiles(files.filter((file) => file !== dropped))} />
      <FileDrop isPending={propose.isPending} onFiles={(chosen) => setFiles([...files, ...chosen])} />
      <Refusal error={propose.error} />
      <div className="line wrap">
        <Button
          type="submit"
          variant={hasModel ? 'primary' : 'outline'}
          disabled={!mayStart}
          isPending={propose.isPending}
          onClick={() => setDraft(false)}
        >
          {propose.isPending && !isDraft ? words.busy : words.button}
        </Button>
        <Button type="submit" isPending={propose.isPending} onClick={() => setDraft(true)}>
          {words.draft}
        </Button>
        {mayStart ? null : <span className="quiet">{words.cannotStart}</span>}
      </div>
    </Form>
  )
}

const ChosenFiles = ({ files, onDrop }: { readonly files: readonly File[]; readonly onDrop: (file: File) => void }) => {
  const words = useAttachmentWords()
  return files.length === 0 ? null : (
    <ul className="attachments">
      {files.map((file, at) => (
        <li key={`${at} ${file.name}`}>
          <span className="name" dir="auto">
            {file.name}
          </span>
          <Button variant="plain" size="small" aria-label={words.removeOf(file.name)} onClick={() => onDrop(file)}>
            {words.remove}
          </Button>
        </li>
      ))}
    </ul>
  )
}
