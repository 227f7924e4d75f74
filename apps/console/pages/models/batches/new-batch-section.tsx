import { useState, useRef } from 'react'
import { useNavigate } from 'react-router'
import { estimateAiBatch, submitAiBatch } from '../../../../../domains/agents/batches/contract.ts'
import { batchKinds, type BatchKind, batchForms } from '../../../../../domains/agents/batches/rules.ts'
import { listAiModels } from '../../../../../domains/agents/models/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { useRole } from '../../../api/use-role.ts'
import { useFormat } from '../../../format.ts'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { ModelMissing, useHasConnected } from '../../../parts/models/no-model-note.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { useBatchWords } from '../../../words/batches/index.ts'
import { tableNameOf } from '../media/media-models.ts'
import { amountOf } from '../../settings/workspace/cap-amount.ts'
import { readBatchFile, type ReadBatchFile } from './read-batch-file.ts'
import Upload from 'lucide-react/icons/upload'
import type { BatchFileItem } from '../../../../../domains/agents/batches/rules/batch-file.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ChooseFile } from '../../../parts/forms/choose-files.tsx'

const exampleLine =
  '{"customId": "row-1", "body": {"messages": [{"role": "user", "content": "Is this a shop? Larkspur Bakery"}]}}'

/** Submits a batch from a file of this machine, after showing the possible cost; the format of the file is beside. */
export const NewBatchSection = () => {
  const words = useBatchWords()
  const hasModel = useHasConnected()
  return (
    <Section title={words.create} text={hasModel ? words.createText : undefined}>
      <div className="panel pad batch-sides">
        {hasModel ? <NewBatchForm /> : <ModelMissing title={words.noModel} text={words.noModelText} />}
        <div className="stack-8">
          <h3>{words.format}</h3>
          <p className="quiet">{words.formatText}</p>
          <div className="example-line">
            <code className="command">{exampleLine}</code>
            <CopyButton text={exampleLine} label={words.copyExample} />
          </div>
          <p className="quiet">{words.formatMore}</p>
        </div>
      </div>
    </Section>
  )
}

/**
 * The default model of the workspace; the first that chats if the default is the offline model, which takes no batches.
 */
const firstModelOf = ({ default: byDefault, data }: Reply<typeof listAiModels>): string => {
  const connected = data.filter(({ owned_by: owner }) => owner !== 'offline')
  const chats = connected.find(({ capabilities }) => capabilities.includes('chat'))
  return chats === undefined || connected.some(({ id }) => id === byDefault) ? firstFields.model : tableNameOf(chats)
}

/** The request of the typed batch, with a new idempotency key for each change of it. */
const useBatchRequest = () => {
  const { workspace } = useRole()
  const models = useReply(listAiModels, { params: { workspaceId: workspace.id } })
  const [fields, setFields] = useState({ ...firstFields, model: firstModelOf(models) })
  const [chosen, setChosen] = useState<ChosenFile>()
  const [key, setKey] = useState('')
  const cap = amountOf(fields.maxCost)
  const bodyOf = ({ items }: ChosenFile, { kind, endpoint, model }: BatchFields, idempotencyKey: string) => ({
    kind,
    endpoint,
    model: model.trim() || firstFields.model,
    items: [...items],
    policy: { maxCostUsd: cap ?? null },
    idempotencyKey,
  })
  const newKey = () => {
    const next = `console-${crypto.getRandomValues(new Uint32Array(3)).join('-')}`
    setKey(next)
    return next
  }
  return { fields, setFields, chosen, setChosen, key, newKey, bodyOf, isCapWrong: cap === undefined }
}

