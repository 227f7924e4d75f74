import { generateAiImages, submitAiVideo, synthesizeAiSpeech } from '../../../../../domains/agents/media/contract.ts'
import { videoSeconds } from '../../../../../domains/agents/media/rules/videos.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { SelectField, TextArea, TextField } from '../../../parts/forms/field.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { useMediaWords } from '../../../words/media/index.ts'
import { MediaForm } from './media-form.tsx'

const shapes = ['landscape', 'portrait', 'square'] as const

export const ImageForm = () => {
  const words = useMediaWords()
  const make = useOperation(generateAiImages)
  return (
    <MediaForm
      need="images"
      error={make.error}
      isPending={make.isPending}
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
      error={speak.error}
      isPending={speak.isPending}
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
      error={submit.error}
      isPending={submit.isPending}
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
