import { useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../domains/code/projects/contract.ts'
import { executeCycle, listCycles, proposeCycle } from '../../../../domains/delivery/cycles/contract.ts'
import { call } from '../../api/client.ts'
import { explain, type Explained } from '../../errors.ts'
import { prefetch, refresh, useOperation, useReply } from '../../api/use-operation.ts'
import { TextArea, TextField } from '../../parts/field.tsx'
import { Head, Top, useTitle } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useKeptText } from '../../parts/use-kept-text.ts'
import { paths } from '../../paths.ts'
import { useProjectWords } from '../../words/project/use-words.ts'
import { useWords } from '../../words/use-words.ts'
import './project.css'

export const loader = ({ params }: LoaderFunctionArgs) => prefetch(getProject, { params: { id: params.projectId! } })

export default function NewCyclePage() {
  const id = useParams().projectId!
  const words = useWords()
  const { newCycle } = useProjectWords()
  const { project } = useReply(getProject, { params: { id } })
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

const useStart = () => {
  const { errors } = useWords()
  return (id: string): Promise<Explained | undefined> =>
    call(executeCycle, { params: { id } }).then(
      () => undefined,
      (error: unknown) => explain(error, errors),
    )
}

const NewCycleForm = ({ projectId }: { readonly projectId: string }) => {
  const words = useProjectWords().newCycle
  const client = useQueryClient()
  const navigate = useNavigate()
  const refusalOf = useStart()
  const [title, setTitle] = useKeptText(`title.${projectId}`)
  const [description, setDescription] = useKeptText(`description.${projectId}`)
  const [isChecked, setChecked] = useState(false)
  const [isDraft, setDraft] = useState(false)
  const propose = useOperation(proposeCycle, {
    then: async ({ cycle }) => {
      setTitle('')
      setDescription('')
      const notStarted = isDraft ? undefined : await refusalOf(cycle.id)
      void refresh(client, [listCycles])
      // The cycle is there, started or not: its own page says why not, and starts it again.
      await navigate(paths.cycle(projectId, cycle.id), { state: notStarted && { notStarted } })
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (title.trim() && description.trim()) propose.mutate({ body: { projectId, title: title.trim(), description } })
  }
  const missing = (text: string) => (isChecked && !text.trim() ? words.missing : undefined)
  return (
    <form className="new-cycle" onSubmit={submit} noValidate>
      <TextField
        {...{ label: words.name, hint: words.nameHint, value: title, maxLength: 200, dir: 'auto' }}
        wrong={missing(title)}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        {...{ label: words.description, hint: words.descriptionHint, value: description, maxLength: 10_000 }}
        wrong={missing(description)}
        onChange={(event) => setDescription(event.target.value)}
      />
      <Refusal error={propose.error} />
      <div className="line wrap">
        <button type="submit" className="btn primary" disabled={propose.isPending} onClick={() => setDraft(false)}>
          {propose.isPending && !isDraft ? words.busy : words.button}
        </button>
        <button type="submit" className="btn" disabled={propose.isPending} onClick={() => setDraft(true)}>
          {words.draft}
        </button>
      </div>
    </form>
  )
}
