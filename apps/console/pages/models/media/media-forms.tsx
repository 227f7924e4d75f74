import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { useRows } from '../../../api/use-pages.ts'
import { SelectField, TextArea, TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { NamedOptions, Options } from '../../../parts/forms/options.tsx'
import { ModelMissing } from '../../../parts/models/no-model-note.tsx'
import { useMediaWords } from '../../../words/media/index.ts'
import { type MediaNeed, ableModels, tableNameOf, type MediaModel } from './media-models.ts'
import { listAiModels } from '../../../../../domains/agents/models/contract.ts'
import { useReply, useOperation } from '../../../api/use-operation.ts'
import { useRole } from '../../../api/use-role.ts'
import { useFormat } from '../../../format.ts'
import {
  generateAiImages,
  submitAiVideo,
  synthesizeAiSpeech,
  analyzeAiMedia,
  transcribeAiAudio,
} from '../../../../../domains/agents/media/contract.ts'
import { videoSeconds } from '../../../../../domains/agents/media/rules/videos.ts'
import { uploadAiAsset } from '../../../../../domains/agents/assets/contract.ts'

interface MediaFormProps {
  /** The capability that the model needs. */
  readonly need: MediaNeed
  /** The request that the form sends. */
  readonly of: { readonly error: unknown; readonly isPending: boolean }
  readonly verb: string
  /** The typed values, by the names of fields; a field that was left empty is undefined. */
  readonly onSend: (typed: (name: string) => string | undefined) => void
  readonly children: ReactNode
}

/** A form that has something made, with the project whose budget pays. */
const MediaForm = ({ need, of, verb, onSend, children }: MediaFormProps) => {
  const words = useMediaWords()
  const models = useMediaModel(need)
  const priceOf = useMediaPrice()
  const { rows: projects, cutAt } = useRows(listProjects, 5_000)
  const { used } = models
  // A program of the operator may speak without a model.
  const isPossible = used !== undefined || need === 'speech'
  if (!isPossible) return <ModelMissing title={words.noModel[need]} text={words.noModelText} />
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    onSend((name) => {
      const value = values.get(name)
      return typeof value === 'string' && value.trim() !== '' ? value : undefined
    })
  }
  return (
    <Form className="media-form stack" error={of.error} onSubmit={submit}>
      <MediaModelChoice need={need} models={models} />
      {children}
      <SelectField label={words.project} name="projectId">
        <option value="">{words.noProject}</option>
        <NamedOptions of={projects} cutAt={cutAt} />
      </SelectField>
      <FormFoot of={of} verb={verb}>
        {used && !models.isServersChoice ? (
          <span className="quiet" dir="auto">{`${used.id} · ${priceOf(used)}`}</span>
        ) : null}
      </FormFoot>
    </Form>
  )
}

/** The models for a need, and the used model: the server takes the first if a request names none. */
const useMediaModel = (need: MediaNeed) => {
  const { workspace } = useRole()
  const models = useReply(listAiModels, { params: { workspaceId: workspace.id } })
  const able = ableModels(models.data, need)
  const [name, setName] = useState<string>()
  // Questions name no model: the default of the workspace answers them if it accepts pictures.
  const byDefault = need === 'pictures' ? able.find(({ id }) => id === models.default) : undefined
  const first = byDefault ?? able[0]
  const used = able.find((one) => tableNameOf(one) === name) ?? first
  // Without a name, the server transcribes with a model that returns the times of words.
  const isServersChoice = need === 'transcription' && able.length > 1 && !name
  return { able, used, isServersChoice, choose: setName }
}

interface MediaModelChoiceProps {
  readonly need: MediaNeed
  readonly models: ReturnType<typeof useMediaModel>
}

/** The model of a form if there are several, or the note that no model is connected. */
const MediaModelChoice = ({ need, models: { able, used, isServersChoice, choose } }: MediaModelChoiceProps) => {
  const words = useMediaWords()
  if (!used) return <p className="note">{words.noModel[need]}</p>
  if (able.length === 1 || need === 'pictures') return null
  return (
    <SelectField
      label={words.model}
      name="model"
      value={isServersChoice ? '' : tableNameOf(used)}
      onChange={({ target }) => choose(target.value)}
    >
      {need === 'transcription' ? <option value="">{words.withTimes}</option> : null}
      {able.map((model) => (
        <option key={model.id} value={tableNameOf(model)}>
          {model.id}
        </option>
      ))}
    </SelectField>
  )
}

const pieces = ['image', 'second', 'minute', 'million characters'] as const

/** The price of a model in words. */
const useMediaPrice = () => {
  const words = useMediaWords()
  const { dollars } = useFormat()
  return ({ unitPrice, inputUsdPerMillion: input, outputUsdPerMillion: output }: MediaModel): string => {
    const piece = pieces.find((one) => one === unitPrice?.per)
    if (unitPrice && piece) return words.pieces[piece](dollars(unitPrice.usd))
    if (input === null || output === null) return words.noPrice
    return input + output === 0 ? words.free : words.byTokens(dollars(input), dollars(output))
  }
}

const shapes = ['landscape', 'portrait', 'square'] as const

