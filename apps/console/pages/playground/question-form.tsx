import { useState, type SyntheticEvent } from 'react'
import { listAiDocuments } from '../../../../domains/agents/parsing/contract.ts'
import { listModelPreferences, type listAiModels } from '../../../../domains/agents/models/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useAllRowsLater } from '../../api/use-pages.ts'
import { useFormat } from '../../format.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextArea } from '../../parts/field.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Form } from '../../parts/form.tsx'
import { usableModels } from '../../parts/models/working-model.ts'
import { usePlaygroundWords } from '../../words/playground/index.ts'
import type { CallableModel, TypedQuestion } from './use-ask.ts'

interface QuestionFormProps {
  readonly models: Reply<typeof listAiModels>
  readonly isPending: boolean
  readonly error: unknown
  readonly onAsk: (question: TypedQuestion) => void
  /** Undefined if there is nothing to stop. */
  readonly onStop: (() => void) | undefined
}

/** The model, the texts that it gets, and how its answer comes. */
export const QuestionForm = ({ models, isPending, error, onAsk, onStop }: QuestionFormProps) => {
  const words = usePlaygroundWords()
  const answering = usableModels(models.data)
  const first = answering.find(({ id }) => id === models.default) ?? answering[0]!
  const [modelId, setModelId] = useState(first.id)
  const [text, setText] = useState('')
  const model = answering.find(({ id }) => id === modelId) ?? first
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const typed = (name: string) => {
      const value = values.get(name)
      return typeof value === 'string' ? value : ''
    }
    onAsk({
      model,
      system: typed('system'),
      text,
      documentId: typed('document'),
      isStreamed: typed('mode') !== 'whole',
    })
  }
  return (
    <Form className="panel pad stack-16" error={error} onSubmit={submit}>
      <ModelField models={answering} model={model} onChoose={setModelId} />
      <TextArea
        label={words.question}
        name="text"
        rows={6}
        placeholder={words.example}
        maxLength={100_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Fold title={words.more}>
        <TextArea label={words.system} hint={words.systemHint} name="system" rows={2} maxLength={20_000} />
        <DocumentField />
        <SelectField label={words.mode} name="mode">
          <option value="streamed">{words.modes.streamed}</option>
          <option value="whole">{words.modes.whole}</option>
        </SelectField>
      </Fold>
      <div className="line">
        <Button type="submit" variant="primary" isPending={isPending} disabled={text.trim() === ''}>
          {words.send}
        </Button>
        {onStop ? <Button onClick={onStop}>{words.stop}</Button> : null}
        {text.trim() === '' && !isPending ? <span className="quiet">{words.writeFirst}</span> : null}
      </div>
    </Form>
  )
}

interface ModelFieldProps {
  readonly models: readonly CallableModel[]
  readonly model: CallableModel
  readonly onChoose: (id: string) => void
}

/** Models, and roles that have a model of their own. A role means its model. */
const ModelField = ({ models, model, onChoose }: ModelFieldProps) => {
  const words = usePlaygroundWords()
  const { dollars } = useFormat()
  const [chosen, setChosen] = useState(model.id)
  const { data: preferences = [] } = useLateReply(listModelPreferences)
  const roles = preferences.filter(({ modelIdentifier }) => models.some(({ id }) => id === modelIdentifier))
  const { inputUsdPerMillion: input, outputUsdPerMillion: output } = model
  const choose = (value: string) => {
    setChosen(value)
    onChoose(roles.find(({ role }) => `role ${role}` === value)?.modelIdentifier ?? value)
  }
  return (
    <SelectField
      label={words.model}
      hint={input === null || output === null ? words.noPrice : words.price(dollars(input), dollars(output))}
      value={chosen}
      onChange={({ target }) => choose(target.value)}
    >
      <optgroup label={words.models}>
        {models.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </optgroup>
      {roles.length > 0 ? (
        <optgroup label={words.roles}>
          {roles.map(({ role, modelIdentifier }) => (
            <option key={role} value={`role ${role}`}>
              {words.role(words.roleNames[role] ?? role, modelIdentifier)}
            </option>
          ))}
        </optgroup>
      ) : null}
    </SelectField>
  )
}

const listed = { query: { limit: 200 } }

/** The documents whose text can be sent along; not shown if none was parsed. */
const DocumentField = () => {
  const words = usePlaygroundWords()
  const documents = (useAllRowsLater(listAiDocuments, listed) ?? []).filter(({ status }) => status === 'succeeded')
  if (documents.length === 0) return null
  return (
    <SelectField label={words.document} hint={words.documentHint} name="document">
      <option value="">{words.noDocument}</option>
      {documents.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}
