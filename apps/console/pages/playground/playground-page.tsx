import { listAiModels } from '../../../../domains/agents/models/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { ModelMissing } from '../../parts/models/no-model-note.tsx'
import { usableModel } from '../../parts/models/working-model.ts'
import { Head, useTitle } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { RowsSkeleton } from '../../parts/skeleton.tsx'
import { usePlaygroundWords } from '../../words/playground/index.ts'
import { useRole } from '../../api/use-role.ts'
import { AnswerPanel } from './answer-panel.tsx'
import { QuestionForm } from './question-form.tsx'
import { useAsk } from './use-ask.ts'
import './playground.css'
import { ModelsFrame } from '../../parts/models/models-frame.tsx'

/** One question to a model, with its tokens and its cost. */
export default function PlaygroundPage() {
  const words = usePlaygroundWords()
  useTitle(words.title)
  const { workspace } = useRole()
  const { data: models, error } = useLateReply(listAiModels, { params: { workspaceId: workspace.id } })
  const canAsk = models && usableModel(models.data) !== undefined
  const ask = useAsk(workspace.id)
  return (
    <ModelsFrame>
      <Head title={words.title} text={words.text} />
      <Refusal error={error} codes={words.codes} />
      {models || error ? null : <RowsSkeleton rows={4} />}
      {canAsk === false ? (
        <div className="panel">
          <ModelMissing title={words.noModels} text={words.noModelsText} />
        </div>
      ) : null}
      {canAsk ? (
        <div className="playground">
          <QuestionForm
            models={models}
            isPending={ask.isPending}
            error={ask.error}
            onAsk={ask.send}
            onStop={ask.stop}
          />
          <AnswerPanel text={ask.text} isPending={ask.isPending} error={ask.error} outcome={ask.outcome} />
        </div>
      ) : null}
    </ModelsFrame>
  )
}