const NewBatchForm = () => {
  const words = useBatchWords()
  const { dollars } = useFormat()
  const navigate = useNavigate()
  const { fields, setFields, chosen, setChosen, key, newKey, bodyOf, isCapWrong } = useBatchRequest()
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const estimate = useOperation(estimateAiBatch)
  const submit = useOperation(submitAiBatch, { then: ({ id }) => navigate(paths.batch(id)) })
  const faultIn = useFileFault()
  const ask = (file: ChosenFile, typed: BatchFields) => {
    submit.reset()
    estimate.mutate({ body: bodyOf(file, typed, newKey()) })
  }
  const choose = async (file: File | undefined) => {
    if (!file) return
    const read = await readBatchFile(file)
    estimate.reset()
    setFault(faultIn(read))
    const next = 'items' in read ? { name: file.name, items: read.items } : undefined
    setChosen(next)
    if (next) ask(next, fields)
  }
  const set = (change: Partial<BatchFields>) => {
    const next = { ...fields, ...change }
    setFields(next)
    newKey()
    return next
  }
  const estimateText = (estimated: Reply<typeof estimateAiBatch> | undefined) => {
    if (!estimated) return undefined
    const { items, calledModel, costUsdMost } = estimated
    return costUsdMost === null
      ? words.estimateUnknown(items, calledModel)
      : words.estimate(items, calledModel, dollars(costUsdMost))
  }
  return (
    <Form
      className="stack"
      error={submit.error ?? estimate.error}
      onSubmit={() => chosen && !isCapWrong && submit.mutate({ body: bodyOf(chosen, fields, key) })}
    >
      <div className="stack-8">
        <div className="line wrap">
          <Button icon={Upload} onClick={() => input.current?.click()}>
            {chosen ? words.otherFile : words.chooseFile}
          </Button>
          <span className="quiet" dir="auto" role="status">
            {chosen ? words.chosen(chosen.name, chosen.items.length) : words.fileHint}
          </span>
        </div>
        <ChooseFile
          ref={input}
          label={words.file}
          accept=".jsonl,.ndjson,.json,.txt,application/jsonl"
          onFile={(file) => void choose(file)}
        />
        {fault === undefined ? null : (
          <p className="note bad" role="alert" dir="auto">
            {fault}
          </p>
        )}
      </div>
      <SelectField
        name="kind"
        label={words.kind}
        value={fields.kind}
        onChange={({ target }) => set({ kind: target.value as BatchKind })}
      >
        <Options of={batchKinds} names={words.kinds} />
      </SelectField>
      <BatchOptions
        fields={fields}
        isCapWrong={isCapWrong}
        onSet={set}
        onChanged={(next) => chosen && ask(chosen, next)}
      />
      <FormFoot
        of={{ error: submit.error ?? estimate.error, isPending: submit.isPending || estimate.isPending }}
        verb={words.submit}
        pendingText={submit.isPending ? words.submitting : words.estimating}
        isDisabled={!chosen || !estimate.data}
      >
        <p role="status">{estimateText(estimate.data) ?? (chosen ? '' : words.estimateFirst)}</p>
      </FormFoot>
    </Form>
  )
}

interface ChosenFile {
  readonly name: string
  readonly items: readonly BatchFileItem[]
}

/** The sentence about a file that cannot be submitted. */
const useFileFault = () => {
  const words = useBatchWords()
  return (read: ReadBatchFile): string | undefined => {
    if ('items' in read) return undefined
    if (!('line' in read)) return words.fileFaults[read.fault]
    const { fault, line } = read
    if (fault.kind === 'unknown_field') return words.unknownField(line, fault.field)
    return fault.kind === 'repeated' ? words.repeated(line, fault.line) : words.lineFaults[fault.kind](line)
  }
}

interface BatchFields {
  readonly kind: BatchKind
  readonly endpoint: (typeof batchForms)[number]
  readonly model: string
  readonly maxCost: string
}

const firstFields: BatchFields = { kind: 'classification', endpoint: batchForms[0], model: 'auto', maxCost: '' }

interface BatchOptionsProps {
  readonly fields: BatchFields
  readonly isCapWrong: boolean
  readonly onSet: (change: Partial<BatchFields>) => BatchFields
  /** After a change that the estimate depends on. */
  readonly onChanged: (fields: BatchFields) => void
}

/** The cap of a batch; its model and the form of its requests are folded, for most batches need neither. */
const BatchOptions = ({ fields, isCapWrong, onSet, onChanged }: BatchOptionsProps) => {
  const words = useBatchWords()
  return (
    <>
      <TextField
        name="policy.maxCostUsd"
        label={words.maxCost}
        hint={words.maxCostHint}
        inputMode="decimal"
        wrong={isCapWrong ? words.badAmount : undefined}
        value={fields.maxCost}
        onChange={({ target }) => onSet({ maxCost: target.value })}
      />
      <details>
        <summary>{words.options}</summary>
        <div className="stack batch-options">
          <TextField
            name="model"
            label={words.model}
            hint={words.modelHint}
            maxLength={150}
            value={fields.model}
            onChange={({ target }) => onSet({ model: target.value })}
            onBlur={() => onChanged(fields)}
          />
          <SelectField
            name="endpoint"
            label={words.form}
            value={fields.endpoint}
            onChange={({ target }) => onChanged(onSet({ endpoint: target.value as BatchFields['endpoint'] }))}
          >
            <Options of={batchForms} />
          </SelectField>
        </div>
      </details>
    </>
  )
}