export const ImageForm = () => {
  const words = useMediaWords()
  const make = useOperation(generateAiImages)
  return (
    <MediaForm
      need="images"
      of={make}
      verb={words.verbs.image}
      onSend={(typed) =>
        make.mutate({
          body: {
            prompt: typed('prompt') ?? '',
            model: typed('model'),
            n: Number(typed('n') ?? 1),
            aspectRatio: typed('aspectRatio'),
            projectId: typed('projectId'),
          },
        })
      }
    >
      <TextArea label={words.prompt.image} name="prompt" rows={3} maxLength={4_000} />
      <TextField label={words.count} name="n" type="number" min={1} max={10} defaultValue={1} />
      <ShapeField names={shapes} />
    </MediaForm>
  )
}

const ShapeField = ({ names }: { readonly names: readonly (typeof shapes)[number][] }) => {
  const words = useMediaWords()
  return (
    <SelectField label={words.shape} name="aspectRatio">
      <Options of={names} names={words.shapes} />
    </SelectField>
  )
}

export const SpeechForm = () => {
  const words = useMediaWords()
  const speak = useOperation(synthesizeAiSpeech)
  return (
    <MediaForm
      need="speech"
      of={speak}
      verb={words.verbs.speech}
      onSend={(typed) =>
        speak.mutate({
          body: {
            text: typed('text') ?? '',
            voice: typed('voice'),
            model: typed('model'),
            projectId: typed('projectId'),
          },
        })
      }
    >
      <TextArea label={words.spoken} name="text" rows={4} maxLength={4_096} />
      <TextField label={words.voice} hint={words.voiceHint} name="voice" maxLength={64} autoComplete="off" />
    </MediaForm>
  )
}

export const VideoForm = () => {
  const words = useMediaWords()
  const submit = useOperation(submitAiVideo)
  return (
    <MediaForm
      need="video"
      of={submit}
      verb={words.verbs.video}
      onSend={(typed) =>
        submit.mutate({
          body: {
            prompt: typed('prompt') ?? '',
            model: typed('model'),
            seconds: videoSeconds.find((one) => one === Number(typed('seconds'))),
            aspectRatio: typed('aspectRatio'),
            projectId: typed('projectId'),
          },
        })
      }
    >
      <TextArea label={words.prompt.video} name="prompt" rows={3} maxLength={4_000} />
      <SelectField label={words.seconds} name="seconds">
        {videoSeconds.map((length) => (
          <option key={length} value={length}>
            {words.secondsOf(length)}
          </option>
        ))}
      </SelectField>
      <ShapeField names={['landscape', 'portrait']} />
    </MediaForm>
  )
}

/** A chosen file, which is uploaded when the form is sent. */
const useChosenFile = () => {
  const [file, setFile] = useState<File>()
  const [isMissing, setMissing] = useState(false)
  const upload = useOperation(uploadAiAsset)
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setMissing(false)
  }
  const send = (then: (key: string, chosen: File) => void) => {
    if (!file) {
      setMissing(true)
      return
    }
    const body = { content: file, sizeBytes: file.size, mediaType: file.type || 'application/octet-stream' }
    upload.mutate({ query: { fileName: file.name }, body }, { onSuccess: ({ key }) => then(key, file) })
  }
  /** The upload and the request after it, as one. */
  const withRequest = ({ error, isPending }: MediaFormProps['of']) => ({
    error: upload.error ?? error,
    isPending: upload.isPending || isPending,
  })
  return { choose, send, isMissing, withRequest }
}

interface FileFieldProps {
  readonly label: string
  readonly accept: string
  readonly file: ReturnType<typeof useChosenFile>
}

const FileField = ({ file: { isMissing, choose }, ...input }: FileFieldProps) => {
  const wrong = useMediaWords().chooseFile
  const onChange = ({ target }: { readonly target: HTMLInputElement }) => choose(target.files?.[0])
  return <TextField type="file" {...input} wrong={isMissing ? wrong : undefined} onChange={onChange} />
}

export const TranscriptionForm = () => {
  const words = useMediaWords()
  const file = useChosenFile()
  const transcribe = useOperation(transcribeAiAudio)
  return (
    <MediaForm
      need="transcription"
      of={file.withRequest(transcribe)}
      verb={words.verbs.transcription}
      onSend={(typed) =>
        file.send((key) =>
          transcribe.mutate({ body: { source: { key }, model: typed('model'), projectId: typed('projectId') } }),
        )
      }
    >
      <FileField label={words.recording} accept="audio/*,video/mp4,video/webm" file={file} />
    </MediaForm>
  )
}

export const AskForm = () => {
  const words = useMediaWords()
  const file = useChosenFile()
  const ask = useOperation(analyzeAiMedia)
  return (
    <>
      <MediaForm
        need="pictures"
        of={file.withRequest(ask)}
        verb={words.verbs.question}
        onSend={(typed) =>
          file.send((key, { type }) =>
            ask.mutate({
              body: {
                kind: type.startsWith('video/') ? 'video' : 'image',
                question: typed('question') ?? '',
                source: { key },
                projectId: typed('projectId'),
              },
            }),
          )
        }
      >
        <FileField label={words.file} accept="image/*,video/*" file={file} />
        <TextArea label={words.question} name="question" rows={2} maxLength={4_000} />
      </MediaForm>
      {ask.data ? (
        <section className="media-answer" aria-label={words.answer} aria-live="polite">
          <p dir="auto">{ask.data.answer}</p>
        </section>
      ) : null}
    </>
  )
}
